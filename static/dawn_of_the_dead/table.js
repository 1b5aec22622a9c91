// What the page of a table has besides the map and what every table has.
import "./below.js";
import "./checklist.js";
import "./dice.js";
import "./placing.js";
import "./ready.js";
import "./standing.js";
