// What the page of a table has besides the map and what every table has.
import "./scroll_hints.js";
import "./checklist.js";
import "./dice_entry.js";
import "./setup.js";
import "./required_fields.js";
