// One row of the grid: its cells, what is typed in them, what the check says beside them.
import { el, icon } from "../td/lib.js";
import { COLUMNS, isHalf, toCells } from "./cells.js";
import { say } from "./said.js";

const NUMERIC = new Set(["score", "clock"]);
const WAITING = { unsaved: "stop", refused: "stop", both: "ask", removed: "ask", typing: "info" };
const STATES = { error: "stop", unverifiable: "ask", question: "ask", info: "info" };

export const signOf = (finding) => STATES[finding.severity] ?? "info";

export class Row {
  computed;
  expected = null;
  findings;
  guessed;
  half;
  id;
  /** @type {Record<string, any>} */
  inputs;
  isNew;
  /** @type {Record<string, any>} */
  made;
  page;
  rulings;
  state;
  turn;
  version;

  constructor(id, page) {
    Object.assign(this, { id, page, inputs: {}, made: {}, seen: null, after: undefined });
    this.number = el("span");
    this.name = el("span", { class: "seat-name" });
    this.chips = el("span", { class: "row-chips" });
    this.menu = el("button", { type: "button", class: "btn btn-quiet btn-small", "data-more": "", tabindex: -1 }, "⋯", el("span", { class: "vh" }));
    this.node = el("tr", { "data-row": id }, el("th", { scope: "row", class: "row-no num" }, this.number), ...COLUMNS.map((name) => this.cell(name)),
      el("td", { class: "row-says" }, this.chips), el("td", { class: "row-more" }, this.menu));
  }

  cell(name) {
    const input = el("input", { type: "text", "data-cell": name, autocomplete: "off", spellcheck: "false", enterkeyhint: "next", inputmode: NUMERIC.has(name) ? "numeric" : false,
      autocapitalize: ["word", "rack", "at"].includes(name) ? "characters" : "off", class: NUMERIC.has(name) || name === "total" ? "num" : false, maxlength: name === "seat" ? 7 : 120,
      placeholder: name === "rack" || name === "clock" ? " " : false });
    this.inputs[name] = input;
    if (name === "seat") return el("td", { class: "cell-seat" }, input, this.name);
    if (name !== "score" && name !== "total") return el("td", { class: `cell-${name}` }, input);
    this.made[name] = el("span", { class: "made" });
    return el("td", { class: `cell-${name}` }, input, this.made[name]);
  }

  typed() {
    return Object.fromEntries(COLUMNS.map((name) => [name, this.inputs[name].value]));
  }

  // row: {turn, version, findings, computed}; null turn: nothing is written yet. draft: typed and not committed.
  /** @param {any} row @param {any} drawn */
  draw({ turn, version, computed = {}, findings = [], rulings = [] }, { number, state, draft, readOnly, expected, seats, offered = [] }) {
    Object.assign(this, { turn, version, computed, findings, rulings, state, isNew: !turn, half: isHalf(turn) });
    const cells = draft?.cells ?? (turn ? toCells(turn, this.page) : { seat: String(expected ?? "") });
    if (!draft) this.guessed = turn ? "" : cells.seat;
    for (const name of COLUMNS) this.put(name, cells[name] ?? "", readOnly, number);
    this.number.textContent = number;
    this.menu.lastChild.textContent = say("more_of", { row: number });
    this.menu.hidden = !turn || readOnly;
    // Whether it is the row in hand stays as it is: on a phone its fields would go from under the hand.
    const inHand = this.node.classList.contains("current") ? " current" : "";
    this.node.className = (state ? `row-${state}` : "") + inHand;
    this.node.classList.toggle("row-new", !turn && !draft);
    this.who(seats);
    this.compare("score", turn?.score, computed.score, findings);
    this.compare("total", turn?.total, computed.total, findings);
    this.node.classList.toggle("taken-back", Boolean(computed.taken_back));
    const waits = state in WAITING && !draft?.said ? [el("span", { class: `chip chip-${WAITING[state]} row-sign` }, icon(WAITING[state]), say(`row_${state}`))] : [];
    this.chips.replaceChildren(...waits, ...(draft?.said ?? []).map((text) => el("span", { class: "chip chip-stop" }, icon("stop"), text)), ...(this.half ? [this.unread()] : []),
      ...rulings.map((one) => el("span", { class: `chip chip-${one.sign}`, title: one.text, "data-ruling": "" }, icon(one.sign), one.word)), ...findings.map((one) => this.chip(one)),
      ...(readOnly || draft ? [] : offered.map((one) => this.offer(one))));
  }

  // What can be taken at this row: a square by its name, anything else by the key that takes it.
  offer({ text, choices }) {
    const [{ label }] = choices;
    return el("span", { class: "chip chip-offer", title: text, "data-offered": "" }, label.length < 5 ? `${label}${choices.length > 1 ? " …" : ""}` : say("repair"), el("kbd", { "aria-hidden": "true" }, "Alt T"));
  }

  // A cell somebody types in is left alone.
  put(name, value, readOnly, number) {
    const input = this.inputs[name];
    if (input.value !== value) input.value = value;
    input.readOnly = readOnly;
    const label = say(`cell_${name}`, { row: number });
    if (input.getAttribute("aria-label") !== label) input.setAttribute("aria-label", label);
  }

  // Whose turn it is fills the seat of a new row; whose tiles count at the end nobody guesses.
  guess(name, untold) {
    if (name === "seat") this.guessed = "";
    if (this.guessed) this.inputs.seat.value = untold ? "" : this.guessed;
  }

  who(seats) {
    const known = [...this.inputs.seat.value].map(Number).filter((seat) => seats[seat - 1]);
    this.name.textContent = known.map((seat) => seats[seat - 1].name.split(",")[0]).join(", ");
    this.node.dataset.seat = known.length === 1 ? known[0] : "";
  }

  // What was written stays; what the rules make of it stands beside, loud only where the row itself is wrong: a total that
  // was carried on rightly from a wrong one is not wrong again.
  compare(name, written, computed, findings) {
    const place = this.made[name];
    const known = computed != null && this.turn && (name === "total" || computed !== 0 || written != null);
    const wrong = findings.find((one) => one.recorded === written && one.recorded !== one.computed && one.code.includes("total") === (name === "total"));
    const looks = !known ? "" : written == null ? "made-only" : written === computed ? "made-same" : !wrong?.root ? "made-only" : wrong.severity === "error" ? "made-off" : "made-doubt";
    place.className = `made ${looks}`;
    if (!known) return place.replaceChildren();
    const same = looks === "made-same";
    return place.replaceChildren(...(same ? [icon("ok")] : []), el("span", { class: "vh" }, say(same ? "made_same" : "made")), same ? "" : String(computed));
  }

  chip(finding) {
    const hollow = finding.root ? "" : " chip-hollow";
    const differs = finding.computed != null && finding.recorded != null && finding.recorded !== finding.computed;
    const label = this.page.labels[finding.code] ?? finding.code.replaceAll("_", " ");
    return el("span", { class: `chip chip-${signOf(finding)}${hollow}`, title: finding.message, "data-finding": finding.code }, icon(signOf(finding)), label, differs ? ` ${finding.computed}` : null);
  }

  unread() {
    return el("span", { class: "chip chip-ask", "data-finding": "half" }, icon("ask"), say("half"));
  }

  invalid(names) {
    for (const name of COLUMNS) {
      if (names.includes(name)) this.inputs[name].setAttribute("aria-invalid", "true");
      else this.inputs[name].removeAttribute("aria-invalid");
    }
  }

  // The number the rules make of it stands in the empty cell, for Enter to take.
  expect(score) {
    this.expected = score ?? null;
    this.inputs.score.placeholder = this.expected == null ? "" : `${score} ↵`;
    if (this.expected == null) this.inputs.score.removeAttribute("aria-description");
    else this.inputs.score.setAttribute("aria-description", say("expected", { score }));
  }

  holds(node) {
    return Boolean(node) && this.node.contains(node);
  }

  go(name) {
    const input = this.inputs[name]?.offsetParent ? this.inputs[name] : this.inputs.at;
    input.focus();
    input.select();
  }
}
