// What every page has beside htmx.
import "./asking.js";
import "./back.js";
import { find } from "./find.js";
import "./focus.js";
import "./installed.js";
import "./sheet.js";
import "./theme.js";

find("#join [role=alert]")?.scrollIntoView({ block: "center" });
