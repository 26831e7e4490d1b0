// The round clock without a page (td/clock_core.js).
import assert from "node:assert/strict";
import { test } from "node:test";
import { announced, clockOf, comingUp, leftAt, Line, shown, stateAt } from "../../tdapp/kernel/static/td/clock_core.js";
import { pauseAfter } from "../../tdapp/kernel/static/td/lib.js";

test("what is left of a running clock is counted to its zero, begun seconds whole, never below nothing", () => {
  const clock = { state: "running", zero: 10_000 };
  for (const [now, left] of [[0, 10], [1, 10], [9_000, 1], [9_999, 1], [10_000, 0], [99_000, 0]]) assert.equal(leftAt(clock, now), left, `at ${now}`);
});

test("a clock that stands says what it was told, whatever the time", () => {
  assert.equal(leftAt({ state: "paused", zero: null, left: 77 }, 1e9), 77);
  assert.equal(stateAt({ state: "paused", zero: null, left: 0 }, 1e9), "paused");
});

test("a running clock is called from its last second on", () => {
  const clock = { state: "running", zero: 10_000 };
  assert.equal(stateAt(clock, 9_999), "running");
  assert.equal(stateAt(clock, 10_000), "called");
});

test("hours are shown only where there are some", () => {
  for (const [seconds, text] of [[0, "00:00"], [59, "00:59"], [2700, "45:00"], [3599, "59:59"], [3600, "1:00:00"], [3905, "1:05:05"]]) assert.equal(shown(seconds), text);
});

test("the quickest answer says the server's time best, and a slower one that fits it changes nothing", () => {
  const line = new Line();
  line.heard(100_500, 0, 1_000);
  assert.equal(line.at(1_000), 101_000);
  line.heard(102_010, 2_000, 2_020);
  assert.equal(line.at(0), 100_000);
  line.heard(103_400, 3_000, 3_900);
  assert.equal(line.at(0), 100_000);
});

test("a server that was started again is believed at once, however slow its answer", () => {
  const line = new Line();
  line.heard(100_010, 0, 20);
  line.heard(500, 3_000, 3_900);
  assert.equal(line.at(3_450), 500);
});

test("of several rounds the one that runs with the least left is shown, then called, paused, ready, over", () => {
  const clock = (round, state, left, more = {}) => ({ division: "open", round, state, zero: state === "running" ? left * 1000 : null, left, ...more });
  const clocks = [clock(1, "over", 0), clock(2, "paused", 5), clock(3, "running", 900), clock(4, "running", 60), clock(5, "ready", 1)];
  assert.equal(clockOf(clocks, "", "", 0).round, 4);
  assert.equal(clockOf(clocks, "open", "", 0).round, 4);
  assert.equal(clockOf(clocks, "open", "2", 0).round, 2);
  assert.equal(clockOf(clocks, "", "", 60_000).round, 3);
  assert.equal(clockOf(clocks, "", "", 900_000).state, "running");
  assert.equal(clockOf(clocks, "juniors", "", 0), undefined);
  assert.equal(clockOf([], "", "", 0), undefined);
  assert.deepEqual(clocks.map((one) => one.round), [1, 2, 3, 4, 5], "what the server told is not reordered");
});

test("an announcement is heard where it is meant for, and everywhere when it is for both or for all", () => {
  const all = [
    { id: 1, place: "both", division: "" },
    { id: 2, place: "phones", division: "" },
    { id: 3, place: "screens", division: "open" },
  ];
  const heard = (place, division) => announced(all, place, division).map((one) => one.id);
  assert.deepEqual(heard("phones", "open"), [1, 2]);
  assert.deepEqual(heard("screens", "open"), [1, 3]);
  assert.deepEqual(heard("screens", "juniors"), [1]);
  assert.deepEqual(heard(undefined, undefined), [1, 2, 3]);
});

test("what comes next is two stops and the prizes, each said as surely as it is known", () => {
  const words = { about: "about {time}", until: "until {time}" };
  const forecast = [
    { kind: "round", division: "", label: "Round 3", until: "11:00" },
    { kind: "round", division: "", label: "Round 4", at: "11:10", sure: false },
    { kind: "break", division: "", label: "Lunch", at: "12:00", sure: true },
    { kind: "prizes", division: "", label: "Prizes", at: "17:00", sure: true },
    { kind: "round", division: "b", label: "Round 9", at: "9:00", sure: true },
  ];
  assert.deepEqual(comingUp(forecast, "a", words), [["Round 3", "until 11:00"], ["Round 4", "about 11:10"], ["Prizes", "17:00"]]);
  assert.deepEqual(comingUp(forecast.slice(4), "b", words), [["Round 9", "9:00"]]);
});

test("after each failure it waits longer, up to four times, never over a minute, and no two devices alike", () => {
  assert.deepEqual([0, 1, 2, 3, 9].map((fails) => pauseAfter(fails, 10, 0.5)), [10, 20, 40, 40, 40]);
  assert.equal(pauseAfter(2, 30, 0.5), 60);
  assert.deepEqual([pauseAfter(0, 100 / 8, 0), pauseAfter(0, 100 / 8, 1)].map((n) => n.toFixed(3)), ["10.625", "14.375"]);
});
