// What the rules make of the play being typed: shown in its empty score cell, where Enter takes it as the paper's own number.
import { toTurn } from "./cells.js";
import { read } from "./wire.js";

const PAUSE = 120;

export class Expecting {
  /** @type {import("./grid.js").Grid} */
  grid;
  url;

  constructor(grid, url) {
    Object.assign(this, { grid, url, asked: "", timer: 0 });
  }

  // Looked at whenever something was typed or drawn: the same question is asked once.
  look() {
    const row = this.grid.at();
    if (!row || this.grid.readOnly) return;
    const draft = this.grid.store.drafts[row.id];
    if (!draft) return row.expect(row.turn?.kind === "play" && row.turn.score == null ? row.computed.score : null);
    const turn = toTurn(row.typed(), row.turn, this.grid.page);
    const order = this.grid.store.rows().map((one) => one.id);
    const above = row.turn ? order[order.indexOf(row.id) - 1] : draft.after === undefined ? order.at(-1) : draft.after;
    const facts = { position: turn.position, word: turn.word, rack: turn.rack, seat: turn.seat, above, version: this.grid.store.base.version };
    if (turn.kind !== "play" || turn.score != null || !turn.position || !turn.word) return this.forget(row);
    const question = JSON.stringify([row.id, facts]);
    if (question === this.asked) return;
    this.forget(row);
    this.asked = question;
    this.timer = setTimeout(() => this.ask(row, facts, question), PAUSE);
  }

  forget(row) {
    clearTimeout(this.timer);
    this.asked = "";
    row.expect(null);
  }

  async ask(row, facts, question) {
    const url = new URL(this.url, location.href);
    for (const [name, value] of Object.entries(facts)) if (value != null) url.searchParams.set(name, value);
    const answer = await read(url.href, null);
    if (this.asked === question && answer.outcome === "ok") row.expect(answer.state.score);
  }
}
