// The plan editor: a row for each run of rounds with its system and settings. What is sent is the line below, which can as well
// be typed; the server reads it and says what it means.
import { el, icon } from "./lib.js";
import { patient } from "./patient.js";

const PAUSE = 250;

class Plan {
  constructor(root) {
    this.root = root;
    this.cards = new Map(data("plan-cards").map((card) => [card.name, card]));
    this.published = Number(root.dataset.published);
    this.line = document.querySelector("[name=plan]");
    this.list = root.querySelector("[data-spans]");
    this.spans = [];
    this.asked = 0;
    root.querySelector("[data-plan-form]").hidden = false;
    this.breaks = root.querySelector("[data-breaks]");
    this.breaks.addEventListener("change", () => this.changed(-1));
    root.querySelector("[data-add]").addEventListener("click", () => this.add());
    this.line.addEventListener("input", () => this.later(() => this.read(true)));
    const work = patient(this.line.form);
    this.shape = root.querySelector("[data-shape]");
    this.shape.querySelector("[data-shape-go]").hidden = true;
    this.shape.addEventListener("submit", (event) => event.preventDefault());
    this.shape.addEventListener("change", () => work(() => this.read(true, new FormData(this.shape))));
    this.take(data("plan-read"), true);
  }

  phrase(name, facts = {}) {
    const text = this.root.querySelector("[data-plan-words]").content.querySelector(`[data-word="${name}"]`).textContent;
    return text.replace(/\{(\w+)\}/g, (_, key) => facts[key]);
  }

  later(act) {
    clearTimeout(this.timer);
    this.timer = setTimeout(act, PAUSE);
  }

  // What the server makes of the line; `redraw`: the rows follow it, because it was typed. `shape`: over so many rounds, and
  // with another end; then the line follows too.
  async read(redraw, shape = null) {
    clearTimeout(this.timer);
    const turn = ++this.asked;
    const address = new URL(this.root.dataset.read, location.href);
    address.searchParams.set("line", this.line.value);
    for (const [name, value] of shape ?? []) address.searchParams.set(name, String(value));
    const answer = await fetch(address, { headers: { Accept: "application/json" } }).catch(() => null);
    const read = answer?.ok ? await answer.json() : null;
    if (!read || turn !== this.asked) return;
    if (shape && !read.mistakes.length) this.put(read.line);
    this.take(read, redraw);
  }

  // The line says something new, as if it had been typed, but not by a hand that is still in it.
  put(line) {
    this.line.value = line;
    this.line.form.dataset.dirty = "";
    this.line.dispatchEvent(new Event("change", { bubbles: true }));
  }

  take(read, redraw) {
    if (redraw && !read.mistakes.length) {
      this.spans = read.spans.map(({ system, first, last, params }) => ({ system, params, rounds: last - first + 1 }));
      this.breaks.value = read.breaks.join(" ");
      this.draw();
    }
    this.say(read);
    if (read.mistakes.length) return;
    this.shape.elements.rounds.value = read.rounds.length;
    this.shape.elements.end.value = read.end;
    const rows = read.rounds.map((one) => el("tr", {}, el("td", { class: "num" }, String(one.number)), el("td", {}, one.title, one.settings ? el("span", { class: "sub" }, ` ${one.settings}`) : null), el("td", {}, one.based), el("td", {}, one.state)));
    this.root.querySelector("[data-rounds]").replaceChildren(...rows);
  }

  say({ mistakes, advice }) {
    const place = this.root.querySelector("[data-said]");
    const said = mistakes.length ? mistakes : advice;
    const state = mistakes.length ? "stop" : "ask";
    place.replaceChildren(said.length ? el("section", { class: `note note-${state}` }, icon(state), el("ul", {}, ...said.map((text) => el("li", {}, text)))) : "");
  }

  add() {
    this.spans.push({ system: this.spans.at(-1)?.system ?? "swiss", params: {}, rounds: 1 });
    this.changed(this.spans.length - 1, "rounds");
  }

  // The rows say something new: the line follows, and the hand stays in the field it was in.
  changed(at, name) {
    this.draw();
    if (at >= 0) this.list.children[at]?.querySelector(`[data-field="${name}"]`)?.focus();
    this.put(this.written());
    this.later(() => this.read(false));
  }

  written() {
    let first = 1;
    const breaks = (this.breaks.value.match(/\d+/g) ?? []).map((after) => `break ${after}`);
    const spans = this.spans.map(({ system, params, rounds }) => {
      const after = new Map(this.cards.get(system)?.params.map((param) => [param.name, param.after]));
      const inside = Object.entries(params).filter(([, value]) => value !== "").map(([name, value]) => `${name}=${value}${after.get(name) ?? ""}`).join(",");
      const last = first + rounds - 1;
      const text = `${system}${inside ? `(${inside})` : ""} ${first}${last > first ? `-${last}` : ""}`;
      first = last + 1;
      return text;
    });
    return [...spans, ...breaks].join(", ");
  }

  draw() {
    let first = 1;
    const rows = this.spans.map((span, at) => {
      const row = this.row(span, at, first);
      first += span.rounds;
      return row;
    });
    this.list.replaceChildren(...rows);
  }

  row(span, at, first) {
    const last = first + span.rounds - 1;
    const fixed = first <= this.published;
    const said = last <= this.published ? this.phrase("fixed") : this.phrase("partly", { last: this.published });
    const title = this.phrase(last > first ? "range" : "one", { first, last });
    const card = this.cards.get(span.system);
    return el("li", {}, el("fieldset", { class: "card stack-tight" }, el("legend", { class: "strong" }, title, fixed ? ` · ${said}` : ""),
      el("div", { class: "line" }, this.rounds(span, at, first), this.system(span, at, fixed), el("span", { class: "push" }), this.buttons(at, fixed)),
      el("p", { class: "small muted" }, card.sentence), card.params.length ? this.settings(span, at, card, fixed) : null));
  }

  // What may be set stays folded away while it is as usual.
  settings(span, at, card, fixed) {
    const set = card.params.filter((param) => (span.params[param.name] ?? "") !== "");
    const said = set.map((param) => `${param.label}: ${spoken(param, span.params[param.name])}`).join("; ");
    return el("details", { open: set.length && !fixed ? "" : false }, el("summary", {}, this.phrase("settings", { said: said || this.phrase("usual") })),
      el("div", { class: "form-grid" }, ...card.params.map((param) => this.param(span, at, param, fixed))));
  }

  field(at, name, label, input, hint = "") {
    input.id = `span-${at}-${name}`;
    input.dataset.field = name;
    return el("div", { class: "field" }, el("label", { for: input.id }, label), input, hint ? el("span", { class: "small muted" }, hint) : null);
  }

  rounds(span, at, first) {
    const least = Math.max(1, this.published - first + 1);
    const input = el("input", { type: "number", class: "num w-num", min: least, max: 200, value: span.rounds, change: () => {
      span.rounds = Math.min(200, Math.max(least, Math.round(Number(input.value)) || least));
      this.changed(at, "rounds");
    } });
    return this.field(at, "rounds", this.phrase("rounds"), input);
  }

  system(span, at, fixed) {
    const options = [...this.cards.values()].map((card) => option(card.name, card.title, card.name === span.system));
    const input = el("select", { disabled: fixed, change: () => {
      Object.assign(span, { system: input.value, params: {} });
      this.changed(at, "system");
    } }, ...options);
    return this.field(at, "system", this.phrase("system"), input);
  }

  param(span, at, param, fixed) {
    const put = (value) => {
      span.params[param.name] = value;
      this.changed(at, param.name);
    };
    const now = String(span.params[param.name] ?? "");
    const input = param.choices.length
      ? el("select", { disabled: fixed, change: () => put(input.value) }, option("", `${this.phrase("usual")}${param.usual ? `: ${param.usual}` : ""}`, !now), ...param.choices.map(([value, label]) => option(value, label, value === now)))
      : param.listed
      ? el("input", { type: "text", class: "num w-num", inputmode: "decimal", autocomplete: "off", maxlength: 60, value: now, disabled: fixed, change: () => put(input.value.replaceAll(" ", "")) })
      : el("input", { type: "number", class: "num w-num", min: param.low, max: param.high, value: now, disabled: fixed, change: () => put(input.value) });
    return this.field(at, param.name, param.label, input, param.choices.length || !param.usual ? "" : `${this.phrase("usual")}: ${param.usual}`);
  }

  buttons(at, fixed) {
    const button = (name, act, off) => el("button", { type: "button", class: "btn btn-small", disabled: off, click: act }, this.phrase(name), el("span", { class: "vh" }, ` ${at + 1}`));
    const swap = (by) => () => {
      [this.spans[at], this.spans[at + by]] = [this.spans[at + by], this.spans[at]];
      this.changed(at + by, "system");
    };
    const above = this.spans.slice(0, at).reduce((sum, one) => sum + one.rounds, 0);
    const open = (place) => this.spans.slice(0, place).reduce((sum, one) => sum + one.rounds, 0) >= this.published;
    return el("div", { class: "btn-row" }, button("earlier", swap(-1), !at || fixed || !open(at - 1)), button("later", swap(1), fixed || at + 1 >= this.spans.length), button("remove", () => {
      this.spans.splice(at, 1);
      this.changed(Math.max(0, at - 1), "system");
    }, fixed || (this.spans.length === 1 && !above)));
  }
}

const spoken = (param, value) => param.choices.find(([one]) => one === String(value))?.[1] ?? value;
const data = (id) => JSON.parse(document.getElementById(id).textContent);
const option = (value, label, selected) => el("option", { value, selected: selected ? "" : false }, label);

for (const root of document.querySelectorAll("[data-plan]")) new Plan(root);
