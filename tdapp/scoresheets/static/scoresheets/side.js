// Beside the rows: the board as it stands after the row in hand, what is to say about that row, the tiles not seen yet.
import { mark, showAt, squareAt, squareOf } from "../td/board.js";
import { el, icon } from "../td/lib.js";
import { lyingAt, preview, squareName, unseen } from "./lying.js";
import { signOf } from "./row.js";
import { say } from "./said.js";

export class Side {
  /** @type {import("./offers.js").Offers} */
  offers;
  page;
  picked;
  root;
  /** @type {import("./store_core.js").SheetStore} */
  store;
  taken;

  constructor(root, store, page, { picked, taken, offers }) {
    Object.assign(this, { root, store, page, picked, taken, offers });
    this.frame = root.querySelector("[data-board]");
    this.svg = this.frame.querySelector("svg");
    this.caption = root.querySelector("[data-after]");
    this.tiles = root.querySelector("[data-tiles]");
    this.bag = root.querySelector("[data-bag]");
    this.detail = root.querySelector("[data-detail]");
    this.here = page.start;
    this.frame.addEventListener("keydown", (event) => this.key(event));
    this.frame.addEventListener("focus", () => this.cursor(this.here));
    this.frame.addEventListener("blur", () => this.cursor(null));
    // The cell keeps the focus: leaving it would store the row, and what is said of it would move the board under the finger.
    this.svg.addEventListener("mousedown", (event) => event.preventDefault());
    this.svg.addEventListener("click", (event) => this.pick(squareAt(event), null));
  }

  // row: a Row of the grid, null before anything was looked at.
  show(row, number) {
    const rows = this.store.rows();
    const lying = lyingAt(rows, row?.turn ? row.id : null, this.page);
    const draft = row && this.store.drafts[row.id];
    const cells = draft && (draft.cells ?? {});
    const seen = draft && row.turn ? lyingAt(before(rows, row.id), null, this.page) : lying;
    const typed = cells ? preview(cells, seen, this.page) : [];
    const all = [...(typed.length ? seen.map((one) => ({ ...one, fresh: false })) : lying), ...typed];
    const looks = JSON.stringify(all.map((one) => [one.square, one.shown, one.blank, one.fresh]));
    if (looks !== this.looks) showAt(this.svg, all);
    this.looks = looks;
    this.marks(row, cells);
    this.caption.textContent = this.when(row, rows, number);
    this.count(lying, row, rows);
    this.explain(row, number);
  }

  marks(row, cells) {
    const place = cells ? cells.at : row?.turn?.position;
    if (document.activeElement !== this.frame) mark(this.svg, cells ? squareName(place ?? "") || null : null, "cursor");
    const wrong = row?.findings?.some((one) => one.root && one.severity === "error" && one.code !== "total_wrong");
    mark(this.svg, wrong ? (row.computed.placements ?? []).map((one) => one.square) : null, "wrong");
  }

  when(row, rows, number) {
    if (!rows.length) return say("before_first");
    if (!row?.turn) return say("after_last", { row: rows.length });
    return say("after_row", { row: number });
  }

  count(lying, row, rows) {
    const tiles = unseen(this.page.tiles, lying);
    const left = JSON.stringify(tiles.map((tile) => tile.left));
    // At every key: the tiles are drawn anew only where some other number of them is left.
    if (left !== this.left) this.drawTiles(tiles);
    this.left = left;
    const sum = tiles.reduce((all, tile) => all + tile.left, 0);
    const at = row?.turn ? row : rows.at(-1);
    const [low, high] = at?.computed?.bag ?? [];
    const bag = low == null ? "" : low === high ? say("bag_exact", { low }) : say("bag_between", { low, high });
    this.bag.textContent = [say("unseen_sum", { sum }), bag].filter(Boolean).join(" · ");
  }

  drawTiles(tiles) {
    const drawn = tiles.map((tile) => el("li", { class: tile.left > 0 ? false : "none", title: `${tile.shown || "?"}: ${tile.left} / ${tile.count}` }, el("span", { class: "tile-face" }, tile.shown || "?"), el("span", { class: tile.left < 0 ? "num loss-of" : "num" }, String(tile.left))));
    this.tiles.replaceChildren(...drawn);
  }

  explain(row, number) {
    const offered = this.store.open && row ? this.offers.at(row.id) : [];
    const said = JSON.stringify([offered.map((one) => one.text), row?.id, number, row?.computed?.line, row?.findings, row?.rulings, row?.half, row?.state, this.store.open]);
    if (said === this.said) return;
    this.said = said;
    const empty = !row?.turn;
    this.detail.hidden = empty;
    if (empty) return;
    const name = this.store.base.seats[(row.computed.seat ?? row.turn.seat ?? 0) - 1]?.name;
    this.detail.replaceChildren(
      el("h2", {}, [say("row_n", { row: number }), name].filter(Boolean).join(" · ")),
      ...(row.computed.words ?? []).length ? [el("p", { class: "line-words" }, row.computed.words.join(" · "))] : [],
      ...(row.computed.line ? [el("p", { class: "line-sum" }, row.computed.line)] : []),
      ...(row.half ? [el("div", { class: "said said-ask" }, icon("ask"), el("p", {}, say("half_said")))] : []),
      ...offered.map((one) => this.offers.drawn(one)),
      ...(row.rulings ?? []).map((one) => el("div", { class: `said said-${one.sign}`, "data-ruling": "" }, icon(one.sign), el("div", {}, el("p", {}, one.text), one.url ? el("a", { class: "small", href: one.url }, say("the_ruling")) : null))),
      ...(row.findings ?? []).map((one) => this.finding(one, offered.length > 0 && one.root)),
      ...(!(row.findings ?? []).length && !(row.rulings ?? []).length && !offered.length && !row.half && row.state === "" ? [el("p", { class: "small muted" }, say("nothing_wrong"))] : []));
  }

  // `offered`: what it suggests stands above it already, with its button.
  finding(one, offered = false) {
    const fix = one.fix && this.store.open && !offered ? el("button", { type: "button", class: "btn btn-small", "data-take-fix": "", click: () => this.taken(one.fix) }, say("take_it"), el("kbd", { "aria-hidden": "true" }, "Alt T")) : null;
    const rule = el("span", { class: "small muted" }, one.rule ? `${one.rule} ` : "", el("a", { href: one.page }, say("rule_page")));
    return el("div", { class: `said said-${signOf(one)}${one.root ? "" : " said-hollow"}` }, icon(signOf(one)), el("div", {}, el("p", {}, one.message), one.suggestion && !offered ? el("p", { class: "strong" }, one.suggestion) : null, fix, rule));
  }

  fixOf(row) {
    return row?.findings?.find((one) => one.fix)?.fix;
  }

  cursor(square) {
    if (square) this.here = square;
    mark(this.svg, square, "cursor");
    if (!square) return;
    const label = this.root.querySelector("[data-square-said]");
    const node = squareOf(this.svg, square);
    label.textContent = [square, node?.querySelector("title")?.textContent, node?.querySelector(".tile text")?.textContent].filter(Boolean).join(", ");
  }

  key(event) {
    const step = { ArrowUp: [0, -1], ArrowDown: [0, 1], ArrowLeft: [-1, 0], ArrowRight: [1, 0] }[event.key];
    if (event.ctrlKey || event.metaKey || event.altKey) return;
    if (step) this.cursor(this.moved(step));
    else if (event.key === "Enter" || event.key === " ") this.pick(this.here, event.key === "Enter" && !event.shiftKey ? "across" : "down");
    else if (event.key === "Escape") this.picked(null);
    else return;
    event.preventDefault();
  }

  moved([right, down]) {
    const col = Math.min(this.page.width - 1, Math.max(0, this.here.charCodeAt(0) - 65 + right));
    const row = Math.min(this.page.height, Math.max(1, Number(this.here.slice(1)) + down));
    return `${String.fromCharCode(65 + col)}${row}`;
  }

  // A click takes the square across; a second one on it turns the word downwards.
  pick(square, way) {
    if (!square || !this.store.open) return;
    this.here = square;
    this.picked(square, way);
  }
}

function before(rows, id) {
  return rows.slice(0, Math.max(0, rows.findIndex((row) => row.id === id)));
}
