// After a tap the page shows what came of it: what the referee has done, or else what it asks now. Both
// stand at the top, and whoever has scrolled down to a key would not see them. What an action of one's own
// asks once the others have agreed comes into sight too.
import { find, isNews } from "../frame.js";

const told = () => find(".latest")?.textContent;
const own = () => find(".now .progress [value=cancel]")?.closest(".progress");
let before = told(), asked = own() !== undefined;

document.addEventListener("htmx:after:swap", ({ detail }) => {
  const now = told(), mine = own();
  const first = now === before ? find(".now .progress") : find(".latest");
  const goes_on = mine !== undefined && !asked;
  before = now;
  asked = mine !== undefined;
  const shown = !isNews(detail.ctx) ? first : goes_on ? mine : undefined;
  if (shown?.getBoundingClientRect().top < 0) shown.scrollIntoView();
});
