// What every page has beside htmx.
import "./asking.js";
import "./back.js";
import { find } from "./find.js";
import "./focus.js";
import "./installed.js";
import "./sheet.js";
import "./theme.js";

// A form that does not fit is answered by a page. Back leads to where the form is asked for: the browser has
// no page for what was sent, only an error of its own.
const { address } = document.documentElement.dataset;
if (address) history.replaceState(history.state, "", address);

find("#join [role=alert]")?.scrollIntoView({ block: "center" });
