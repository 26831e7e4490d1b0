// The sheet as a page knows it: what the server has, and on top of it what was written here and is not saved yet.
// Writes go one at a time, in order, each under its own key until it is answered for good: a lost answer saves nothing twice.
// Without a page: what a browser has comes in as ports (store.js). kept: {adopt, save}, what is kept over a reload;
// send, read: one request (wire.js); renew(user): whether that user is still in; newKey(); hidden(): nobody looks.
import { toCells } from "./cells.js";
import { lay, rowFrom } from "./store_rows.js";

const PAUSES = [500, 1000, 2000, 4000, 8000];
const EVERY = 3000;

export class SheetStore {
  base;
  both = {};
  canWrite;
  changed;
  drafted;
  drafts = {};
  jobs = [];
  kept;
  leaving = false;
  page;
  ports;
  told;
  urls;
  user;

  // changed(): something to draw anew. drafted(): a row is being typed, or no longer. told(kind, facts): something to say.
  constructor({ state, urls, user, canWrite, page }, { changed, told, drafted = () => {} }, ports) {
    Object.assign(this, { page, drafted, base: state, urls, user, canWrite, changed, told, ports, kept: ports.kept, busy: false, tries: 0, timer: 0, link: "ok", asOf: new Date() });
    this.adopt();
  }

  start() {
    this.later(EVERY);
    this.pump();
  }

  // What a page that is gone left unsaved goes first: it was typed before.
  adopt() {
    const left = this.kept.adopt();
    if (!left) return;
    Object.assign(this, { jobs: [...left.jobs, ...this.jobs], drafts: { ...left.drafts, ...this.drafts }, both: { ...left.both, ...this.both } });
    this.kept.save(this);
    this.changed();
  }

  get open() {
    return this.canWrite && this.base.status === "open";
  }

  // Rows as they stand with everything written here laid over them.
  rows() {
    const rows = this.base.rows.map((row) => ({ ...row }));
    for (const job of this.jobs) for (const op of job.operations ?? []) lay(rows, op);
    return rows;
  }

  head() {
    const op = this.jobs.flatMap((job) => job.operations ?? []).findLast((one) => one.op === "head");
    return op ? op.head : this.base.head;
  }

  waits(id) {
    return this.jobs.some((job) => job.operations?.some((op) => op.row === id));
  }

  get unsaved() {
    return this.jobs.length + Object.keys(this.both).length;
  }

  add(row, after, turn) {
    const last = this.queued(row);
    if (last) return this.merge(last, { turn });
    return this.put({ op: "add", row, ...(after === undefined ? {} : { after }), turn });
  }

  set(row, seen, turn) {
    if (this.both[row]) return this.keep(() => (this.both[row].yours = turn));
    const last = this.queued(row);
    return last ? this.merge(last, { turn }) : this.put({ op: "set", row, seen: this.seenOf(row, seen), turn });
  }

  remove(row) {
    const last = this.queued(row);
    if (last?.op === "add") return this.forget(row);
    return this.put({ op: "remove", row, seen: this.seenOf(row, this.version(row)) });
  }

  move(row, after) {
    return this.put({ op: "move", row, seen: this.seenOf(row, this.version(row)), after });
  }

  setHead(head, seen = this.base.head_version) {
    return this.put({ op: "head", seen: this.jobs.some((job) => job.operations?.some((op) => op.op === "head")) ? null : seen, head });
  }

  // What somebody who begins to type in a row has before him; null: his own write of it is on its way, `answered` will tell.
  seenOf(row, version) {
    return this.waits(row) ? null : version;
  }

  version(row) {
    return this.base.rows.find((one) => one.id === row)?.version ?? null;
  }

  // A write of this row that has not left yet can still take up what is typed now.
  queued(row) {
    const jobs = this.jobs.filter((job) => job.operations?.some((op) => op.row === row));
    const last = jobs.at(-1);
    const op = last?.operations.at(-1);
    return last && !last.sent && op.row === row && (op.op === "add" || op.op === "set") ? op : null;
  }

  merge(op, facts) {
    return this.keep(() => Object.assign(op, facts));
  }

  put(...operations) {
    return this.keep(() => this.jobs.push({ key: this.ports.newKey(), operations }));
  }

  forget(row) {
    return this.keep(() => (this.jobs = this.jobs.filter((job) => job.sent || !job.operations?.every((op) => op.row === row))));
  }

  keep(change) {
    change();
    this.kept.save(this);
    this.changed();
    this.pump();
  }

  // A row being typed: kept, not sent. Nothing drawn anew for it.
  draft(row, draft) {
    if (draft) this.drafts[row] = draft;
    else delete this.drafts[row];
    this.kept.save(this);
    this.drafted();
  }

  // What has not left is simply dropped; what is saved is taken back by the server.
  undo() {
    const last = this.jobs.at(-1);
    if (last && !last.sent) {
      this.keep(() => this.jobs.pop());
      return this.told("undone");
    }
    if (this.link !== "ok") return this.told("undo_away");
    if (!this.jobs.some((job) => job.undo)) this.keep(() => this.jobs.push({ key: this.ports.newKey(), undo: true }));
    return null;
  }

  async pump() {
    clearTimeout(this.pumping);
    const job = this.jobs[0];
    if (this.busy || !job) return;
    this.busy = true;
    if (this.link === "login" && !(await this.ports.renew(this.user))) return this.wait({ outcome: "login" });
    job.sent = true;
    if (job.undo) job.seen ??= this.base.version;
    const body = job.undo ? { seen: job.seen } : { operations: job.operations.map((op) => this.filled(op)) };
    this.kept.save(this);
    const answer = await this.ports.send(job.undo ? this.urls.undo : this.urls.write, body, job.key, this.user);
    if (answer.outcome === "away" || answer.outcome === "login") return this.wait(answer);
    this.busy = false;
    this.tries = 0;
    this.linked("ok");
    this.take(job, answer);
    return this.pump();
  }

  // "seen" of a row written here just before is known only once that write was answered; it stays so for a second sending.
  filled(op) {
    if ("seen" in op && op.seen == null) op.seen = op.op === "head" ? this.base.head_version : this.version(op.row);
    return op;
  }

  wait({ outcome }) {
    this.busy = false;
    this.linked(outcome);
    this.pumping = setTimeout(() => this.pump(), PAUSES[Math.min(this.tries++, PAUSES.length - 1)]);
  }

  linked(link) {
    if (link === "ok") this.asOf = new Date();
    if (this.link === link) return;
    this.link = link;
    this.changed();
  }

  take(job, answer) {
    this.jobs = this.jobs.filter((one) => one !== job);
    if (answer.outcome === "ok") {
      this.answered(job, answer.state);
      this.fresh(answer.state);
      if (job.undo) this.told("undone");
    } else if (!job.undo && answer.problem.code === "row-changed") this.differ(job, answer.problem);
    else this.refuse(job, answer);
    this.kept.save(this);
    this.changed();
  }

  // What is typed on top of a write of one's own stands on what that write made, not on what was there before it.
  answered(job, state) {
    for (const { row } of job.operations ?? []) {
      const draft = this.drafts[row];
      if (draft?.seen === null && !this.waits(row)) draft.seen = state.rows.find((one) => one.id === row)?.version ?? null;
    }
  }

  // Somebody else changed the row meanwhile: both versions stay until a person chooses. Other rows go on.
  differ(job, { row, theirs, by }) {
    const op = job.operations.find((one) => one.row === row || (one.op === "head" && !row)) ?? job.operations[0];
    const later = this.jobs.filter((one) => !one.undo && one.operations.some((other) => other.row === op.row && op.row));
    this.jobs = this.jobs.filter((one) => !later.includes(one));
    const mine = later.flatMap((one) => one.operations).findLast((one) => one.turn)?.turn ?? op.turn ?? null;
    this.both[op.row ?? "head"] = { op: op.op, theirs, by, yours: op.op === "head" ? op.head : mine, after: this.before(op.row) };
    this.read();
  }

  before(row) {
    const at = this.base.rows.findIndex((one) => one.id === row);
    return at > 0 ? this.base.rows[at - 1].id : at === 0 ? null : undefined;
  }

  // Theirs stays, or mine is written over it (after it was seen), or mine comes back as a row of its own.
  choose(row, mine) {
    const { op, theirs, yours, after } = this.both[row];
    delete this.both[row];
    if (!mine) return this.keep(() => {});
    if (row === "head") return this.setHead(yours, theirs?.version ?? this.base.head_version);
    if (op === "remove") return this.put({ op, row, seen: theirs?.version ?? this.version(row) });
    if (op === "move") return this.keep(() => {});
    if (!theirs) return this.put({ op: "add", row: rowFrom(this.ports.newKey()), ...(after === undefined ? {} : { after }), turn: yours });
    return this.put({ op: "set", row, seen: theirs.version, turn: yours });
  }

  refuse(job, { problem, status }) {
    const sentences = problem.sentences ?? [problem.detail ?? ""];
    if (job.undo) return this.told("refused", { status, sentences });
    for (const op of job.operations) {
      if (op.turn) this.drafts[op.row] ??= { cells: toCells(op.turn, this.page), seen: op.seen, after: op.after, said: sentences };
      this.anchor(op);
    }
    return this.told("refused", { status, sentences });
  }

  // Rows written after one that was not taken go where it would have stood.
  anchor(gone) {
    if (gone.op !== "add") return;
    for (const job of this.jobs) for (const op of job.operations ?? []) if (op.after === gone.row) op.after = gone.after ?? this.base.rows.at(-1)?.id ?? null;
  }

  fresh(state) {
    if (state.version < this.base.version) return;
    const before = this.base;
    this.base = state;
    // Who finishes it, or opens it again, leaves by that and is told so by its answer: hearing of it first must not take the answer's place.
    if (before.status !== state.status && !this.leaving) this.told("status", { status: state.status });
  }

  async read() {
    const answer = await this.ports.read(this.urls.state, this.base.version);
    if (answer.outcome === "ok") this.fresh(answer.state);
    if (!this.jobs.length || answer.outcome === "ok" || answer.outcome === "same") this.linked(answer.outcome === "same" ? "ok" : answer.outcome === "refused" ? "login" : answer.outcome);
    if (answer.outcome === "ok") this.changed();
    return answer;
  }

  later(pause) {
    clearTimeout(this.timer);
    this.timer = setTimeout(() => this.turn(), pause * (0.85 + Math.random() * 0.3));
  }

  async turn() {
    this.adopt();
    if (!this.ports.hidden() && !this.busy) await this.read();
    if (this.link === "ok") this.pump();
    this.later(this.link === "ok" ? EVERY : 2 * EVERY);
  }

  wake() {
    this.tries = 0;
    this.turn();
    this.pump();
  }
}
