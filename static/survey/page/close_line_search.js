// Asks the server for the lines that are too close to call, some squares at a time; a key stops it.
const AWAY = "This needs the network, and there is no connection.";

/** Wait until the server has every gesture. */
export function saved(sync) {
  if (sync.state === "kept") return undefined;
  return new Promise((done) => {
    const look = () => {
      if (sync.state === "sending" || sync.state === "fetching") return;
      sync.removeEventListener("state", look);
      done();
    };
    sync.addEventListener("state", look);
  });
}

/** The search. Meanwhile the button `find` is disabled; `cancel` stops it, `progress` shows how far it is. */
export class CloseSearch {
  stopping = null;

  constructor(sync, { find, cancel, progress }) {
    Object.assign(this, { sync, find, cancel, progress });
    cancel.addEventListener("click", () => this.stopping?.abort());
  }

  get isOn() {
    return this.stopping !== null;
  }

  /**
   * Ask for all of them: `{calls, sentence}`. Without calls the sentence says why, or nothing where somebody
   * has stopped it.
   */
  async ask() {
    this.stopping = new AbortController();
    const { signal } = this.stopping;
    this.show();
    await saved(this.sync);
    const calls = [];
    try {
      for (let first = 0; first !== null;) {
        const answer = await fetch(`${this.sync.url}/close?from=${first}`, { signal });
        const told = await answer.json();
        if (!answer.ok) throw new Error(told.detail);
        calls.push(...told.calls);
        this.progress.value = (told.next ?? told.squares) / told.squares;
        first = told.next;
      }
      return { calls };
    } catch (wrong) {
      if (signal.aborted) return {};
      return { sentence: wrong instanceof TypeError ? AWAY : wrong.message };
    } finally {
      this.stopping = null;
      this.show();
    }
  }

  show() {
    this.find.disabled = this.isOn;
    this.progress.hidden = !this.isOn;
    this.progress.value = 0;
    this.cancel.hidden = !this.isOn;
  }
}
