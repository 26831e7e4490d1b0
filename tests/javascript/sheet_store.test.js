// The sheet as a page knows it, without a page (scoresheets/store_core.js, store_rows.js).
import assert from "node:assert/strict";
import { afterEach, beforeEach, mock, test } from "node:test";
import { SheetStore } from "../../tdapp/scoresheets/static/scoresheets/store_core.js";
import { lay, rowFrom } from "../../tdapp/scoresheets/static/scoresheets/store_rows.js";

const settled = () => new Promise((done) => setImmediate(done));
const row = (id, version, turn = { score: 1 }) => ({ id, version, turn, findings: [], computed: {} });
const stateOf = (version, ...rows) => ({ version, status: "open", head: { starts: 1 }, head_version: 1, rows });
const ok = (state) => ({ outcome: "ok", state });
const score = (n) => ({ kind: "score", score: n });

beforeEach(() => mock.timers.enable({ apis: ["setTimeout"] }));
afterEach(() => mock.timers.reset());

// A sheet of two rows, whose server answers what `answers` holds, in turn; without one it does not answer yet.
function sheet({ answers = [], left = null, reads = [], renewed = [] } = {}) {
  const here = { sent: [], told: [], saved: null, keys: 0, changed: 0 };
  const ports = {
    kept: { adopt: () => { const found = left; left = null; return found; }, save: ({ jobs, drafts, both }) => (here.saved = { jobs, drafts, both }) },
    newKey: () => `${++here.keys}`.padStart(32, "0"),
    hidden: () => false,
    send: (url, body, key) => (here.sent.push({ url, body: structuredClone(body), key }), answers.shift() ?? new Promise(() => {})),
    read: async () => reads.shift() ?? { outcome: "same" },
    renew: async () => renewed.shift() ?? false,
  };
  const facts = { state: stateOf(1, row("a", 1), row("b", 1)), urls: { write: "/write", undo: "/undo", state: "/state" }, user: "ana", canWrite: true, page: { reasons: {} } };
  const hooks = { changed: () => here.changed++, told: (kind, more) => here.told.push([kind, more]) };
  const store = new SheetStore(facts, hooks, ports);
  store.start();
  return Object.assign(here, { store, ids: () => store.rows().map((one) => one.id) });
}

test("a new row's id has the form of a UUID", () => {
  assert.equal(rowFrom("0123456789abcdef0123456789abcdef"), "01234567-89ab-4def-a123-456789abcdef");
});

test("each kind of write does to the rows what it says", () => {
  const after = (op) => {
    const rows = [row("a", 1), row("b", 1)];
    lay(rows, op);
    return rows.map((one) => `${one.id}${one.turn.score}`).join(" ");
  };
  assert.equal(after({ op: "add", row: "n", turn: score(9) }), "a1 b1 n9");
  assert.equal(after({ op: "add", row: "n", after: null, turn: score(9) }), "n9 a1 b1");
  assert.equal(after({ op: "add", row: "n", after: "a", turn: score(9) }), "a1 n9 b1");
  assert.equal(after({ op: "add", row: "n", after: "gone", turn: score(9) }), "a1 b1 n9");
  assert.equal(after({ op: "add", row: "a", turn: score(9) }), "a9 b1");
  assert.equal(after({ op: "set", row: "b", turn: score(9) }), "a1 b9");
  assert.equal(after({ op: "set", row: "gone", turn: score(9) }), "a1 b1");
  assert.equal(after({ op: "remove", row: "a" }), "b1");
  assert.equal(after({ op: "move", row: "a", after: "b" }), "b1 a1");
  assert.equal(after({ op: "move", row: "b", after: null }), "b1 a1");
});

test("what is written is seen at once, marked unsaved, and kept for a reload until it is answered", async () => {
  let answer = (state) => state;
  const here = sheet({ answers: [new Promise((done) => (answer = done))] });
  here.store.add("n", "a", score(9));
  assert.deepEqual(here.ids(), ["a", "n", "b"]);
  assert.deepEqual([here.store.unsaved, here.store.waits("n"), here.saved.jobs.length], [1, true, 1]);
  answer(ok(stateOf(2, row("a", 1), row("n", 2), row("b", 1))));
  await settled();
  assert.deepEqual([here.store.unsaved, here.store.version("n"), here.saved.jobs.length], [0, 2, 0]);
});

test("a write goes again under its own key until it is answered, later each time, and the next one waits behind it", async () => {
  const away = { outcome: "away" };
  const here = sheet({ answers: [away, away, ok(stateOf(2, row("a", 2), row("b", 1)))] });
  here.store.set("a", 1, score(9));
  here.store.set("b", 1, score(8));
  await settled();
  assert.equal(here.store.link, "away");
  mock.timers.tick(500);
  await settled();
  mock.timers.tick(999);
  await settled();
  assert.equal(here.sent.length, 2);
  mock.timers.tick(1);
  await settled();
  assert.deepEqual(here.sent.map((one) => one.body.operations[0].row), ["a", "a", "a", "b"]);
  assert.equal(new Set(here.sent.slice(0, 3).map((one) => one.key)).size, 1);
  assert.notEqual(here.sent[3].key, here.sent[2].key);
  assert.equal(here.store.link, "ok");
});

test("what has not left yet takes up what is typed on, what has left does not", async () => {
  const here = sheet();
  here.store.set("a", 1, score(9));
  here.store.set("b", 1, score(8));
  here.store.set("b", 1, score(7));
  assert.deepEqual(here.store.jobs.map((job) => job.operations[0].turn.score), [9, 7]);
  here.store.set("a", 1, score(6));
  assert.deepEqual(here.store.jobs.map((job) => job.operations[0].turn.score), [9, 7, 6]);
  assert.equal(here.store.rows()[0].turn.score, 6);
});

test("a second write of a row says that it has seen what the first one made", async () => {
  const here = sheet({ answers: [ok(stateOf(2, row("a", 2), row("b", 1)))] });
  here.store.set("a", 1, score(9));
  here.store.set("a", 1, score(8));
  assert.equal(here.store.jobs[1].operations[0].seen, null);
  await settled();
  assert.deepEqual(here.sent.map((one) => one.body.operations[0].seen), [1, 2]);
});

test("a row that was added and not yet sent is gone when it is removed", () => {
  const here = sheet();
  here.store.set("a", 1, score(9));
  here.store.add("n", undefined, score(8));
  here.store.remove("n");
  assert.deepEqual(here.ids(), ["a", "b"]);
  assert.equal(here.store.jobs.length, 1);
});

test("taking back drops what has not left, asks the server for what is saved, and neither while the line is down", async () => {
  const here = sheet({ answers: [{ outcome: "away" }] });
  here.store.set("a", 1, score(9));
  here.store.set("b", 1, score(8));
  here.store.undo();
  assert.deepEqual(here.told, [["undone", undefined]]);
  await settled();
  here.store.undo();
  assert.deepEqual(here.told.at(-1), ["undo_away", undefined]);
  const other = sheet({ answers: [ok(stateOf(2, row("a", 2)))] });
  other.store.undo();
  await settled();
  assert.deepEqual(other.sent.map(({ url, body }) => [url, body]), [["/undo", { seen: 1 }]]);
  assert.deepEqual([other.told.length, other.ids()], [1, ["a"]]);
});

// Somebody else's 5 stands on the server; here 9 was written.
const CHANGED = { outcome: "refused", status: 409, problem: { code: "row-changed", row: "a", theirs: row("a", 3, score(5)), by: "ben" } };
async function quarrel(theirs = CHANGED.problem.theirs) {
  const answer = { ...CHANGED, problem: { ...CHANGED.problem, theirs } };
  const here = sheet({ answers: [answer], reads: [ok(stateOf(3, ...(theirs ? [theirs] : []), row("b", 1)))] });
  here.store.set("a", 1, score(9));
  await settled();
  return here;
}

test("what two people wrote in one row stays in both versions until somebody chooses, and other rows go on", async () => {
  const here = await quarrel();
  assert.deepEqual([here.store.both.a.yours, here.store.both.a.by, here.store.unsaved], [score(9), "ben", 1]);
  here.store.set("a", 1, score(10));
  assert.deepEqual([here.store.both.a.yours, here.store.jobs.length], [score(10), 0]);
  here.store.set("b", 1, score(8));
  await settled();
  assert.equal(here.sent.at(-1).body.operations[0].row, "b");
});

test("theirs is left as it is, mine is written over what was seen, and a row that is gone comes back as a new one", async () => {
  const theirs = await quarrel();
  theirs.store.choose("a", false);
  assert.deepEqual([theirs.store.unsaved, theirs.store.rows()[0].turn], [0, score(5)]);
  const mine = await quarrel();
  mine.store.choose("a", true);
  assert.deepEqual(mine.sent.at(-1).body.operations, [{ op: "set", row: "a", seen: 3, turn: score(9) }]);
  const gone = await quarrel(null);
  gone.store.choose("a", true);
  const [again] = gone.sent.at(-1).body.operations;
  assert.deepEqual([again.op, again.turn, again.row === "a"], ["add", score(9), false]);
});

test("a refused write is said, stays typed in its row, and what was written behind its row finds another place", async () => {
  const refused = { outcome: "refused", status: 400, problem: { sentences: ["Too much."] } };
  let answer = (state) => state;
  const here = sheet({ answers: [new Promise((done) => (answer = done))] });
  here.store.add("n", "a", score(999));
  here.store.add("m", "n", score(8));
  answer(refused);
  await settled();
  assert.deepEqual(here.told, [["refused", { status: 400, sentences: ["Too much."] }]]);
  assert.deepEqual(here.store.drafts.n.said, ["Too much."]);
  assert.equal(here.sent[1].body.operations[0].after, "a");
});

test("a draft begun on one's own write stands on what that write made", async () => {
  let answer = (state) => state;
  const here = sheet({ answers: [new Promise((done) => (answer = done))] });
  here.store.set("a", 1, score(9));
  here.store.draft("a", { cells: { score: "10" }, seen: here.store.seenOf("a", 1) });
  assert.equal(here.store.drafts.a.seen, null);
  answer(ok(stateOf(2, row("a", 2), row("b", 1))));
  await settled();
  assert.equal(here.store.drafts.a.seen, 2);
});

test("an older state than the one known is not believed", () => {
  const here = sheet();
  here.store.fresh(stateOf(5, row("a", 5)));
  here.store.fresh(stateOf(4, row("b", 4)));
  assert.deepEqual(here.ids(), ["a"]);
});

test("a sheet that somebody finished is told and no longer open, and the same state again is no news", () => {
  const here = sheet();
  const done = { ...stateOf(2, row("a", 1)), status: "final" };
  here.store.fresh(done);
  here.store.fresh(done);
  assert.deepEqual([here.told, here.store.open], [[["status", { status: "final" }]], false]);
});

test("who finishes a sheet leaves by that: hearing of it first takes no answer's place", async () => {
  const here = sheet({ reads: [ok({ ...stateOf(2, row("a", 1)), status: "finished" })] });
  here.store.leaving = true;
  await here.store.read();
  assert.deepEqual([here.told, here.store.open], [[], false]);
});

test("what an earlier page left unsaved goes first, under the key it had", async () => {
  const left = { jobs: [{ key: "old", operations: [{ op: "set", row: "a", seen: 1, turn: score(7) }] }], drafts: { b: { cells: {} } }, both: {} };
  const here = sheet({ left, answers: [ok(stateOf(2, row("a", 2), row("b", 1)))] });
  await settled();
  assert.equal(here.sent[0].key, "old");
  assert.deepEqual(Object.keys(here.store.drafts), ["b"]);
});

test("after a log-out nothing is sent until the same person is in again", async () => {
  const here = sheet({ answers: [{ outcome: "login" }, ok(stateOf(2, row("a", 2), row("b", 1)))], renewed: [false, true] });
  here.store.set("a", 1, score(9));
  await settled();
  mock.timers.tick(500);
  await settled();
  assert.deepEqual([here.sent.length, here.store.link], [1, "login"]);
  mock.timers.tick(1000);
  await settled();
  assert.deepEqual([here.sent.length, here.store.unsaved, here.store.link], [2, 0, "ok"]);
});
