// Lines on their way to the server, without a page (td/outbox_core.js).
import assert from "node:assert/strict";
import { afterEach, beforeEach, mock, test } from "node:test";
import { Lines } from "../../tdapp/kernel/static/td/outbox_core.js";

const settled = () => new Promise((done) => setImmediate(done));

beforeEach(() => mock.timers.enable({ apis: ["setTimeout"] }));
afterEach(() => mock.timers.reset());

// A desk whose server answers what `answers` holds, in turn: a state, or a promise of one.
function desk({ answers = [], kept = [], renewed = [], user = "ana" } = {}) {
  const here = { posted: [], answered: [], kept: [], drawn: 0, keys: 0, renews: 0 };
  const ports = {
    kept: () => kept,
    keep: (jobs) => (here.kept = jobs),
    newKey: () => `key-${++here.keys}`,
    post: async (job) => {
      here.posted.push(`${job.key} ${job.line}`);
      return { said: "", state: await (answers.shift() ?? new Promise(() => {})) };
    },
    renew: async () => (here.renews++, renewed.shift() ?? false),
  };
  const hooks = { answered: (job, answer) => here.answered.push(`${job.line} ${answer.state}`), changed: () => here.drawn++ };
  return Object.assign(here, { box: new Lines(user, hooks, ports) });
}

test("lines go in order, one at a time, each under its own key", async () => {
  let answer = (state) => state;
  const held = new Promise((done) => (answer = done));
  const here = desk({ answers: [held, "ok"] });
  here.box.add("/line", "1 430 395");
  here.box.add("/line", "2 400 300");
  await settled();
  assert.deepEqual(here.posted, ["key-1 1 430 395"]);
  answer("ok");
  await settled();
  assert.deepEqual(here.posted, ["key-1 1 430 395", "key-2 2 400 300"]);
  assert.deepEqual(here.answered, ["1 430 395 ok", "2 400 300 ok"]);
  assert.deepEqual([here.box.jobs, here.kept], [[], []]);
});

test("a line whose answer was lost is sent again under the same key, later and later, and everything behind it waits", async () => {
  const here = desk({ answers: ["away", "away", "away", "away", "away", "ok", "ok"] });
  here.box.add("/line", "1 430 395");
  await settled();
  for (const [tries, pause] of [[2, 1000], [3, 2000], [4, 4000], [5, 8000]]) {
    mock.timers.tick(pause - 1);
    await settled();
    assert.equal(here.posted.length, tries - 1);
    mock.timers.tick(1);
    await settled();
    assert.equal(here.posted.length, tries, `try ${tries} after ${pause}`);
  }
  here.box.add("/line", "2 400 300");
  assert.deepEqual(here.box.jobs.map(({ late, why }) => [late, why]), [[true, "away"], [true, "away"]]);
  await settled();
  assert.deepEqual(here.posted.slice(0, 6), Array.from({ length: 6 }, () => "key-1 1 430 395"));
  assert.equal(here.posted[6], "key-2 2 400 300");
  assert.deepEqual(here.answered, ["1 430 395 ok", "2 400 300 ok"]);
});

test("Enter twice on the same line is one job, tried at once; agreed to it is another", async () => {
  const here = desk({ answers: ["away", "ok", "ok"] });
  here.box.add("/line", "1 930 395");
  await settled();
  here.box.add("/line", "1 930 395");
  await settled();
  assert.deepEqual(here.posted, ["key-1 1 930 395", "key-1 1 930 395"]);
  here.box.add("/line", "1 930 395", "high");
  await settled();
  assert.equal(here.posted.at(-1), "key-2 1 930 395");
});

test("what is asked for again while a line is under way is tried once more behind it, without a pause", async () => {
  let answer = (state) => state;
  const held = new Promise((done) => (answer = done));
  const here = desk({ answers: [held, "away"] });
  here.box.add("/line", "1 430 395");
  here.box.again();
  assert.equal(here.posted.length, 1);
  answer("away");
  await settled();
  assert.equal(here.posted.length, 2);
});

test("after a log-out the line waits until its own writer is in again, and is not sent before", async () => {
  const here = desk({ answers: ["login", "ok"], renewed: [false, true] });
  here.box.add("/line", "1 430 395");
  await settled();
  assert.equal(here.box.jobs[0].why, "login");
  mock.timers.tick(1000);
  await settled();
  assert.deepEqual([here.renews, here.posted.length], [1, 1]);
  mock.timers.tick(2000);
  await settled();
  assert.deepEqual([here.renews, here.posted.length, here.box.jobs.length], [2, 2, 0]);
});

test("another person's lines stay, unsent, until somebody takes them up or drops them", async () => {
  const kept = [{ key: "old", url: "/line", line: "1 430 395", raw: "1 430 395", agree: "", user: "ben" }];
  const here = desk({ answers: ["ok"], kept });
  here.box.add("/line", "2 400 300");
  await settled();
  assert.deepEqual(here.posted, ["key-1 2 400 300"]);
  assert.deepEqual(here.kept.map((job) => job.line), ["1 430 395"]);
  here.box.drop("old");
  assert.deepEqual(here.kept, []);
});

test("one's own lines of an earlier page go out under the key they had, and are late", async () => {
  const kept = [{ key: "old", url: "/line", line: "1 430 395", raw: "1 430 395", agree: "", user: "ana" }];
  const here = desk({ answers: ["ok"], kept });
  assert.equal(here.box.jobs[0].late, true);
  here.box.pump();
  await settled();
  assert.deepEqual(here.posted, ["old 1 430 395"]);
});

test("a line that needs a decision is kept under a new key, said, and not sent by itself", async () => {
  const here = desk({ answers: ["ask"] });
  here.box.add("/line", "1 930 395");
  const [job] = here.box.jobs;
  await settled();
  here.box.hold(job, { state: "ask", said: "Really 930?" });
  here.box.pump();
  await settled();
  assert.equal(here.posted.length, 1);
  assert.deepEqual(here.kept.map(({ key, needs }) => [key, needs]), [["key-2", "ask"]]);
  assert.equal(here.box.jobs[0].said, "Really 930?");
});

test("what is kept over a reload holds the line, its key and its writer, and nothing of the talk with the server", async () => {
  const here = desk({ answers: ["away"] });
  here.box.add("/line", "1 430 395", "high", "395");
  await settled();
  assert.deepEqual(here.kept, [{ key: "key-1", url: "/line", line: "1 430 395", agree: "high", raw: "395", user: "ana", needs: undefined }]);
});
