// This device's part of the referee's dice: random bytes, added once the page has shown the referee's seal.
// They are kept on the device, so that it can find them in the record.
import { find } from "./find.js";

const BYTES = 32;
const place = find("#dice");
const name = place && `dice ${place.dataset.table} ${place.dataset.seat}`;
const kept = () => JSON.parse(localStorage.getItem(name) ?? "null");
const keep = (part) => localStorage.setItem(name, JSON.stringify(part));
const tell = (words) => { find("[role=status]", place).textContent = words; };

function random() {
  const bytes = [...crypto.getRandomValues(new Uint8Array(BYTES))];
  return bytes.map((byte) => byte.toString(16).padStart(2, "0")).join("");
}

// The same part sent again counts once, so it is sent until it is known to be there.
async function add() {
  const { seal, table } = place.dataset;
  if (kept()?.seal !== seal) keep({ seal, part: random() });
  const { part, added } = kept();
  if (added) return;
  const headers = { "Content-Type": "application/json" };
  const body = JSON.stringify({ seal, part });
  const answer = await fetch(`${table}/part`, { method: "POST", headers, body }).catch(() => null);
  if (answer?.ok) keep({ seal, part, added: true });
}

async function recorded() {
  const answer = await fetch(`${place.dataset.table}/record`).catch(() => null);
  if (!answer?.ok) return null;
  return JSON.parse((await answer.text()).split("\n")[0]).parts ?? [];
}

function found(parts) {
  const { seat } = place.dataset;
  const { part, added } = kept();
  const all = parts.length === 1 ? "1 part" : `${parts.length} parts`;
  const at = parts.findIndex((given) => given.part === part);
  if (at >= 0) {
    const start = part.slice(0, 8);
    return `The record has ${all}. Number ${at + 1} is this device’s: it begins with ${start}.`;
  }
  if (added) return "This device’s part is missing, so the dice may be chosen. Tell the other players.";
  const shared = parts.some((given) => given.seat === seat);
  if (shared) return `The record has ${all}. Another device of this seat added one.`;
  return `The record has ${all}. This device will add its own when the page is loaded next.`;
}

async function check(event) {
  if (!event.target.closest("[data-check-dice]")) return;
  await add();
  const parts = await recorded();
  tell(parts ? found(parts) : "The referee does not answer. Try again.");
}

if (place) {
  document.addEventListener("click", check);
  add();
}
