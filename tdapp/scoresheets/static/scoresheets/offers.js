// Repairs and squares the server has for the sheet as it is saved: beside their rows, taken with one key, taken back with one undo.
// They belong to one version; whatever is written meanwhile, they are gone with it and asked for anew.
import { el } from "../td/lib.js";
import { say } from "./said.js";
import { read } from "./wire.js";

const PAUSE = 250;

export class Offers {
  all = null;
  arrived;
  found = [];
  place;
  /** @type {import("./store_core.js").SheetStore} */
  store;
  taken;
  url;

  // arrived(): there is something to draw. taken(): the button that was pressed is gone, the hand goes back to its row.
  constructor(store, url, place, { arrived, taken }) {
    Object.assign(this, { store, url, place, arrived, taken, asked: 0, timer: 0 });
  }

  look() {
    const { base, open, jobs } = this.store;
    if (base.version !== this.asked) this.forget();
    if (!open || jobs.length || base.version === this.asked || !base.rows.length) return;
    this.asked = base.version;
    if (!wanting(base)) return;
    clearTimeout(this.timer);
    this.timer = setTimeout(() => this.ask(base.version), PAUSE);
  }

  forget() {
    Object.assign(this, { found: [], all: null });
    this.place.replaceChildren();
  }

  async ask(version) {
    const answer = await read(this.url, null);
    if (answer.outcome !== "ok") return (this.asked = 0);
    const { offers, all, rows, findings, headline } = answer.state;
    if (answer.state.version !== version || this.store.base.version !== version || !offers) return null;
    Object.assign(this, { found: offers, all });
    const { base } = this.store;
    for (const row of base.rows) row.findings = rows[row.id] ?? row.findings;
    Object.assign(base, { findings, headline });
    this.below();
    return this.arrived();
  }

  // What is offered at a row; without one, what is offered below the rows.
  at(id) {
    return this.found.filter((one) => one.row === (id ?? null) && one.choices.length);
  }

  // Under the rows: a slip in the figures there, and all squares that are settled.
  below() {
    const all = this.all && el("div", { class: "said said-info", "data-offer-all": "" }, el("div", {}, el("p", {}, this.all.text),
      el("button", { type: "button", class: "btn btn-small", "data-take-all": "", "data-key": "u", "data-key-label": say("take_all"), click: () => this.takeAll() }, say("take_all"), el("kbd", { "aria-hidden": "true" }, "Alt U"))));
    this.place.replaceChildren(...this.at(null).map((one) => this.drawn(one)), ...(all ? [all] : []));
  }

  drawn(offer) {
    const [first, ...others] = offer.choices;
    const several = others.length > 0;
    const button = (choice, key) => el("button", { type: "button", class: "btn btn-small", "data-take-offer": "", click: () => this.take(choice) },
      several ? choice.label : choice.label === offer.text ? say("take_it") : say("take_this", { what: choice.label }), key ? el("kbd", { "aria-hidden": "true" }, "Alt T") : null);
    return el("div", { class: "said said-offer", "data-offer": "" }, el("div", {}, el("p", {}, offer.text), el("div", { class: "btn-row" }, button(first, true), ...others.map((one) => button(one, false)))));
  }

  // The first choice of the row in hand, else of what stands below the rows. False: nothing is offered.
  takeAt(id) {
    const [offer] = [...this.at(id), ...this.at(null)];
    if (offer) this.take(offer.choices[0]);
    return Boolean(offer);
  }

  takeAll() {
    if (this.all) this.take(this.all);
  }

  // Rows written meanwhile and not answered yet stand in nobody's way, unless the repair is about them.
  take({ operations }) {
    if (!this.store.open || this.store.base.version !== this.asked || operations.some((op) => this.store.waits(op.row))) return;
    this.forget();
    this.store.put(...structuredClone(operations));
    this.taken();
  }
}

// Something is wrong or in doubt, or a play has no square: only then is the server asked.
function wanting({ rows, findings }) {
  const odd = (one) => one.severity === "error" || one.severity === "unverifiable" || one.severity === "question";
  return findings.some(odd) || rows.some((row) => row.findings.some(odd) || (row.turn.kind === "play" && row.turn.word && !row.turn.position));
}
