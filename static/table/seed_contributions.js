// This device's contributions to the seed of the dice: random bytes, once the page has shown the referee's
// seal. The device first commits to a contribution, by its hash. When all commitments of the round are fixed,
// it stores them and reveals the contribution, so no other can be chosen to suit it. The device keeps
// everything, to check it against the record.
import { find } from "../page/dom.js";
import { fetchForSeat } from "./seat.js";

const BYTES = 32;
const [SOON, SELDOM, LOOK] = [1000, 20000, 500];
const LOOKS = 24;
const ARRIVING = [1000, 3000, 10000];
const place = find("#dice");
const name = place && `dice ${place.dataset.table} ${place.dataset.seat}`;
const tell = (words) => { find("[role=status]", place).textContent = words; };
const wait = (time) => new Promise((done) => setTimeout(done, time));
const hex = (bytes) => bytes.map((byte) => byte.toString(16).padStart(2, "0")).join("");
let working = null;
let later = null;
let pause = SOON;
let looked = 0;

// `part` is the newest of `own`. A part with no promise was added in one step, by an earlier version.
function kept() {
  const found = JSON.parse(localStorage.getItem(name) ?? "null");
  if (found?.seal !== place.dataset.seal) return { seal: place.dataset.seal, own: [] };
  return { ...found, own: found.own ?? [{ part: found.part }] };
}

function keep(own) {
  const { seal } = place.dataset;
  localStorage.setItem(name, JSON.stringify({ seal, part: own.at(-1).part, own }));
}

function fresh() {
  const bytes = [...crypto.getRandomValues(new Uint8Array(BYTES))];
  const made = { part: hex(bytes), commit: sha256(bytes) };
  keep([...kept().own, made]);
  return made;
}

const mark = (mine, more) => keep(kept().own.map((one) => (
  one.part === mine.part ? { ...one, ...more } : one
)));

async function send(what) {
  const { seal, table } = place.dataset;
  const headers = { "Content-Type": "application/json" };
  const body = JSON.stringify({ seal, ...what });
  const answer = await fetchForSeat(`${table}/part`, { method: "POST", headers, body }).catch(() => null);
  return answer?.ok ? answer.json() : null;
}

const promised = (answer, mine) => answer?.commits.find(({ commit }) => commit === mine.commit);

// Another device has begun a round, and this seat has no promise in it.
function asked(answer, mine) {
  const newest = answer.commits.at(-1);
  const seats = answer.commits.filter(({ round }) => round === newest.round).map(({ seat }) => seat);
  const open = newest.closed === undefined && newest.round > promised(answer, mine).round;
  return open && !seats.includes(place.dataset.seat);
}

// Store everything that was known before this contribution was revealed: none of it may change afterwards.
function note(answer, mine) {
  const { round } = promised(answer, mine);
  const commits = answer.commits.filter((other) => other.round <= round).map(({ commit }) => commit);
  const parts = answer.parts.map(({ part }) => part);
  mark(mine, { commits, parts });
}

// Go as far as the other devices allow. Return whether the newest round with this device counts now.
async function step() {
  let mine = kept().own.findLast(({ commit }) => commit) ?? fresh();
  let answer = await send({ commit: mine.commit });
  if (promised(answer, mine) && asked(answer, mine)) {
    mine = fresh();
    answer = await send({ commit: mine.commit });
  }
  const promise = promised(answer, mine);
  if (promise?.after !== undefined) return true;
  if (promise?.closed === undefined) return false;
  if (!mine.commits) note(answer, mine);
  const then = await send({ part: mine.part });
  if (then) mark(mine, { shown: true });
  return promised(then, mine)?.after !== undefined;
}

// One at a time. While the round does not count, try again after longer and longer pauses.
async function add() {
  clearTimeout(later);
  working ??= step().finally(() => { working = null; });
  looked = performance.now();
  const done = await working;
  if (!done && pause < 16 * SELDOM) later = setTimeout(add, pause *= 2);
  return done;
}

function news() {
  if (performance.now() - looked > SELDOM) add();
}

// A newcomer promises a part in a moment, or a little later where the network is slow.
function came() {
  pause = SOON;
  for (const time of ARRIVING) setTimeout(add, time);
}

async function recorded() {
  const answer = await fetchForSeat(`${place.dataset.table}/record`).catch(() => null);
  if (!answer?.ok) return null;
  return JSON.parse((await answer.text()).split("\n")[0]);
}

const begins = (all, start) => start.every((one, n) => all[n] === one);

// The record must hold what this device saw before it showed its part, unchanged, and the part itself.
function changed({ parts = [], commits = [], seals }) {
  const { own, seal } = kept();
  const values = parts.map(({ part }) => part);
  const gone = (one) => {
    const promise = commits.find(({ commit }) => commit === one.commit);
    const until = commits.filter(({ round }) => round <= promise?.round).map(({ commit }) => commit);
    const missing = one.shown && promise?.after !== undefined && !values.includes(one.part);
    return missing || until.join() !== one.commits.join() || !begins(values, one.parts);
  };
  return !Object.values(seals).includes(seal) || own.some((one) => one.commits && gone(one));
}

function found(header) {
  const { parts = [] } = header;
  const { own } = kept();
  if (changed(header)) return "The record is not what this device was shown, so the dice may have been"
    + " picked. Tell the other players.";
  const all = parts.length === 1 ? "1 part" : `${parts.length} parts`;
  const at = parts.findLastIndex(({ part }) => own.some((one) => one.part === part));
  if (at >= 0) {
    const start = parts[at].part.slice(0, 8);
    return `The record has ${all}. Number ${at + 1} is this device’s: it begins with ${start}.`;
  }
  if (own.at(-1)?.commits) return `The record has ${all}. This device’s came too late and does not count.`;
  const shared = parts.some((given) => given.seat === place.dataset.seat);
  if (shared) return `The record has ${all}. Another device of this seat added one.`;
  return `The record has ${all}. This device’s follows once the others have promised theirs.`;
}

async function check(event) {
  if (!event.target.closest("[data-check-dice]")) return;
  tell("Looking …");
  for (let looks = 0; looks < LOOKS && !await add(); looks += 1) await wait(LOOK);
  const header = await recorded();
  tell(header ? found(header) : "The referee does not answer. Try again.");
}

// ---- SHA-256 ---------------------------------------------------------------------------------------

// Browsers provide it only where the address is https or the device's own.
const PRIMES = primes(64);
const fraction = (root) => Math.floor((root % 1) * 2 ** 32);
const START = PRIMES.slice(0, 8).map((prime) => fraction(Math.sqrt(prime)));
const ROUNDS = PRIMES.map((prime) => fraction(Math.cbrt(prime)));
const turn = (word, bits) => (word >>> bits) | (word << (32 - bits));

function primes(count) {
  const found = [];
  for (let n = 2; found.length < count; n += 1) {
    if (found.every((prime) => n % prime)) found.push(n);
  }
  return found;
}

/** Return the SHA-256 of up to 55 bytes, as hexadecimal digits. */
function sha256(bytes) {
  const block = new DataView(new ArrayBuffer(64));
  bytes.forEach((byte, n) => block.setUint8(n, byte));
  block.setUint8(bytes.length, 0x80);
  block.setUint32(60, bytes.length * 8);
  const words = Array.from({ length: 16 }, (_, n) => block.getUint32(4 * n));
  for (let n = 16; n < 64; n += 1) {
    const [early, late] = [words[n - 15], words[n - 2]];
    const first = turn(early, 7) ^ turn(early, 18) ^ (early >>> 3);
    const second = turn(late, 17) ^ turn(late, 19) ^ (late >>> 10);
    words.push((words[n - 16] + first + words[n - 7] + second) >>> 0);
  }
  const last = words.reduce(mixed, START);
  return last.map((word, n) => ((word + START[n]) >>> 0).toString(16).padStart(8, "0")).join("");
}

function mixed([a, b, c, d, e, f, g, h], word, n) {
  const chosen = (e & f) ^ (~e & g);
  const most = (a & b) ^ (a & c) ^ (b & c);
  const one = h + (turn(e, 6) ^ turn(e, 11) ^ turn(e, 25)) + chosen + ROUNDS[n] + word;
  const two = (turn(a, 2) ^ turn(a, 13) ^ turn(a, 22)) + most;
  return [(one + two) >>> 0, a, b, c, (d + one) >>> 0, e, f, g];
}

// ---- Start -----------------------------------------------------------------------------------------

if (place) {
  document.addEventListener("click", check);
  document.addEventListener("table:presence", came);
  document.addEventListener("htmx:after:swap", news);
  add();
}
