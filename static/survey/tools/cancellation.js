// A long search in a picture that somebody may stop: it ends at its next question.
/** Thrown where a search was stopped. */
export class Stopped extends Error {}

/** Return a picture as a search asks it: `search.isStopped` ends that at the next question. */
export function stoppable(picture, search) {
  return Object.create(picture, {
    ask: {
      value: (...asked) => {
        if (search.isStopped) throw new Stopped();
        return picture.ask(...asked);
      },
    },
  });
}
