// After an update of the server this page still has the scripts from before. The server names its edition
// with each answer; the next look at the moment brings the new page. What was being chosen is there again
// (draft.js).
import { target } from "./live.js";

const MARK = /\/static\/([0-9a-f]{16})\//;
const RENEWED = "renewed for";
const mine = import.meta.url.match(MARK)?.[1];

function renew(event) {
  const { request, response } = event.detail.ctx;
  const now = response?.headers.get("Referee-Files");
  const looked = request.method === "GET" && target(event.detail.ctx) === "moment";
  // Once for each edition: otherwise the page would never rest while two servers answer in turn.
  if (!mine || !now || now === mine || !looked || sessionStorage.getItem(RENEWED) === now) return;
  sessionStorage.setItem(RENEWED, now);
  location.reload();
}

document.addEventListener("htmx:finally:request", renew);
