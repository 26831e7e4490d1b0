// The rows as the paper has them, typed like a spreadsheet. The row that is being typed is never touched from outside:
// answers, other people's rows and findings are drawn around it.
import { el } from "../td/lib.js";
import { COLUMNS, MOVES, UNTOLD, isBlank, kindOf, misread, same, toTurn } from "./cells.js";
import { bothRow } from "./both.js";
import { keyIn } from "./moving.js";
import { pasteIn } from "./pasting.js";
import { Row } from "./row.js";
import { say } from "./said.js";
import { newRow } from "./store.js";

export class Grid {
  body;
  /** @type {import("./offers.js").Offers} */
  offers;
  page;
  /** @type {Map<string, Row>} */
  rows;
  shown;
  /** @type {import("./store_core.js").SheetStore} */
  store;
  table;

  // shown(row): the row that has the focus, or nothing is typed in, changed.
  constructor(table, store, page, { shown }) {
    // A phone has no room beside the rows: what is to say stands in a row of its own under the row in hand.
    this.under = el("tr", { class: "row-under", hidden: "" }, el("td", { colspan: 10 }));
    Object.assign(this, { table, body: table.tBodies[0], store, page, shown, rows: new Map(), order: [], endId: newRow(), current: null });
    this.body.replaceChildren();
    this.body.addEventListener("focusin", (event) => this.entered(event));
    this.body.addEventListener("focusout", (event) => this.left(event));
    this.body.addEventListener("input", (event) => this.typed(event));
    this.body.addEventListener("keydown", (event) => keyIn(this, event));
    this.body.addEventListener("paste", (event) => pasteIn(this, event));
    addEventListener("beforeunload", (event) => (store.unsaved || this.typing().length) && event.preventDefault());
  }

  get readOnly() {
    return !this.store.open;
  }

  // What is to be seen: rows with what is written here over them, rows being typed that are nowhere yet, an empty one at the end.
  wanted() {
    const rows = this.store.rows();
    const known = new Set(rows.map((row) => row.id));
    const extra = Object.entries({ ...this.store.both, ...this.store.drafts }).filter(([id]) => !known.has(id) && id !== "head");
    for (const [id, draft] of extra) {
      const blank = { id, turn: null, version: null };
      const at = draft.after === null ? -1 : rows.findIndex((row) => row.id === draft.after);
      rows.splice(draft.after === undefined || (at < 0 && draft.after !== null) ? rows.length : at + 1, 0, blank);
    }
    const typedAtEnd = extra.some(([id]) => id === this.endId);
    return this.readOnly || typedAtEnd ? rows : [...rows, { id: this.endId, turn: null, version: null }];
  }

  draw() {
    const wanted = this.wanted();
    const held = document.activeElement;
    const [stood, wasIn] = [this.order.indexOf(this.current), this.body.contains(held)];
    const nodes = wanted.flatMap((row, at) => this.drawn(row, at + 1, wanted));
    for (const [id, row] of this.rows) if (!wanted.some((one) => one.id === id)) this.drop(id, row);
    nodes.forEach((node, at) => this.body.children[at] !== node && this.body.insertBefore(node, this.body.children[at] ?? null));
    while (this.body.children.length > nodes.length) this.body.lastElementChild.remove();
    this.order = wanted.map((row) => row.id);
    this.span();
    if (wasIn && held !== document.activeElement) this.hold(held, stood);
    this.tell();
  }

  // The row in hand was put elsewhere, or somebody else removed it: the hand stays as near as it can.
  hold(held, stood) {
    if (this.body.contains(held)) return back(held);
    return this.rows.get(this.order[Math.min(stood, this.order.length - 1)])?.go(this.column);
  }

  // Rows that go across all columns: as many as are to be seen.
  span() {
    const seen = [...this.table.tHead.rows[0].cells].filter((cell) => getComputedStyle(cell).display !== "none").length;
    for (const cell of this.body.querySelectorAll("td[colspan]")) cell.colSpan = seen;
  }

  drawn(row, number, wanted) {
    const drawn = this.rows.get(row.id) ?? this.made(row.id);
    const draft = this.store.drafts[row.id];
    const facts = { number, state: this.stateOf(row.id, draft), draft, readOnly: this.readOnly, seats: this.store.base.seats, expected: this.expected(wanted, number), offered: this.offers?.at(row.id) };
    drawn.draw(row, facts);
    const both = this.store.both[row.id];
    const under = row.id === this.current ? [this.under] : [];
    return [drawn.node, ...(both ? [bothRow(row.id, both, this)] : []), ...under];
  }

  made(id) {
    const row = new Row(id, this.page);
    this.rows.set(id, row);
    return row;
  }

  drop(id, row) {
    row.node.remove();
    this.rows.delete(id);
  }

  stateOf(id, draft) {
    if (this.store.both[id]) return "both";
    if (draft?.said) return "refused";
    if (draft?.seen && !this.store.base.rows.some((row) => row.id === id)) return "removed";
    if (draft) return "typing";
    if (!this.store.waits(id)) return "";
    return this.store.link === "ok" ? "saving" : "unsaved";
  }

  // Whose turn a new row is: the server knows; while it has not answered, the next seat after the last move.
  expected(wanted, number) {
    const before = wanted.slice(0, number - 1).filter((row) => row.turn);
    const last = before.findLast((row) => MOVES.has(row.turn.kind) && row.turn.seat);
    const atEnd = before.length === this.store.base.rows.length;
    if (atEnd && !this.store.jobs.length) return this.store.base.expected_seat;
    const seats = this.store.base.seats.length;
    return last ? (last.turn.seat % seats) + 1 : this.store.base.head.starter ?? 1;
  }

  rowOf(node) {
    return this.rows.get(node?.closest?.("[data-row]")?.dataset.row);
  }

  typing() {
    return Object.keys(this.store.drafts);
  }

  entered(event) {
    const row = this.rowOf(event.target);
    if (!row) return;
    this.current = row.id;
    this.column = event.target.dataset.cell ?? this.column;
    // As in a spreadsheet, what is typed replaces the cell; a click puts the caret.
    if (event.target.dataset.cell) event.target.select();
    for (const one of this.rows.values()) one.node.classList.toggle("current", one === row);
    row.node.after(this.under);
    this.tell();
  }

  // Leaving a row saves it; the board and the row's own buttons do not count as leaving, nor does another window.
  left(event) {
    const row = this.rowOf(event.target);
    const to = event.relatedTarget;
    if (!row || row.holds(to) || to?.closest("[data-keep-row]")) return;
    if (to || document.hasFocus()) this.commit(row);
  }

  typed(event) {
    const row = this.rowOf(event.target);
    const name = event.target.dataset.cell;
    if (!row || !name || this.readOnly) return;
    this.space(row, name, event.target);
    row.guess(name, UNTOLD.has(kindOf(row.typed(), this.page.width)));
    row.invalid([]);
    this.keep(row);
  }

  // A space ends a cell: place, word, score, total. In the word of anything but a play it is part of what is written.
  space(row, name, input) {
    if (!/\s$/.test(input.value) || !input.value.trim() || !["at", "word", "score", "total"].includes(name)) return;
    if (name === "word" && kindOf(row.typed(), this.page.width) !== "play") return;
    input.value = input.value.trim();
    row.go({ at: "word", word: "score", score: "total", total: "clock" }[name]);
  }

  keep(row) {
    const known = this.store.drafts[row.id];
    const place = { seen: this.store.seenOf(row.id, row.version), after: row.turn ? this.order[this.order.indexOf(row.id) - 1] ?? null : undefined };
    const { seen, after, added } = known ?? place;
    this.store.draft(row.id, { cells: row.typed(), seen, after, added });
    row.node.classList.add("row-typing");
    row.who(this.store.base.seats);
    this.tell();
  }

  // Typed cells become a write; nothing new in them, nothing happens. False: something cannot be read, it stays typed.
  commit(row) {
    const draft = this.store.drafts[row.id];
    if (!draft || this.readOnly) return true;
    const cells = row.typed();
    const wrong = misread(cells);
    row.invalid(wrong);
    if (wrong.length) return this.tellWrong(row, wrong);
    this.store.draft(row.id, null);
    this.write(row, draft, cells);
    return true;
  }

  tellWrong(row, wrong) {
    const said = wrong.map((name) => say("no_number", { cell: say(`head_${name}`), text: row.inputs[name].value }));
    this.store.draft(row.id, { ...this.store.drafts[row.id], cells: row.typed(), said });
    this.draw();
    if (row.holds(document.activeElement)) row.go(wrong[0]);
    return false;
  }

  write(row, draft, cells) {
    const turn = toTurn(cells, row.turn, this.page);
    if (row.turn && same(turn, row.turn)) return this.draw();
    if (row.turn) return this.store.set(row.id, draft.seen, turn);
    if (isBlank(cells)) return this.draw();
    if (row.id === this.endId) this.renew();
    return this.store.add(row.id, draft.after, turn);
  }

  // Every row but the one in hand was saved when it was left; now that one too.
  commitAll() {
    return this.typing().every((id) => !this.rows.has(id) || this.commit(this.rows.get(id)));
  }

  renew() {
    this.endId = newRow();
  }

  put(row, cells) {
    for (const [name, value] of Object.entries(cells)) row.inputs[name].value = value;
    this.keep(row);
  }

  accept(row) {
    if (row.expected != null && !row.inputs.score.value.trim()) this.put(row, { score: String(row.expected) });
  }

  insert(after) {
    const id = newRow();
    this.store.draft(id, { cells: Object.fromEntries(COLUMNS.map((name) => [name, ""])), after, added: true });
    this.draw();
    const row = this.rows.get(id);
    row.inputs.seat.value = String(this.expected(this.wanted(), this.order.indexOf(id) + 1));
    this.keep(row);
    row.go("at");
  }

  remove(row) {
    const next = this.order[this.order.indexOf(row.id) + 1] ?? this.order[0];
    const waiting = this.store.drafts[row.id];
    this.store.draft(row.id, null);
    if (row.turn) this.store.remove(row.id);
    else if (waiting) this.draw();
    this.rows.get(next)?.go("at");
  }

  move(row, by) {
    const order = this.store.rows().map((one) => one.id);
    const at = order.indexOf(row.id);
    const to = at + by;
    if (at < 0 || to < 0 || to >= order.length || !this.commit(row)) return;
    order.splice(at, 1);
    this.store.move(row.id, to ? order[to - 1] : null);
  }

  at(id) {
    return this.rows.get(id ?? this.current);
  }

  focus() {
    (this.rows.get(this.endId) ?? [...this.rows.values()].at(-1))?.go("at");
  }

  tell() {
    this.shown(this.rows.get(this.current) ?? null);
  }
}

// A row that was put elsewhere while somebody typed in it: the hand stays where it was.
function back(input) {
  const { selectionStart, selectionEnd } = input;
  input.focus();
  input.setSelectionRange?.(selectionStart, selectionEnd);
}
