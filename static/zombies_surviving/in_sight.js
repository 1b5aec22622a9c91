// After a tap the page shows what came of it: what the referee has done, or else what it asks now. Both stand
// at the top, and whoever has scrolled down to a key would not see them.
import { find, isNews } from "../frame.js";

const told = () => find(".latest")?.textContent;
let before = told();

document.addEventListener("htmx:after:swap", ({ detail }) => {
  const now = told();
  const first = now === before ? find(".now .progress") : find(".latest");
  before = now;
  if (!isNews(detail.ctx) && first?.getBoundingClientRect().top < 0) first.scrollIntoView();
});
