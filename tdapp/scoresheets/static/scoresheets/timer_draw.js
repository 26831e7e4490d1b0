// What the turn timer shows: a field for each seat, the state in words, the moves so far. Sentences are the page's own.
import { el } from "../td/lib.js";
import { clockText, limitOf, minutes, pointsFor, seconds, stood, tally, used } from "./timer_core.js";

export function say(name, facts = {}) {
  const text = document.getElementById("timer-words").content.querySelector(`[data-word="${name}"]`)?.textContent ?? name;
  return text.replace(/\{(\w+)\}/g, (whole, key) => facts[key] ?? whole);
}

let lock = null;

// Where the browser can keep the screen awake; the page says so where it cannot.
export async function keepAwake(on) {
  if (!on) {
    lock?.release();
    lock = null;
  } else if (!document.hidden && (!lock || lock.released)) {
    lock = (await navigator.wakeLock?.request("screen").catch(() => null)) ?? null;
  }
}

export class Face {
  page;
  setup;
  touch;

  constructor(page, touch) {
    Object.assign(this, { page, touch, seats: [], shown: "", warned: "" });
  }

  part(name) {
    return this.page.querySelector(`[data-part="${name}"]`);
  }

  // A new game, other people: the fields are made anew.
  seat(setup, sentence) {
    Object.assign(this, { setup, shown: "", warned: "" });
    this.page.dataset.seats = setup.names.length;
    this.seats = setup.names.map((name, i) => this.field(name, i + 1));
    this.part("seats").replaceChildren(...this.seats.map((one) => one.node));
    this.part("rules").textContent = sentence;
    for (const button of this.page.querySelectorAll("[data-turn]")) {
      const seat = Number(button.dataset.turn);
      button.hidden = seat > setup.names.length;
      button.querySelector("[data-who]").textContent = setup.names[seat - 1] ?? "";
    }
  }

  field(name, seat) {
    const ids = { id: `seat-${seat}` };
    const [who, word] = [el("span", { class: "seat-name", ...ids }, name), el("span", { class: "seat-word", id: `word-${seat}` })];
    const [time, sum] = [el("span", { class: "seat-clock" }), el("span", { class: "seat-sum" })];
    const click = () => this.touch(seat);
    const node = el("button", { type: "button", class: "seat", "data-seat": seat, "aria-labelledby": `seat-${seat} word-${seat}`, click }, who, time, word, sum);
    return { node, time, word, sum };
  }

  draw(game, t, force = false) {
    const faces = this.seats.map((_, i) => clockText(used(game, this.setup.rules, i + 1, t), limitOf(this.setup.rules)));
    const now = [game.phase, game.number, ...faces, seconds(stood(game, t))].join("|");
    if (now === this.shown && !force) return;
    this.shown = now;
    this.page.dataset.phase = game.phase;
    this.seats.forEach((field, i) => this.drawSeat(field, i + 1, game, t, faces[i]));
    this.part("phase").textContent = this.phase(game, t);
    this.warn(game, t);
    if (force) this.part("moves").replaceChildren(...this.moves(game));
  }

  drawSeat(field, seat, game, t, text) {
    const mine = seat === game.seat && game.phase !== "over";
    const left = this.left(game, seat, t);
    field.time.textContent = text;
    field.time.dataset.long = Math.max(0, text.length - 4);
    field.word.textContent = mine ? this.word(game, left) : "";
    field.sum.textContent = this.sum(tally(game, this.setup.rules, seat));
    field.node.dataset.state = mine ? this.urgency(left) : "wait";
  }

  // Milliseconds left of the limit, Infinity where there is none.
  left(game, seat, t) {
    const limit = limitOf(this.setup.rules);
    return limit ? limit * 1000 - used(game, this.setup.rules, seat, t) : Infinity;
  }

  urgency(left) {
    if (left <= 0) return "over";
    return left <= Math.min(30_000, limitOf(this.setup.rules) * 250) ? "near" : "turn";
  }

  word(game, left) {
    const over = seconds(-left);
    if (game.phase === "ready") return say("to_start");
    if (game.phase === "called") return say("called");
    if (over > 0) return this.overWord(over);
    if (game.phase === "paused") return say(game.why === "challenge" ? "challenged" : "paused");
    return left <= 0 ? say("time_up") : say("turn");
  }

  // What running over costs is the ruleset's word, not the timer's.
  overWord(over) {
    const { overrun } = this.setup.rules;
    if (overrun === "points") return say("over_points", { n: pointsFor(over, this.setup.rules) });
    return say(overrun === "turn_lost" ? "over_turn" : "over_record");
  }

  sum({ moves, seconds: all, overs, over, points, lost }) {
    if (!moves) return "";
    const parts = [say("sum", { n: moves, time: minutes(all) })];
    if (overs) parts.push(say("overs", { n: overs, time: minutes(over) }));
    if (points) parts.push(say("minus", { n: points }));
    if (lost) parts.push(say("lost", { n: lost }));
    return parts.join(" · ");
  }

  phase(game, t) {
    const time = minutes(seconds(stood(game, t)));
    if (game.phase === "paused") return say(game.why === "challenge" ? "stands_challenge" : "stands", { time });
    return say(game.phase, { n: game.number });
  }

  // Once when a quarter is left, once when nothing is: said to who cannot see it; the style sheet flashes it to who can.
  warn(game, t) {
    if (game.phase !== "running") return;
    const left = this.left(game, game.seat, t);
    const state = this.urgency(left);
    const now = state === "turn" ? "" : `${game.number} ${state}`;
    if (now && now !== this.warned) this.tell(state === "over" ? "time_up" : "left", { n: Math.ceil(left / 1000) });
    this.warned = now;
  }

  tell(name, facts = {}) {
    this.part("said").textContent = say(name, facts);
  }

  announce(game) {
    const name = this.setup.names[game.seat - 1];
    this.tell(game.phase === "running" ? "turn_of" : game.phase, { name, n: game.number });
  }

  note(name, facts = {}) {
    this.part("note-text").textContent = say(name, facts);
    this.part("note").hidden = false;
  }

  // Every finished move, newest first: who, how long, over by how much, how long the clock stood and why.
  moves(game) {
    const { rules, names } = this.setup;
    const limit = rules.kind === "per_move" ? rules.seconds : 0;
    return [...game.moves].reverse().map((one) => {
      const over = limit ? Math.max(0, seconds(one.ms) - limit) : 0;
      const stopped = seconds(one.paused ?? 0);
      const why = (one.whys ?? []).includes("challenge") ? "stood_challenge" : "stood";
      return el("tr", over ? { class: "over" } : {}, el("td", { class: "num" }, String(one.move)), el("th", { scope: "row" }, names[one.seat - 1] ?? ""),
        el("td", { class: "num" }, minutes(seconds(one.ms))), el("td", { class: "num" }, over ? `+${minutes(over)}` : ""),
        el("td", {}, stopped ? say(why, { time: minutes(stopped) }) : ""));
    });
  }
}
