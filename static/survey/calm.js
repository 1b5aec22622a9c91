// Questions that follow each other under the same keys: a second tap on an answer is none to the next one.

const CALM_MS = 400;

/** The calm after an answer. `show` draws the keys again once it is over. */
export class Calm {
  since = -Infinity;

  constructor(show) {
    this.show = show;
  }

  /** The next question has taken the place of the one that was answered. */
  begin() {
    this.since = performance.now();
    setTimeout(this.show, CALM_MS);
  }

  /** Whether a tap, at a time as events have it, is too soon to be meant for the question that is shown. */
  has(time = performance.now()) {
    return time - this.since < CALM_MS;
  }
}
