// The scripts of the page of a table, of whatever game.
import "./clock.js";
import "../device/clipboard.js";
import "../device/privacy_screen.js";
import "../device/settings.js";
import "./seed_contributions.js";
import "./notices.js";
import "./draft.js";
import "./updates.js";
import "./notes.js";
import "../device/turn_indicator.js";
import "./questions/countdown.js";
import "./questions/dial.js";
import "./questions/dice_entry.js";
