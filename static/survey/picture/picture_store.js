// The picture of a board and what it proposes, kept on this device alone: they are never sent.
const NAME = "survey-pictures";
const STORE = "pictures";

function opened() {
  return new Promise((yes, no) => {
    const asked = indexedDB.open(NAME, 1);
    asked.onupgradeneeded = () => asked.result.createObjectStore(STORE);
    asked.onsuccess = () => yes(asked.result);
    asked.onerror = () => no(asked.error);
  });
}

async function done(mode, act) {
  const database = await opened();
  try {
    return await new Promise((yes, no) => {
      const asked = act(database.transaction(STORE, mode).objectStore(STORE));
      asked.onsuccess = () => yes(asked.result);
      asked.onerror = () => no(asked.error);
    });
  } finally {
    database.close();
  }
}

/** Return what is kept of a survey's picture: `{blob, corners, boxes}`, or undefined. */
export const kept = (id) => done("readonly", (store) => store.get(id)).catch(() => undefined);

/** Keep the picture of a survey. A browser that keeps nothing still shows it. */
export const keep = (id, what) => done("readwrite", (store) => store.put(what, id)).catch(() => {});

/** Let go of the picture of a survey. */
export const forget = (id) => done("readwrite", (store) => store.delete(id)).catch(() => {});

// ---- Proposals -------------------------------------------------------------------------------------

// Proposals of the photograph that have not been accepted yet.

/** The proposals of one survey, by the tool that they are for: lists of plain objects. */
export class ProposalStore {
  constructor(survey) {
    this.place = `${survey} proposals`;
    this.all = {};
  }

  /** Bring back what was kept on this device. */
  async restore() {
    this.all = (await kept(this.place)) ?? {};
  }

  of(tool) {
    return this.all[tool] ?? [];
  }

  /** The tool that has proposals, the one that comes latest in a survey; undefined of none. */
  get tool() {
    return ["symbols", "sides", "cut"].find((tool) => this.of(tool).length);
  }

  /** Keep what a tool has proposed now. */
  note(tool, proposals) {
    if (!proposals.length && !this.of(tool).length) return;
    this.all = { ...this.all, [tool]: proposals };
    keep(this.place, this.all);
  }

  /** Let go of all proposals. */
  clear() {
    this.all = {};
    forget(this.place);
  }
}
