// A player's own notes in a sheet. They are saved while they are typed, and the sheet says so. What is not
// saved yet stays in this tab and is tried again until it is.
import { find } from "../page/dom.js";
import { fetchForSeat } from "./seat.js";

const PAUSE = 600; // ms without a key after which what was typed is saved
const TOO_LONG = 422; // the server's answer to notes with too many characters
const notes = { name: `notes ${location.pathname} ${document.body.className}`, timer: 0, saving: false };
const unsaved = () => sessionStorage.getItem(notes.name);
// The original text, by which the server sees what another device of this seat wrote meanwhile.
const textAtStart = () => sessionStorage.getItem(`${notes.name} opened`) ?? "";

// The page of the notes brings them as they are now: another device of this seat may have written too.
async function openNotes(event) {
  const key = event.target.closest("[data-notes]");
  if (!key || event.ctrlKey || event.metaKey || event.shiftKey) return;
  event.preventDefault();
  notes.url = key.getAttribute("href");
  const answer = await fetchForSeat(notes.url).catch(() => null);
  if (!answer?.ok) return location.assign(notes.url);
  const page = new DOMParser().parseFromString(await answer.text(), "text/html");
  const names = ["#notes-who", "#notes-opened", "[for=notes-text]", "#notes-text"];
  const parts = names.map((part) => find(part, page));
  find("#notes-body").replaceChildren(...parts);
  const text = find("#notes-text");
  if (unsaved() === null) startedWith(find("#notes-opened").value);
  else text.value = unsaved();
  tell(unsaved() === null ? "Saved as you type." : "Not saved yet.");
  find("#notes").showModal();
  text.focus();
  text.setSelectionRange(text.value.length, text.value.length);
  if (unsaved() !== null) saveSoon(0);
}

function typed(event) {
  if (event.target.id !== "notes-text") return;
  sessionStorage.setItem(notes.name, event.target.value);
  tell("Saving …");
  saveSoon(PAUSE);
}

function startedWith(text) {
  sessionStorage.setItem(`${notes.name} opened`, text);
  sessionStorage.removeItem(`${notes.name} edit`);
}

// One edit lasts until the table answers. Its saves are numbered, so the table knows which text is newer, and
// each save can replace the one before if that answer was lost.
function nextSave() {
  const kept = sessionStorage.getItem(`${notes.name} edit`);
  const [edit, last] = kept?.split(" ") ?? [crypto.getRandomValues(new Uint32Array(4)).join("-"), 0];
  const save = Number(last) + 1;
  sessionStorage.setItem(`${notes.name} edit`, `${edit} ${save}`);
  return { edit, save };
}

// Another device wrote too. What was typed here since continues below that.
function joinTexts(sent, both) {
  const field = find("#notes-text");
  const typedNow = field?.value ?? unsaved() ?? sent;
  if (!typedNow.startsWith(sent)) return false;
  const more = typedNow.slice(sent.length);
  startedWith(both);
  if (more) sessionStorage.setItem(notes.name, both + more);
  else sessionStorage.removeItem(notes.name);
  if (field) {
    const fromEnd = field.value.length - field.selectionStart;
    field.value = both + more;
    field.setSelectionRange(field.value.length - fromEnd, field.value.length - fromEnd);
  }
  tell("Saved, below what your other device wrote.");
  return true;
}

function saveSoon(wait) {
  clearTimeout(notes.timer);
  notes.timer = setTimeout(saveNotes, wait);
}

async function saveNotes() {
  const text = unsaved();
  if (text === null || notes.saving) return;
  notes.saving = true;
  const answer = await fetchForSeat(notes.url ?? `${location.pathname}/notes`, {
    method: "POST", body: new URLSearchParams({ text, opened: textAtStart(), ...nextSave() }),
    headers: { "HX-Request": "true" }, keepalive: true,
  }).catch(() => null);
  const both = answer?.ok && answer.status !== 204 ? await answer.text().catch(() => null) : null;
  notes.saving = false;
  if (both !== null && joinTexts(text, both)) return unsaved() === null ? undefined : saveSoon(0);
  if (answer?.ok && both === null) startedWith(text);
  if (answer?.ok && unsaved() === text) {
    sessionStorage.removeItem(notes.name);
    return tell("Saved.");
  }
  // Only other words can be saved then, so the next key tries again.
  if (answer?.status === TOO_LONG) return unsaved() === text ? tell(tooLong()) : saveSoon(0);
  if (!answer?.ok) tell("Not saved yet. The table does not answer; trying again.");
  saveSoon(answer?.ok ? 0 : 3000);
}

function tooLong() {
  const most = find("#notes-text")?.maxLength.toLocaleString("en");
  return "Too long to save. "
    + `Together with what your other device wrote, it has more than ${most} characters. Shorten it here.`;
}

function tell(words) {
  const state = find("#notes-state");
  if (state.textContent !== words) state.textContent = words;
}

document.addEventListener("click", openNotes);
document.addEventListener("input", typed);
document.addEventListener("visibilitychange", saveNotes);
addEventListener("online", saveNotes);
saveNotes();
