// The interface of the page for the scripts of games (docs/adding-a-game.md).
export { ROOT, find } from "./page/dom.js";
export { holdScroll } from "./page/focus.js";
export { addLayer } from "./page/history.js";
export { ask } from "./page/requests.js";
export { holdNews } from "./table/request_queue.js";
export { isNews } from "./table/updates.js";
