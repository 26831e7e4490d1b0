// Handing a table's seconds to the server, and telling a second window of the same table that it is the second.
//
// What is still to be handed over is never a list of its own: it is the difference between the moves there are and those
// the server has said it has. So a reload, a lost answer or a move taken back can lose nothing and send nothing twice.
import { csrf, newKey } from "../td/lib.js";
import { renew } from "../td/session.js";
import { limitOf, seconds } from "./timer_core.js";

const PATIENCE = 8_000;
const PAUSES = [2_000, 5_000, 15_000, 30_000, 60_000];

export function rowsOf(game, rules) {
  const limit = limitOf(rules);
  return Object.fromEntries(game.moves.map((one) => [one.move, { move: one.move, seat: one.seat, seconds: seconds(one.ms), limit, paused: seconds(one.paused ?? 0) }]));
}

const told = (row) => `${row.seat}:${row.seconds}:${row.limit}`;

export function knownFrom(handed) {
  return Object.fromEntries(handed.map((row) => [row.move, told(row)]));
}

export function missing(rows, known) {
  const moves = Object.values(rows).filter((row) => known[row.move] !== told(row));
  const removed = Object.keys(known).filter((move) => !rows[move]).map(Number);
  return { moves, removed, count: moves.length + removed.length };
}

// Whether each row the server has may have come from here: as it last said (`known`), as it was sent since without an
// answer that came back (`sent`: {move: [told or "" for removed, ...]}), or as it would be sent now.
export function areMine(handed, { known, sent, rows }) {
  const moves = new Set([...Object.keys(handed), ...Object.keys(known)]);
  return [...moves].every((move) => [known[move] ?? "", ...(sent[move] ?? []), rows[move] ? told(rows[move]) : ""].includes(handed[move] ?? ""));
}

// changed(state, sentence): state is idle | sending | away | login | refused. took() when something is sent or the server has taken it.
export class Link {
  body;
  changed;
  key;
  known;
  took;
  url;

  constructor(url, { known, took, changed }) {
    Object.assign(this, { url, known, took, changed, sent: {}, busy: false, tries: 0, timer: 0, rows: {}, state: "idle" });
  }

  get left() {
    return missing(this.rows, this.known).count;
  }

  // soon: hand over now; otherwise at the next occasion (the log need not have a line for every move).
  set(rows, soon) {
    this.rows = rows;
    if (this.state === "refused") this.say("idle");
    if (soon) this.pump();
  }

  async pump() {
    clearTimeout(this.timer);
    const { moves, removed, count } = missing(this.rows, this.known);
    if (this.busy || !count || !this.url) return;
    this.busy = true;
    const body = JSON.stringify({ moves, removed });
    // The same rows keep their key however often they are sent.
    if (this.body !== body) Object.assign(this, { body, key: newKey() });
    this.note(moves, removed);
    const answer = await this.post(body);
    this.busy = false;
    this.heard(answer, moves, removed);
  }

  // Kept before it is sent: a page that is left meanwhile never hears whether the server took it.
  note(moves, removed) {
    for (const [move, text] of [...moves.map((row) => [row.move, told(row)]), ...removed.map((one) => [one, ""])]) this.sent[move] = [...new Set([...(this.sent[move] ?? []), text])];
    this.took();
  }

  heard(answer, moves, removed) {
    if (answer.state === "away" || answer.state === "login") return this.wait(answer);
    this.tries = 0;
    if (answer.state === "refused") return this.say("refused", answer.said);
    for (const row of moves) this.known[row.move] = told(row);
    for (const move of removed) delete this.known[move];
    this.sent = {};
    this.took();
    this.say("idle");
    return this.left ? this.later(1_000) : undefined;
  }

  wait({ state, said }) {
    this.say(state, said);
    this.later(PAUSES[Math.min(this.tries++, PAUSES.length - 1)]);
  }

  later(pause) {
    clearTimeout(this.timer);
    this.timer = setTimeout(() => this.pump(), pause);
  }

  say(state, said = "") {
    this.state = state;
    this.changed(state, said);
  }

  async post(body) {
    if (this.state === "login" && !(await renew())) return { state: "login" };
    const stopper = new AbortController();
    const timer = setTimeout(() => stopper.abort(), PATIENCE);
    const headers = { "X-CSRFToken": csrf(), "Idempotency-Key": this.key, "Content-Type": "application/json", Accept: "application/json" };
    try {
      return await read(await fetch(this.url, { method: "POST", body, headers, signal: stopper.signal }));
    } catch {
      return { state: "away" };
    } finally {
      clearTimeout(timer);
    }
  }
}

async function read(answer) {
  if (answer.ok && !answer.redirected) return { state: "ok" };
  const facts = await answer.json().catch(() => ({}));
  if (answer.redirected || answer.status === 401 || (answer.status === 403 && !facts.code)) return { state: "login" };
  return { state: answer.status >= 500 ? "away" : "refused", said: facts.detail ?? "" };
}

// One window keeps the time of a table; any other shows it. The older one keeps it until another takes it over.
export class Windows {
  me;
  yielded;

  constructor(name, yielded) {
    Object.assign(this, { me: { id: newKey(), since: Date.now() }, keeps: true, yielded });
    if (!("BroadcastChannel" in window)) return;
    this.channel = new BroadcastChannel(name);
    this.channel.onmessage = ({ data }) => this.hear(data);
    this.tell("hello");
  }

  tell(say) {
    this.channel?.postMessage({ say, ...this.me });
  }

  hear({ say, id, since }) {
    const older = since < this.me.since || (since === this.me.since && id < this.me.id);
    if (say === "hello" && this.keeps && !older) this.tell("here");
    else if (say === "take" || (this.keeps && older)) this.give();
  }

  give() {
    this.keeps = false;
    this.yielded();
  }

  take() {
    this.keeps = true;
    this.me.since = 0;
    this.tell("take");
  }
}
