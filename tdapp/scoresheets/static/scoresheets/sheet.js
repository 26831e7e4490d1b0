// The sheet editor: rows, board, head, and the line that says whether everything is saved.
import { chip, clock, el, icon, toast } from "../td/lib.js";
import { Expecting } from "./expecting.js";
import { Grid } from "./grid.js";
import { Head } from "./head.js";
import { More } from "./more.js";
import { Offers } from "./offers.js";
import { announce, say } from "./said.js";
import { Side } from "./side.js";
import { Store } from "./store.js";

class Sheet {
  constructor(root) {
    const page = JSON.parse(root.dataset.page);
    this.root = root;
    this.page = { ...page, ...page.state.ruleset };
    const user = document.body.dataset.user ?? "";
    this.ready = false;
    this.store = new Store({ ...page, user, page: this.page }, { changed: () => this.draw(), drafted: () => this.ready && this.saved(), told: (kind, facts) => this.told(kind, facts) });
    this.grid = new Grid(root.querySelector("[data-grid]"), this.store, this.page, { shown: (row) => this.shown(row) });
    this.expecting = new Expecting(this.grid, page.urls.expected);
    this.offers = new Offers(this.store, page.urls.offers, root.querySelector("[data-offers]"), { arrived: () => this.draw(), taken: () => this.grid.at()?.go(this.grid.column ?? "at") });
    this.grid.offers = this.offers;
    this.side = new Side(root.querySelector("[data-side]"), this.store, this.page, { picked: (square, way) => this.picked(square, way), taken: (fix) => this.take(fix), offers: this.offers });
    this.head = new Head(root.querySelector("[data-head-form]"), this.store);
    this.more = new More(root.querySelector("[data-more-dialog]"), this.grid);
    this.listen();
    this.ready = true;
    this.draw();
    const narrow = matchMedia("(max-width: 45rem)").matches;
    if (narrow) this.root.querySelector(".sheet-legend")?.removeAttribute("open");
    // A phone keeps its keyboard shut until a cell is touched, but for a sheet that is to be begun.
    if (this.store.open && (!narrow || !this.store.rows().length)) this.grid.focus();
  }

  part(name) {
    return this.root.querySelector(`[data-${name}]`);
  }

  listen() {
    this.root.addEventListener("click", (event) => this.pressed(event));
    this.root.addEventListener("mouseover", (event) => this.hovered(event));
    document.addEventListener("click", (event) => event.target.closest("[data-finish], [data-leave]") && this.leave(event));
    document.addEventListener("keydown", (event) => this.key(event));
    this.root.addEventListener("change", (event) => event.target.matches("[data-column]") && this.columns());
    this.columns(true);
    addEventListener("beforeprint", () => this.side.show(null, 0));
  }

  draw() {
    if (!this.ready) return;
    this.offers.look();
    this.grid.draw();
    this.head.draw();
    this.verdict();
    this.saved();
    document.querySelector("[data-finish]")?.toggleAttribute("disabled", !this.store.rows().length && !Object.keys(this.store.base.head).length);
    this.root.classList.toggle("sheet-closed", !this.store.open);
    this.part("undo").disabled = !this.store.open || !(this.store.base.can_undo || this.store.jobs.length);
    for (const field of document.querySelectorAll("[data-seen]")) field.value = this.store.base.version;
    this.part("editors").textContent = this.store.base.editors.join(", ");
    this.goOn();
  }

  shown(row) {
    if (!this.ready) return;
    const at = row ? this.grid.order.indexOf(row.id) + 1 : 0;
    this.side.show(row, at);
    this.placeDetail(row);
    this.expecting.look();
  }

  placeDetail(row) {
    const narrow = matchMedia("(max-width: 45rem)").matches;
    const place = narrow ? this.grid.under.firstElementChild : this.part("detail-place");
    this.grid.under.hidden = !narrow || !row?.turn;
    if (this.side.detail.parentElement !== place) place.append(this.side.detail);
  }

  verdict() {
    const { base } = this.store;
    const all = [...base.rows.flatMap((row) => row.findings.map((one) => ({ ...one, no: row.no }))), ...base.findings];
    const ruled = base.rows.flatMap((row) => (row.rulings ?? []).map((one) => ({ no: row.no, message: one.text, rule: "" })));
    const paper = [...ruled, ...all.filter((one) => one.no && one.severity !== "info")].map((one) => el("li", {}, `${say("first_at", { row: one.no, what: one.message })} ${one.rule}`));
    this.part("print-findings").replaceChildren(...paper);
    const roots = all.filter((one) => one.root && one.severity === "error");
    const open = all.filter((one) => one.root && one.severity !== "error" && one.severity !== "info");
    const first = roots[0] ?? (base.verdict === "unverifiable" ? open[0] : null);
    const { sign, text: words } = !base.rows.length && this.store.rows().length ? { sign: "ask", text: say("verdict_waits") } : base.headline;
    const where = first?.no ? say("first_at", { row: first.no, what: first.message }) : first?.message ?? "";
    const text = [words, where].filter(Boolean).join(" ");
    const place = this.part("verdict");
    if (place.dataset.text === text) return;
    place.dataset.text = text;
    place.className = `verdict verdict-${sign}`;
    place.replaceChildren(icon(sign), el("span", {}, text));
    this.part("sheet-findings").replaceChildren(...base.findings.map((one) => this.side.finding(one)));
    announce(text);
  }

  saved() {
    const { store } = this;
    const typing = Object.keys(store.drafts).length;
    const both = Object.keys(store.both).length;
    const waits = store.jobs.length;
    const said = store.link === "login" && waits ? ["stop", say("log_in", { n: waits })] : store.link === "login" ? ["stop", say("logged_out")] : store.link !== "ok" && waits ? ["stop", say("not_saved", { n: waits })] : store.link !== "ok" ? ["ask", say("away", { time: clock(store.asOf) })]
      : both ? ["ask", say("both_waits", { n: both })] : waits ? ["info", say("saving_n", { n: waits })] : typing ? ["info", say("typing_n", { n: typing })] : ["ok", say("all_saved")];
    const place = this.part("saved");
    if (place.dataset.said === said.join()) return;
    place.dataset.said = said.join();
    place.replaceChildren(chip(...said));
    this.part("count").textContent = say("rows_n", { n: store.rows().length });
  }

  /** @param {string} kind @param {any} [facts] */
  told(kind, { status, sentences } = {}) {
    if (kind === "refused") toast("stop", sentences.join(" "));
    else if (kind === "status") this.changedStatus(status);
    else toast(kind === "undone" ? "ok" : "ask", say(kind));
  }

  // Somebody finished the sheet, or opened it again: the page is another one now.
  changedStatus(status) {
    if (!this.store.unsaved && !this.grid.typing().length) return location.reload();
    return toast("ask", say(status === "open" ? "is_open" : "is_finished"));
  }

  key(event) {
    if (event.defaultPrevented || !(event.ctrlKey || event.metaKey) || event.shiftKey || event.key !== "z" || event.target.closest?.("input, textarea, select, dialog")) return;
    event.preventDefault();
    if (this.store.open) this.store.undo();
  }

  pressed(event) {
    const on = (name) => event.target.closest(`[data-${name}]`);
    if (on("more")) this.more.open(this.grid.rowOf(event.target));
    else if (on("more-here")) this.more.open(this.grid.at());
    else if (on("undo")) this.store.undo();
    else if (on("to-board")) this.tab("board", true);
    else if (on("take")) this.takeOffered();
    else if (on("next-finding")) this.nextFinding();
    else if (on("finding")) this.goTo(this.grid.rowOf(event.target));
    else if (on("tab")) this.tab(on("tab").dataset.tab);
  }

  // Nothing typed may be left behind: what is pressed waits until it is saved, and then goes on by itself.
  leave(event) {
    if (this.grid.commitAll() && !this.store.unsaved) return;
    event.preventDefault();
    event.stopPropagation();
    this.pressedNext = event.target.closest("[data-finish], [data-leave]");
    toast("ask", say("still_saving"));
  }

  goOn() {
    const next = this.pressedNext;
    if (!next || this.store.unsaved || this.grid.typing().length) return;
    this.pressedNext = null;
    next.click();
  }

  hovered(event) {
    const row = event.target.closest("[data-finding]") && this.grid.rowOf(event.target);
    if (row) this.shown(row);
    else if (this.over) this.shown(this.grid.at() ?? null);
    this.over = row;
  }

  picked(square, way) {
    const row = this.grid.at() ?? this.grid.at(this.grid.endId);
    if (matchMedia("(max-width: 45rem)").matches) this.tab("rows");
    if (!row) return;
    if (!square) return row.go("at");
    const across = square.slice(1) + square[0];
    const down = way ? way === "down" : row.inputs.at.value === across;
    this.grid.put(row, { at: down ? square : across });
    row.go("word");
  }

  // What the row in hand is offered: a repair or a square, else what its finding suggests. From a row without either the key
  // leads to the first that has an offer: what is taken has been read before.
  takeOffered() {
    const row = this.grid.at();
    if (row && this.store.drafts[row.id] && !this.grid.commit(row)) return;
    if (this.offers.takeAt(row?.id)) return;
    const fix = this.side.fixOf(row);
    if (fix) this.take(fix);
    else this.grid.order.map((id) => this.grid.rows.get(id)).find((one) => this.offers.at(one.id).length)?.go("at");
  }

  take(fix) {
    const row = this.grid.at();
    if (!row || !fix || !this.store.open) return;
    this.grid.put(row, fix);
    this.grid.commit(row);
    row.go(Object.keys(fix)[0]);
  }

  nextFinding() {
    const rows = this.grid.order.map((id) => this.grid.rows.get(id));
    const here = rows.indexOf(this.grid.at());
    const next = [...rows.slice(here + 1), ...rows.slice(0, here + 1)].find((row) => row.half || row.findings?.some((one) => one.root && one.severity !== "info"));
    if (!next) return toast("ok", say("nothing_wrong"));
    return next.go(next.half ? "word" : next.findings.some((one) => one.code.startsWith("total")) ? "total" : "score");
  }

  goTo(row) {
    row?.go(row.half ? "word" : "at");
  }

  // A phone shows one of rows, board, tiles at a time.
  tab(name, focus = false) {
    this.root.dataset.shows = name;
    for (const one of this.root.querySelectorAll("[data-tab]")) one.setAttribute("aria-pressed", String(one.dataset.tab === name));
    if (focus) this.side.frame.focus();
  }

  columns(first = false) {
    const boxes = [...this.root.querySelectorAll("[data-column]")];
    const kept = JSON.parse(localStorage.getItem("td-sheet-columns") ?? "null");
    const used = (name) => this.store.base.rows.some((row) => row.turn[name === "clock" ? "seconds" : name] != null);
    if (first) for (const box of boxes) box.checked = used(box.dataset.column) || (kept?.[box.dataset.column] ?? box.checked);
    else localStorage.setItem("td-sheet-columns", JSON.stringify(Object.fromEntries(boxes.map((box) => [box.dataset.column, box.checked]))));
    for (const box of boxes) this.part("grid").classList.toggle(`no-${box.dataset.column}`, !box.checked);
    this.grid.span();
  }
}

for (const root of document.querySelectorAll("[data-sheet]")) new Sheet(root);
