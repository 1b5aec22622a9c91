// A photograph for the page: it stays on the device, and a worker measures it.
export const GONE = "That picture is no longer there.";

export class Photo {
  constructor() {
    this.waiting = new Map();
    this.next = 1;
    this.worker = new Worker(new URL("./worker.js", import.meta.url), { type: "module" });
    this.worker.addEventListener("message", ({ data }) => this.told(data));
    this.worker.addEventListener("error", () => this.refuse("The photograph cannot be measured here."));
  }

  /** Return the answer of the worker to a question (see `ANSWERS` there); `progress` hears 0 to 1. */
  ask(question, given, progress = () => {}) {
    const id = this.next;
    this.next += 1;
    return new Promise((yes, no) => {
      this.waiting.set(id, { yes, no, progress });
      this.worker.postMessage({ id, ask: question, given });
    });
  }

  told({ id, answer, error, progress }) {
    const waiting = this.waiting.get(id);
    if (!waiting) return;
    if (progress !== undefined) { waiting.progress(progress); return; }
    this.waiting.delete(id);
    if (error === undefined) waiting.yes(answer);
    else waiting.no(new Error(error));
  }

  /** Let go of the photograph. What was asked of it and is not answered yet is refused. */
  close() {
    this.worker.terminate();
    this.refuse(GONE);
  }

  refuse(sentence) {
    for (const { no } of this.waiting.values()) no(new Error(sentence));
    this.waiting.clear();
  }
}
