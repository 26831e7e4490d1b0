// Lines built by pressing, and tie-breaks: what is put in place, and what a line says.
import assert from "node:assert/strict";
import { test } from "node:test";
import { fits, inOrder, isAnswer, takesLines, wordsOf } from "../../tdapp/kernel/static/td/pressing_core.js";

test("parts are taken, a page that wants a login is not", () => {
  assert.equal(isAnswer({ ok: true }, '<div id="a" data-part></div>'), true);
  assert.equal(isAnswer({ ok: true }, "<body data-bounce></body>"), false);
  assert.equal(isAnswer({ ok: false }, "<div data-part></div>"), false);
  assert.equal(isAnswer(null, ""), false);
});

test("a line that is being typed is left alone", () => {
  assert.equal(takesLines("read"), false);
  assert.equal(takesLines("remove:2"), true);
});

test("tie-breaks make a line and are read from one", () => {
  assert.deepEqual(wordsOf("wins, spread  head_to_head,"), ["wins", "spread", "head_to_head"]);
  assert.equal(inOrder(["wins", "", "spread"], ["wins"]), "wins, spread");
  assert.equal(inOrder(["wins", "spread"], ["wins", "losses", "lot:7"]), "wins, spread, lot:7");
  assert.equal(inOrder(["", ""], []), "");
});

test("a thing is found by the beginnings of its words, whatever the case, accents and signs", () => {
  const words = "keep apart siblings magkapatid step-free niño";
  for (const asked of ["", "sib", "Apart SIB", "magka", "step", "free", "Nino"]) assert.equal(fits(asked, words), true, asked);
  for (const asked of ["never", "apart never", "part"]) assert.equal(fits(asked, words), false, asked);
});
