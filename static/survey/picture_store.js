// The picture of a board, kept on this device alone: it is never sent.

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
