// What the page of a table has, of whatever game.
import "./clock.js";
import "./copy.js";
import "./cover.js";
import "./device.js";
import "./dice_part.js";
import "./dismiss.js";
import "./draft.js";
import "./edition.js";
import "./foot.js";
import "./live.js";
import "./notes.js";
import "./signals.js";
