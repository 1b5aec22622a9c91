// The scripts of this game's table, besides the map and those of every table.
import "./scroll_hints.js";
import "./checklist.js";
import "./setup.js";
import "./required_fields.js";
