// The line that enters results, without a page (td/entry_core.js).
import assert from "node:assert/strict";
import { test } from "node:test";
import { EntryLine, isListed, reason, spaced, tidy } from "../../tdapp/kernel/static/td/entry_core.js";

const job = (raw, more = {}) => ({ line: raw, raw, ...more });

test("the number pad's point, star, comma and plus are spaces, and a minus stays", () => {
  for (const [typed, meant] of [["12.430.395", "12 430 395"], ["12*430,395", "12 430 395"], ["12+430+395", "12 430 395"], ["12 430 -5", "12 430 -5"], ["+5", "+5"]]) {
    assert.equal(spaced(typed), meant);
  }
});

test("a question in words keeps its points and commas", () => {
  assert.equal(spaced("abad, j. ?"), "abad, j. ?");
});

test("spaces more or less make no other line", () => {
  assert.equal(tidy("  12   430\t395 "), "12 430 395");
});

test("a line is sent as typed, and is the last one for the arrow up", () => {
  const line = new EntryLine();
  assert.deepEqual(line.sent("12 430 395"), { undo: false, line: "12 430 395", agree: "", raw: "12 430 395" });
  assert.equal(line.last, "12 430 395");
});

test("u alone takes back, large or small; behind the start of a line it is part of it", () => {
  const line = new EntryLine();
  for (const typed of ["u", "U"]) assert.deepEqual(line.sent(typed), { undo: true, line: "u", agree: "", raw: "u" });
  line.question(job("12"), { state: "more", join: " / " }, 0);
  assert.deepEqual(line.sent("u"), { undo: false, line: "12 / u", agree: "", raw: "u" });
});

test("a second Enter of the same line agrees to the question, a changed line does not", () => {
  const line = new EntryLine();
  assert.equal(line.question(job("12 930 395"), { state: "ask", agree: "high" }, 0), "12 930 395");
  assert.equal(line.typed("12 930 395"), false);
  assert.equal(line.sent("12 930 395").agree, "high");
  assert.equal(line.typed("12 430 395"), true);
  assert.equal(line.state, "");
  assert.equal(line.sent("12 430 395").agree, "");
  line.typed("12 930 395");
  assert.equal(line.sent("12 930 395").agree, "", "what was asked before is asked again");
});

test("an Enter that bounces or is held agrees to nothing", () => {
  const line = new EntryLine();
  assert.equal(line.isBounce(false, 0), false);
  line.question(job("12"), { state: "ask", agree: "1" }, 1000);
  assert.deepEqual([1000, 1199, 1200].map((moment) => line.isBounce(false, moment)), [true, true, false]);
  assert.equal(line.isBounce(true, 5000), true);
});

test("a line that wants more empties the field and is put before what is typed next, question by question", () => {
  const line = new EntryLine();
  assert.equal(line.question(job("12 430"), { state: "more", join: " / " }, 0), "");
  assert.equal(line.typed("395"), false, "what was said stays while the rest is typed");
  assert.deepEqual(line.sent("395"), { undo: false, line: "12 430 / 395", agree: "", raw: "395" });
  line.question({ line: "12 430 / 395", raw: "395" }, { state: "ask", agree: "2" }, 0);
  assert.deepEqual(line.sent("395"), { undo: false, line: "12 430 / 395", agree: "2", raw: "395" });
});

test("a refused line comes back whole, and stands alone again", () => {
  const line = new EntryLine();
  line.question(job("12 430"), { state: "more", join: " / " }, 0);
  assert.equal(line.question({ line: "12 430 / 9999", raw: "9999" }, { state: "stop" }, 0), "12 430 / 9999");
  assert.equal(line.stemmed, null);
  assert.equal(line.state, "stop");
});

test("Escape gives back the start of a line that wanted more, keeps a line in question, and empties any other", () => {
  const line = new EntryLine();
  assert.equal(line.back("77"), "");
  line.question(job("12 930"), { state: "ask", agree: "1" }, 0);
  assert.equal(line.back("12 930"), "12 930");
  line.question(job("12 430"), { state: "more", join: " " }, 0);
  assert.equal(line.back("39"), "12 430");
  line.calm("12 430");
  assert.deepEqual([line.asked, line.stemmed, line.state, line.shown], [null, null, "", "12 430"]);
});

test("an answer takes the field only for the line that stands in it", () => {
  const line = new EntryLine();
  const ways = (one, state, undo = false) => ["", one.raw, "other"].map((text) => line.route(one, { state }, text, undo));
  assert.deepEqual(ways(job("12 430"), "ok"), ["saved", "saved", "behind"]);
  for (const state of ["ask", "more", "stop"]) {
    assert.deepEqual(ways(job("12 430"), state), ["question", "question", "aside"]);
    assert.deepEqual(ways(job("12 430", { late: true }), state), ["aside", "aside", "aside"]);
    assert.deepEqual(ways(job("u"), state, true), ["aside", "aside", "aside"]);
  }
});

test("what waits in the list leaves the field, but for what somebody must decide", () => {
  const waiting = { ...job("12 430"), late: true, why: "away" };
  assert.equal(isListed([waiting], "12 430"), true);
  assert.equal(isListed([waiting], "13 430"), false);
  assert.equal(isListed([{ ...waiting, needs: "ask" }], "12 430"), false);
  assert.equal(isListed([{ ...waiting, why: undefined }], "12 430"), false);
});

test("why a line waits is said: for a decision, for its writer, for a log-in, for the server", () => {
  const mine = { user: "ana", late: true };
  const why = (more) => reason({ ...mine, ...more }, "ana");
  assert.deepEqual([{ needs: "ask" }, { user: "ben" }, { why: "login" }, { why: "away" }, {}].map(why), ["decision", "writer", "login", "server", "server"]);
});

test("a half-typed line outlives a reload, with what it completes; another page's or person's does not come back", () => {
  const [here, line] = [{ url: "/enter", user: "user:1" }, new EntryLine()];
  assert.equal(line.kept("", here), null);
  line.question(job("7 400 400"), { state: "more", join: " / " }, 0);
  const kept = line.kept("412", here);
  const after = new EntryLine();
  assert.equal(after.restored(kept, here, []), "412");
  assert.equal(after.sent("412 405").line, "7 400 400 / 412 405");
  for (const other of [{ ...here, url: "/second" }, { ...here, user: "user:2" }]) assert.equal(new EntryLine().restored(kept, other, []), "");
});

test("a line that was sent before the reload waits in the outbox and does not stand in the field too", () => {
  const here = { url: "/enter", user: "user:1" };
  const kept = new EntryLine().kept("7 412 388", here);
  assert.equal(new EntryLine().restored(kept, here, [job("7 412 388")]), "");
});
