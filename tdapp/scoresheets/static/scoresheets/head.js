// The foot and head of the paper: who started, final totals, scores before unplayed tiles, racks left, who won, complete or not.
import { el } from "../td/lib.js";
import { readTiles } from "./cells.js";
import { say } from "./said.js";

const whole = (text) => (/^[-−]?\d{1,6}$/.test(text.trim()) ? Number(text.trim().replace("−", "-")) : null);

export class Head {
  form;
  /** @type {import("./store_core.js").SheetStore} */
  store;

  constructor(form, store) {
    Object.assign(this, { form, store });
    form.addEventListener("change", () => this.changed());
    form.addEventListener("submit", (event) => event.preventDefault());
    form.addEventListener("keydown", (event) => event.key === "Enter" && event.target.matches("input") && this.next(event));
  }

  fields(name) {
    return [...this.form.querySelectorAll(`[data-head="${name}"]`)];
  }

  next(event) {
    event.preventDefault();
    const all = [...this.form.querySelectorAll("input, select")];
    (all[all.indexOf(event.target) + 1] ?? event.target).focus();
  }

  changed() {
    if (!this.store.open) return;
    const numbers = (name) => filled(this.fields(name).map((field) => whole(field.value)));
    const complete = this.fields("complete")[0].value;
    const starter = Number(this.fields("starter")[0].value);
    const head = {
      ...this.store.head(), totals: numbers("totals"), before: numbers("before"), racks: filled(this.fields("racks").map((field) => readTiles(field.value, this.store.page.tiles) || null)),
      winners: this.fields("winners").flatMap((box, at) => (box.checked ? [at + 1] : [])), starter: starter || null, complete: complete === "" ? null : complete === "yes",
    };
    const wrong = ["totals", "before"].flatMap((name) => this.fields(name)).filter((field) => field.value.trim() && whole(field.value) == null);
    for (const field of this.form.querySelectorAll("input")) field.toggleAttribute("aria-invalid", wrong.includes(field));
    for (const field of wrong) field.setAttribute("aria-invalid", "true");
    if (wrong.length) return;
    for (const [name, value] of Object.entries(head)) if (value == null || (Array.isArray(value) && !value.length)) delete head[name];
    this.store.setHead(head);
  }

  draw() {
    const head = this.store.head() ?? {};
    const fill = (name, values) => this.fields(name).forEach((field, at) => field !== document.activeElement && !field.hasAttribute("aria-invalid") && (field.value = values?.[at] ?? ""));
    for (const name of ["totals", "before", "racks"]) fill(name, head[name]);
    this.fields("winners").forEach((box, at) => (box.checked = (head.winners ?? []).includes(at + 1)));
    const set = (name, value) => this.fields(name)[0] !== document.activeElement && (this.fields(name)[0].value = value);
    set("starter", head.starter ?? "");
    set("complete", head.complete == null ? "" : head.complete ? "yes" : "no");
    for (const field of this.form.querySelectorAll("input, select")) field.disabled = !this.store.open;
    this.fields("made").forEach((place, at) => (place.textContent = this.store.base.computed_totals[at] ?? "–"));
    this.both();
  }

  both() {
    const both = this.store.both.head;
    const place = this.form.querySelector("[data-head-both]");
    place.hidden = !both;
    if (!both) return place.replaceChildren();
    const shown = (head) => Object.entries(head ?? {}).map(([name, value]) => `${say(`head_${name}`)} ${[value].flat().join(" – ")}`).join(" · ");
    const choose = (mine) => () => this.store.choose("head", mine);
    return place.replaceChildren(el("strong", {}, say("both_title")), el("p", {}, `${both.by || say("theirs")}: ${shown(both.theirs?.turn)}`), el("p", {}, `${say("yours")}: ${shown(both.yours)}`),
      el("div", { class: "btn-row" }, el("button", { type: "button", class: "btn btn-small", click: choose(false) }, say("keep_theirs")), el("button", { type: "button", class: "btn btn-small", click: choose(true) }, say("keep_mine"))));
  }
}

const filled = (values) => (values.some((value) => value != null) ? values : null);
