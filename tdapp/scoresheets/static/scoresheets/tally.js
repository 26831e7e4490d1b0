// Turn scores of a slip in dispute, on the number pad alone: Enter goes down, Enter in an empty cell to the next column,
// + to the running total beside, * writes 0 and goes down (an Enter typed after it goes nowhere further). Every cell is
// saved when it is left.
import { chip, clock, el, icon, toast } from "../td/lib.js";
import { announce, say } from "./said.js";
import { Store, newRow } from "./store.js";
import { added, hint } from "./sums.js";

const SUMS = ["total_wrong", "final_total_wrong"];

const whole = (text) => (/^[-−]?\d{1,5}$/.test(text.trim()) ? Number(text.trim().replace("−", "-")) : null);

class Tally {
  constructor(root) {
    this.root = root;
    this.page = JSON.parse(root.dataset.page);
    this.seats = this.page.state.seats;
    this.cells = new Map();
    this.body = root.querySelector("tbody");
    this.body.replaceChildren();
    this.store = new Store({ ...this.page, user: document.body.dataset.user ?? "", page: this.page }, { changed: () => this.ready && this.draw(), told: (kind, facts) => this.told(kind, facts) });
    root.addEventListener("keydown", (event) => this.key(event));
    root.addEventListener("focusout", (event) => this.left(event.target));
    root.addEventListener("focusin", (event) => event.target.matches?.("input[inputmode]") && event.target.select());
    root.querySelector("[data-totals]")?.addEventListener("change", () => this.draw());
    addEventListener("pagehide", () => this.left(document.activeElement));
    addEventListener("beforeunload", (event) => this.store.unsaved && event.preventDefault());
    document.addEventListener("click", (event) => event.target.closest("[data-finish], [data-leave]") && this.finish(event));
    this.ready = true;
    this.draw();
    this.go(this.seats[0].seat, this.column(this.seats[0].seat).length);
  }

  // The rows that give points to a seat, in the order of the paper.
  column(seat) {
    return this.store.rows().filter((row) => row.turn.seat === seat && row.turn.kind !== "challenge");
  }

  totals() {
    return this.store.head().totals ?? [];
  }

  draw() {
    const columns = this.seats.map(({ seat }) => this.column(seat));
    const height = Math.max(...columns.map((rows) => rows.length)) + (this.store.open ? 1 : 0);
    while (this.body.rows.length > height) this.shorten();
    while (this.body.rows.length < height) this.lengthen();
    this.root.classList.toggle("no-written", !this.wantsTotals());
    // A heading is as wide as the columns that are shown under it.
    for (const head of this.root.querySelectorAll("[data-of-seat]")) head.colSpan = this.wantsTotals() ? 3 : 2;
    columns.forEach((rows, at) => this.fill(this.seats[at].seat, rows, height));
    this.sums(columns);
    this.saved();
  }

  wantsTotals() {
    return this.root.querySelector("[data-totals]")?.checked || this.store.rows().some((row) => row.turn.total != null);
  }

  shorten() {
    for (const { seat } of this.seats) for (const name of ["score", "total"]) this.cells.delete(`${seat} ${this.body.rows.length - 1} ${name}`);
    this.body.lastElementChild.remove();
  }

  lengthen() {
    const at = this.body.rows.length;
    const cells = this.seats.flatMap(({ seat, name }) => [
      el("td", { class: "num tally-score" }, this.input(seat, at, "score", name)), el("td", { class: "num tally-sum", "data-sum": `${seat} ${at}` }),
      el("td", { class: "num tally-total" }, this.input(seat, at, "total", name)),
    ]);
    this.body.append(el("tr", {}, el("th", { scope: "row", class: "num" }, String(at + 1)), ...cells));
  }

  input(seat, at, name, who) {
    const input = el("input", { class: "num", inputmode: "numeric", autocomplete: "off", maxlength: 6, "data-seat": seat, "data-at": at, "data-name": name, "aria-label": say(`tally_${name}`, { who, turn: at + 1 }) });
    this.cells.set(`${seat} ${at} ${name}`, input);
    return input;
  }

  fill(seat, rows, height) {
    let sum = 0;
    const { broken } = added(rows.map((row) => row.turn), null);
    for (let at = 0; at < height; at += 1) {
      const turn = rows[at]?.turn;
      sum += turn?.score ?? 0;
      for (const name of ["score", "total"]) {
        const input = this.cells.get(`${seat} ${at} ${name}`);
        if (input !== document.activeElement) input.value = turn?.[name] ?? "";
        input.disabled = !this.store.open || at > rows.length;
      }
      const off = broken.find((one) => one.turn === at + 1);
      const place = this.body.querySelector(`[data-sum="${seat} ${at}"]`);
      place.textContent = turn ? String(sum) : "";
      this.cells.get(`${seat} ${at} total`).toggleAttribute("aria-invalid", Boolean(off));
      if (off) this.cells.get(`${seat} ${at} total`).setAttribute("aria-invalid", "true");
      for (const cell of [place, this.cells.get(`${seat} ${at} total`).closest("td")]) cell.classList.toggle("tally-broken", Boolean(off));
    }
  }

  sums(columns) {
    const said = this.totals();
    // What the desk entered from the slip stands for it until somebody types the slip here.
    const slip = said.some((total) => total != null) ? [] : this.page.slip ?? [];
    const told = columns.map((rows, at) => this.toldOf(rows.map((row) => row.turn), said[at] ?? slip[at] ?? null, this.seats[at]));
    this.root.querySelectorAll("[data-foot]").forEach((place, at) => (place.textContent = columns[at].reduce((all, row) => all + (row.turn.score ?? 0), 0)));
    this.root.querySelectorAll("[data-slip]").forEach((field, at) => {
      if (field !== document.activeElement) field.value = said[at] ?? "";
      field.placeholder = slip[at] ?? "";
      field.disabled = !this.store.open;
    });
    const place = this.root.querySelector("[data-told]");
    told.push(this.faults());
    const text = told.flat().map(([, words]) => words).join(" ");
    if (place.dataset.text === text) return;
    place.dataset.text = text;
    place.replaceChildren(...told.flat().map(([state, words]) => el("div", { class: `verdict verdict-${state}` }, icon(state), el("span", {}, words))));
    announce(text);
  }

  // [state, sentence] rows about one column.
  toldOf(cells, said, { name: who }) {
    if (!cells.length) return [["ask", say("tally_empty", { who })]];
    const { sum, broken, off } = added(cells, said);
    const rows = broken.map((one) => ["stop", say("tally_break", { who, ...one, off: signed(one.written - one.right) })]);
    if (off) rows.push(["stop", [say("tally_off", { who, sum, said, off: signed(off) }), this.hinted(cells, off)].filter(Boolean).join(" ")]);
    if (sum > this.page.usual[1]) rows.push(["ask", say("tally_high", { who, sum, most: this.page.usual[1] })]);
    if (!rows.length) rows.push([off === 0 ? "ok" : "ask", say(off === 0 ? "tally_holds" : "tally_sum", { who, sum, turns: cells.length })]);
    return rows;
  }

  // What else the check calls wrong; sums that broke are named above.
  faults() {
    const turns = new Map(this.seats.flatMap(({ seat, name }) => this.column(seat).map((row, at) => [row.id, { who: name, turn: at + 1 }])));
    const wrong = (list) => (list ?? []).filter((one) => one.severity === "error" && one.root && !SUMS.includes(one.code));
    const rows = this.store.base.rows.flatMap((row) => wrong(row.findings).map((one) => [turns.get(row.id), one.message]));
    const all = [...wrong(this.store.base.findings).map((one) => [null, one.message]), ...rows];
    return all.map(([at, what]) => ["stop", at ? say("tally_fault", { ...at, what }) : what]);
  }

  hinted(cells, off) {
    const found = hint(cells, off);
    return found ? say(`tally_${found.kind}`, found) : "";
  }

  // What stands in the cell becomes a row of the sheet: kind `score`, or the row that is there with other points.
  left(input) {
    if (input?.dataset?.slip != null) return this.slip();
    if (!input?.dataset?.name || !this.store.open) return null;
    const { seat, at, name } = input.dataset;
    const text = input.value.trim();
    const value = whole(text);
    input.toggleAttribute("aria-invalid", false);
    if (text && value == null) return input.setAttribute("aria-invalid", "true");
    return this.write(Number(seat), Number(at), name, value);
  }

  write(seat, at, name, value) {
    const rows = this.column(seat);
    const row = rows[at];
    if ((row?.turn[name] ?? null) === value) return null;
    if (!row) return value == null ? null : this.store.add(newRow(), this.after(seat, at), { kind: "score", seat, [name]: value });
    const turn = { ...row.turn, [name]: value };
    if (value == null) delete turn[name];
    const isLast = at === rows.length - 1 && turn.kind === "score" && turn.score == null && turn.total == null;
    return isLast ? this.store.remove(row.id) : this.store.set(row.id, row.version, turn);
  }

  // The paper's order: turn by turn, seat by seat.
  after(seat, at) {
    const counts = new Map();
    let after = null;
    for (const row of this.store.rows()) {
      const place = counts.get(row.turn.seat) ?? 0;
      counts.set(row.turn.seat, place + 1);
      if (place < at || (place === at && (row.turn.seat ?? 0) < seat)) after = row.id;
    }
    return after;
  }

  slip() {
    const fields = [...this.root.querySelectorAll("[data-slip]")];
    const totals = fields.map((field) => whole(field.value));
    if (!this.store.open || JSON.stringify(totals) === JSON.stringify(this.seats.map((_, at) => this.totals()[at] ?? null))) return;
    const head = { ...this.store.head(), totals };
    if (totals.every((total) => total == null)) delete head.totals;
    this.store.setHead(head);
  }

  go(seat, at, name = "score") {
    const input = this.cells.get(`${seat} ${Math.max(0, Math.min(at, this.column(seat).length))} ${name}`);
    if (!input?.offsetParent) return false;
    input.focus();
    input.select();
    return true;
  }

  key(event) {
    const input = event.target;
    const { seat, at, name, slip } = input.dataset ?? {};
    const isSecond = event.key === "Enter" && input === this.moved;
    this.moved = null;
    if (isSecond && !input.value.trim()) return event.preventDefault();
    if (event.ctrlKey || event.metaKey) return this.undo(event);
    if (slip != null && event.key === "Enter") return this.nextSlip(event, input);
    if (!name || event.altKey) return null;
    const [who, turn] = [Number(seat), Number(at)];
    const act = { Enter: () => this.enter(input, who, turn), "+": () => this.beside(input, who, turn), "*": () => this.nought(input, who, turn), "/": () => this.nextColumn(who),
      ArrowDown: () => this.go(who, turn + 1, name), ArrowUp: () => this.go(who, turn - 1, name) }[event.key];
    if (!act) return null;
    event.preventDefault();
    return act();
  }

  enter(input, seat, at) {
    this.left(input);
    if (input.getAttribute("aria-invalid") === "true" && input.dataset.name === "score") return;
    if (!input.value.trim() && input.dataset.name === "score" && at >= this.column(seat).length) return this.nextColumn(seat);
    this.draw();
    this.go(seat, at + 1);
  }

  beside(input, seat, at) {
    this.left(input);
    const box = this.root.querySelector("[data-totals]");
    if (box) box.checked = true;
    this.draw();
    this.go(seat, at, input.dataset.name === "score" ? "total" : "score");
  }

  nought(input, seat, at) {
    if (!input.value.trim() || input.selectionEnd > input.selectionStart) input.value = "0";
    this.enter(input, seat, at);
    // Who types Enter after each turn types it after this one too.
    this.moved = document.activeElement === input ? null : document.activeElement;
  }

  nextColumn(seat) {
    const next = this.seats[this.seats.findIndex((one) => one.seat === seat) + 1];
    if (next) return this.go(next.seat, this.column(next.seat).length);
    return this.root.querySelector("[data-slip]").focus();
  }

  nextSlip(event, input) {
    event.preventDefault();
    this.slip();
    const all = [...this.root.querySelectorAll("[data-slip]"), document.querySelector("[data-finish]")].filter(Boolean);
    all[all.indexOf(input) + 1]?.focus();
  }

  undo(event) {
    if (event.key !== "z" || event.shiftKey || !this.store.open) return;
    event.preventDefault();
    this.store.undo();
  }

  /** @param {string} kind @param {any} [facts] */
  told(kind, { sentences } = {}) {
    if (kind === "refused") toast("stop", sentences.join(" "));
    else if (kind === "status") location.reload();
    else toast(kind === "undone" ? "ok" : "ask", say(kind));
  }

  // Somebody else changed the same cell: the newer one is shown, mine is offered.
  saved() {
    const { store } = this;
    const waits = store.jobs.length;
    const both = Object.entries(store.both);
    const place = this.root.querySelector("[data-saved]");
    const said = store.link === "login" && waits ? ["stop", say("log_in", { n: waits })] : store.link === "login" ? ["stop", say("logged_out")] : store.link !== "ok" ? ["stop", waits ? say("not_saved", { n: waits }) : say("away", { time: clock(store.asOf) })] : waits ? ["info", say("saving_n", { n: waits })] : ["ok", say("all_saved")];
    place.replaceChildren(chip(...said), ...both.map(([id, one]) => this.choice(id, one)));
    document.querySelector("[data-finish]")?.toggleAttribute("disabled", store.unsaved > 0 || !store.base.rows.length);
    for (const field of document.querySelectorAll("[data-seen]")) field.value = store.base.version;
  }

  choice(id, { theirs, yours, by }) {
    const points = (turn) => [turn?.score, turn?.total].filter((value) => value != null).join(" = ") || "–";
    const button = (mine, words) => el("button", { type: "button", class: "btn btn-small", click: () => this.store.choose(id, mine) }, words);
    return el("span", { class: "both-box" }, `${by || say("theirs")}: ${points(theirs?.turn)} · ${say("yours")}: ${points(yours)} `, button(false, say("keep_theirs")), button(true, say("keep_mine")));
  }

  finish(event) {
    this.left(document.activeElement);
    if (!this.store.unsaved) return;
    event.preventDefault();
    toast("ask", say("still_saving"));
  }
}

const signed = (value) => (value > 0 ? `+${value}` : String(value).replace("-", "−"));

for (const root of document.querySelectorAll("[data-tally]")) new Tally(root);
