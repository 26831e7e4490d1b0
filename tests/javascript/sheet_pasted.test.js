// Rows pasted into a sheet: what a spreadsheet or a note gives becomes the cells somebody would have typed.
import assert from "node:assert/strict";
import { test } from "node:test";
import { MOVES, toTurn } from "../../tdapp/scoresheets/static/scoresheets/cells.js";
import { inTurn, pastedRows } from "../../tdapp/scoresheets/static/scoresheets/pasted.js";

const PAGE = { width: 19, reasons: {} };
const SEATS = { width: 19, seats: ["Amihan, Ana", "Bayani, Ben"] };
const short = (rows) => rows.map((cells) => Object.fromEntries(Object.entries(cells).filter(([, text]) => text)));
const read = (text) => short(pastedRows(text, SEATS));

test("what belongs into one cell is left to the cell", () => {
  assert.equal(pastedRows("HATI", SEATS), null);
  assert.equal(pastedRows("not at all\n", SEATS), null);
  assert.deepEqual(read("8G HATI 19\n"), [{ at: "8G", word: "HATI", score: "19" }]);
});

test("columns with a heading go where the heading says", () => {
  assert.deepEqual(read("Player\tSquare\tWord\tRack\tScore\tTotal\nAna\t10H\tBATA\tABTAXYZ\t11\t11\nBen\tH10\tBUHAY\t\t21\t21"), [
    { seat: "1", at: "10H", word: "BATA", rack: "ABTAXYZ", score: "11", total: "11" },
    { seat: "2", at: "H10", word: "BUHAY", score: "21", total: "21" },
  ]);
});

test("columns without a heading are known by what stands in them", () => {
  const rows = [
    { seat: "1", at: "10H", word: "BATA", score: "11", total: "11" },
    { seat: "2", at: "H10", word: "BUHAY", score: "21", total: "21" },
    { seat: "1", at: "x 3" },
  ];
  assert.deepEqual(read("1\t10H\tBATA\t11\t11\n2\tH10\tBUHAY\t21\t21\n1\tx 3\t\t\t"), rows);
  const slip = [{ at: "10H", word: "BATA", score: "11" }, { at: "H10", word: "BUHAY", score: "many" }];
  assert.deepEqual(read("10H\tBATA\t11\nH10\tBUHAY\tmany"), slip);
  assert.deepEqual(read("1\tAna\t10H\tBATA\t11\t11\n2\tBen\tH10\tBUHAY\t21\t21\n3\tAna\tx 3\t\t\t"), rows);
});

test("words and scores alone are enough", () => {
  assert.deepEqual(read("BATA\t11\nBUHAY\t21"), [{ word: "BATA", score: "11" }, { word: "BUHAY", score: "21" }]);
  assert.deepEqual(read("BATA 11\nBUHAY 21 21"), [{ word: "BATA", score: "11" }, { word: "BUHAY", score: "21", total: "21" }]);
});

test("lines of a note are read word by word, codes with what is behind them", () => {
  assert.deepEqual(read("1. 1 10h BATA 11\n2. Ben: H10 BUHAY 21 21\n3. x 3\nc-\nra U -1\no 2 U 1"), [
    { seat: "1", at: "10h", word: "BATA", score: "11" },
    { seat: "2", at: "H10", word: "BUHAY", score: "21", total: "21" },
    { at: "x", word: "3" },
    { at: "c-" },
    { at: "ra", word: "U -1" },
    { at: "o", word: "2 U 1" },
  ]);
});

test("seats nobody wrote follow each other in moves, and nowhere else", () => {
  const rows = inTurn(pastedRows("10h BATA 11\nH10 BUHAY 21\nx 3\no U 1", SEATS), 2, 2, MOVES, 19);
  assert.deepEqual(rows.map((cells) => cells.seat), ["2", "1", "2", ""]);
});

// Typed in one go behind a code: seat, tiles and points.
const CODES = [
  [{ at: "ra", word: "U -1" }, { kind: "rack", tiles: "U", score: -1 }],
  [{ at: "ra U -1" }, { kind: "rack", tiles: "U", score: -1 }],
  [{ at: "o", word: "2 U 1" }, { kind: "out", seat: 2, tiles: "U", score: 1 }],
  [{ seat: "1", at: "o 2 U 1" }, { kind: "out", seat: 2, tiles: "U", score: 1 }],
  [{ at: "o", word: "[ng]u 12" }, { kind: "out", tiles: "[NG]U", score: 12 }],
  [{ at: "o", word: "2 U" }, { kind: "out", seat: 2, tiles: "U" }],
  [{ at: "o", word: "U", score: "1" }, { kind: "out", tiles: "U", score: 1 }],
  [{ at: "ti 10" }, { kind: "time", score: -10 }],
  [{ at: "ti", word: "2 10" }, { kind: "time", seat: 2, score: -10 }],
  [{ at: "b 5" }, { kind: "bonus", score: 5 }],
  [{ at: "w", word: "19" }, { kind: "withdrawn", score: -19 }],
  [{ at: "th", word: "bahay, araw 20" }, { kind: "theme", words: ["BAHAY", "ARAW"], score: 20 }],
  [{ at: "x", word: "3" }, { kind: "exchange", number: 3 }],
];

test("a short code is split into seat, tiles and points", () => {
  for (const [cells, turn] of CODES) assert.deepEqual(toTurn(cells, null, PAGE), turn, JSON.stringify(cells));
});
