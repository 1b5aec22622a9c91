// Export of a board: as a map on the server, or as a file for a virtual table with the photograph in it.
import { ROOT } from "../../page/dom.js";
import { saved } from "./close_line_search.js";
import { saveAs, withPhotograph } from "../picture/universal_vtt.js";

const AWAY = "This needs the network, and there is no connection.";
const find = (id) => document.querySelector(`#${id}`);

/** The panel. `desk` is the page. */
export class Finish {
  constructor(desk) {
    this.desk = desk;
    find("make-map").addEventListener("click", () => this.makeMap());
    find("save-vtt").addEventListener("click", () => this.saveTable());
  }

  /** Say what came of a tap on one of the keys. */
  told(...what) {
    find("made").replaceChildren(...what);
    find("made").hidden = false;
  }

  async makeMap() {
    const { desk } = this;
    const key = find("make-map");
    key.disabled = true;
    try {
      await saved(desk.sync);
      if (desk.sync.unsent) throw new TypeError(AWAY);
      const by = encodeURIComponent(find("by").value);
      const answer = await fetch(`${desk.sync.url}/map?by=${by}`, { method: "POST" });
      const map = await answer.json();
      if (!answer.ok) {
        this.told(`Not yet: ${await desk.wrong.first() ?? map.detail}`);
        return;
      }
      const link = document.createElement("a");
      link.href = `${ROOT}/?map=${map.id}#start`;
      link.textContent = "Start a table on it";
      this.told(`${map.name} is a map now. `, link);
    } catch {
      this.told(AWAY);
    } finally {
      key.disabled = false;
    }
  }

  /** Save a Universal VTT. The photograph is put into it here: it never leaves this device. */
  async saveTable() {
    const { desk } = this;
    const key = find("save-vtt");
    key.disabled = true;
    try {
      await saved(desk.sync);
      if (desk.sync.unsent) throw new TypeError(AWAY);
      const answer = await fetch(`${desk.sync.url}/map.dd2vtt`);
      const table = await answer.json();
      if (!answer.ok) {
        this.told(`Not yet: ${table.detail}`);
        return;
      }
      const { picture, plane } = desk;
      const isThere = picture.isPlaced;
      const name = plane.name.replaceAll(/[^\p{L}\p{N}]+/gu, "-").replaceAll(/^-|-$/g, "").toLowerCase();
      saveAs(`${name || "board"}.dd2vtt`, isThere ? await withPhotograph(table, picture) : table);
      this.told(isThere ? "Saved, with the photograph in it."
        : "Saved without a photograph: none lies under the drawing.");
    } catch (wrong) {
      this.told(wrong instanceof TypeError ? AWAY : wrong.message);
    } finally {
      key.disabled = false;
    }
  }
}
