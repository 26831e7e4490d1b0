// Everything a row can hold, in a dialog: who challenged and in which order, the verdict, the words, a note; and moving the row.
import { readPlace, readTiles } from "./cells.js";
import { say } from "./said.js";

const SHOWN = {
  play: ["seat", "position", "word", "rack", "score", "total", "seconds", "note"], exchange: ["seat", "tiles", "number", "rack", "total", "seconds", "note"],
  challenge: ["challengers", "verdict", "words", "of", "hold", "score", "note"], theme: ["seat", "words", "score", "total", "note"], recycle: ["seat", "position", "tiles", "note"],
  out: ["seat", "tiles", "score", "total", "note"], rack: ["seat", "tiles", "score", "total", "note"], end: ["reason", "note"],
};
const OTHERS = ["seat", "rack", "score", "total", "seconds", "note"];
const NUMBERS = new Set(["seat", "number", "score", "total", "seconds", "of"]);
const SEATS = (text) => [...text].filter((one) => /[1-4]/.test(one)).map(Number);

function readField(name, field, tiles) {
  const text = field.type === "checkbox" ? "" : field.value.trim();
  if (name === "hold") return field.checked || null;
  if (name === "challengers") return SEATS(text);
  if (name === "words") return readTiles(text, tiles).split(/[\s,;]+/).filter(Boolean);
  if (NUMBERS.has(name)) return text === "" ? null : Number(text);
  if (name === "position") return readPlace(text) || text;
  return ["word", "rack", "tiles"].includes(name) ? readTiles(text, tiles) : text;
}

const shownAs = (value) => (Array.isArray(value) ? value.join(" ") : value ?? "");

export class More {
  dialog;
  /** @type {import("./grid.js").Grid} */
  grid;
  id;
  isNew;
  turn;

  constructor(dialog, grid) {
    Object.assign(this, { dialog, grid });
    dialog.querySelector("[data-field=kind]").addEventListener("change", () => this.fit());
    dialog.querySelector("form").addEventListener("submit", (event) => this.save(event));
    dialog.addEventListener("click", (event) => this.act(event.target.closest("[data-act]")?.dataset.act));
    dialog.addEventListener("close", () => this.grid.at(this.id)?.go(this.grid.column ?? "at"));
  }

  fields() {
    return [...this.dialog.querySelectorAll("[data-field]")];
  }

  open(row) {
    if (!row || !this.grid.commit(row) || this.grid.readOnly) return;
    // A row just typed stands in the list under its own id, its turn as it was written here.
    const turn = this.grid.store.rows().find((one) => one.id === row.id)?.turn ?? { kind: "play", seat: Number(row.inputs.seat.value) || null };
    Object.assign(this, { id: row.id, turn, isNew: !row.turn });
    this.dialog.querySelector("h2").textContent = say("row_n", { row: row.number.textContent });
    for (const field of this.fields()) {
      if (field.type === "checkbox") field.checked = Boolean(turn[field.dataset.field]);
      else field.value = shownAs(turn[field.dataset.field]);
    }
    this.fit();
    for (const button of this.dialog.querySelectorAll("[data-act]")) button.hidden = this.isNew && button.dataset.act !== "close";
    this.dialog.showModal();
    this.dialog.querySelector("[data-field=kind]").focus();
  }

  fit() {
    const kind = this.dialog.querySelector("[data-field=kind]").value;
    const shown = SHOWN[kind] ?? OTHERS;
    for (const field of this.fields()) if (field.dataset.field !== "kind") field.closest("[data-holder]").hidden = !shown.includes(field.dataset.field);
  }

  save(event) {
    event.preventDefault();
    const kind = this.dialog.querySelector("[data-field=kind]").value;
    const turn = { kind, ...(this.turn.extra ? { extra: this.turn.extra } : {}) };
    for (const field of this.fields()) {
      const name = field.dataset.field;
      const value = name === "kind" || !(SHOWN[kind] ?? OTHERS).includes(name) ? null : readField(name, field, this.grid.page.tiles);
      if (value != null && value !== "" && !(Array.isArray(value) && !value.length)) turn[name] = value;
    }
    const row = this.grid.at(this.id);
    this.dialog.close();
    if (this.isNew) return this.added(turn);
    return this.grid.store.set(this.id, row?.version, turn);
  }

  added(turn) {
    const draft = this.grid.store.drafts[this.id];
    this.grid.store.draft(this.id, null);
    if (this.id === this.grid.endId) this.grid.renew();
    this.grid.store.add(this.id, draft?.after, turn);
  }

  act(name) {
    const row = this.grid.at(this.id);
    if (!name || !row) return;
    this.dialog.close();
    if (name === "up" || name === "down") this.grid.move(row, name === "up" ? -1 : 1);
    if (name === "insert") this.grid.insert(row.id);
    if (name === "remove") this.grid.remove(row);
  }
}
