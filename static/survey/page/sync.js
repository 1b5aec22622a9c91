// Sends gestures one at a time, and follows other devices. What waits for the network is kept on this device
// until it is answered.
import { ROOT } from "../../page/dom.js";
import { Refused } from "../plane/exact.js";
import { replay } from "../plane/log.js";
import { skipped } from "./refusal_messages.js";

const AGAIN_MS = 2000;

/** Return the log after an entry: a gesture, undo or redo. Throws Refused. */
export function after(log, entry) {
  if (entry.do === "undo") {
    if (!log.done) throw new Refused("There is nothing to undo.");
    return log.undo();
  }
  if (entry.do === "redo") {
    if (log.done === log.gestures.length) throw new Refused("There is nothing to redo.");
    return log.redo();
  }
  return log.add(entry);
}

const newKey = () => [...crypto.getRandomValues(new Uint8Array(12))].map((n) => n.toString(16)).join("-");

/**
 * A survey as this device has it. Events: `change` after each change of the log, `state` when `state` or the
 * number of waiting gestures changes, `refused` with a sentence for a gesture that the server refused or that
 * another device's gesture made impossible, `kept` when the server has everything.
 */
export class Sync extends EventTarget {
  constructor(id) {
    super();
    this.url = `${ROOT}/api/surveys/${id}`;
    this.place = `survey-${id}`;
    this.waiting = [];
    this.heard = 0;
    this.state = "opening";
  }

  /** The log with everything that waits. */
  get log() {
    return this.waiting.at(-1)?.log ?? this.base;
  }

  get plane() {
    return this.log.plane;
  }

  /** How many gestures wait, including those of an earlier visit while the survey could not be opened. */
  get unsent() {
    return this.base ? this.waiting.length : this.remembered().length;
  }

  /** Load the survey, put what waited back on it, and follow. */
  async open() {
    const told = await (await this.asked("")).json();
    this.base = replay(told);
    this.version = told.version;
    this.waiting = this.remembered();
    this.rebase();
    this.follow();
    this.run();
  }

  /** Do an entry here and now, and send it. Return "" or the sentence on why it cannot be done. */
  do(entry) {
    if (this.state === "gone") return "The maker of this board has deleted it. Nothing more is kept of it.";
    try {
      this.waiting.push({ entry, key: newKey(), log: after(this.log, entry) });
    } catch (refused) {
      if (!(refused instanceof Refused)) throw refused;
      return refused.message;
    }
    this.remember();
    this.tell("change");
    this.tell("state");
    this.run();
    return "";
  }

  follow() {
    const events = new EventSource(`${this.url}/events?since=${this.version}`);
    events.addEventListener("version", (event) => {
      this.heard = Number(event.data);
      this.run();
    });
    events.addEventListener("gone", () => {
      events.close();
      this.become("gone");
    });
  }

  /** Send and fetch until nothing is left to do. Only one run at a time. */
  async run() {
    if (this.running || this.state === "gone") return;
    this.running = true;
    while (this.state !== "gone" && (this.waiting.length || this.heard > this.version)) {
      this.become(this.waiting.length ? "sending" : "fetching");
      try {
        await (this.waiting.length ? this.send() : this.fetch());
      } catch (away) {
        if (!(away instanceof TypeError)) throw away;
        this.become("away");
        await this.pause();
      }
    }
    this.running = false;
    if (this.state !== "gone") this.become("kept");
    this.tell("kept");
  }

  async send() {
    const [first] = this.waiting;
    const given = { gesture: first.entry, version: this.version, key: first.key };
    const answer = await this.asked("/gestures", {
      method: "POST", headers: { "Content-Type": "application/json" }, body: JSON.stringify(given),
    });
    const told = await answer.json();
    if (answer.ok && told.version === this.version + 1) {
      this.base = first.log;
      this.version = told.version;
      this.waiting.shift();
    } else if (answer.status === 409) {
      this.take(told);
    } else if (answer.ok) {
      await this.fetch();
    } else {
      this.waiting.shift();
      this.rebase();
      this.tell("refused", told.detail);
    }
    this.remember();
  }

  async fetch() {
    const answer = await this.asked(`/gestures?after=${this.version}`);
    this.take(await answer.json());
  }

  /** Take the gestures of others, and do again what waits here. */
  take({ gestures, version }) {
    for (const { gesture, key } of gestures) {
      this.base = after(this.base, gesture);
      if (key && this.waiting[0]?.key === key) this.waiting.shift();
    }
    this.version = version;
    this.rebase();
  }

  rebase() {
    let log = this.base;
    const still = [];
    for (const { entry, key } of this.waiting) {
      try {
        log = after(log, entry);
        still.push({ entry, key, log });
      } catch (refused) {
        if (!(refused instanceof Refused)) throw refused;
        this.tell("refused", skipped(refused.message));
      }
    }
    this.waiting = still;
    this.remember();
    this.tell("change");
  }

  /** Ask the server; anything but an answer from the referee counts as no network. */
  async asked(path, options) {
    const answer = await fetch(this.url + path, options);
    if (answer.status === 404) this.become("gone");
    const isTold = answer.headers.get("Content-Type")?.includes("json");
    if (!isTold || answer.status >= 500 || answer.status === 429) throw new TypeError("Not now");
    return answer;
  }

  pause() {
    return new Promise((goOn) => {
      const timer = setTimeout(goOn, AGAIN_MS);
      addEventListener("online", () => {
        clearTimeout(timer);
        goOn();
      }, { once: true });
    });
  }

  remembered() {
    try {
      return JSON.parse(localStorage.getItem(this.place) ?? "[]");
    } catch {
      return [];
    }
  }

  remember() {
    try {
      if (!this.waiting.length) localStorage.removeItem(this.place);
      else localStorage.setItem(this.place, JSON.stringify(this.waiting.map(({ log, ...rest }) => rest)));
    } catch {
      // A browser that keeps nothing still sends.
    }
  }

  become(state) {
    this.state = state;
    this.tell("state");
  }

  tell(name, detail = null) {
    this.dispatchEvent(new CustomEvent(name, { detail }));
  }
}
