// The turn timer's page: presses are kept (localStorage), told (timer_core.js), drawn (timer_draw.js) and their seconds
// handed over (timer_link.js).
import { shelf } from "../td/lib.js";
import { ForwardClock, minutes, seconds, tell } from "./timer_core.js";
import { Face, keepAwake, say } from "./timer_draw.js";
import { areMine, knownFrom, Link, missing, rowsOf, Windows } from "./timer_link.js";
import { offerSetup, readSetup } from "./timer_setup.js";

const page = document.querySelector("[data-timer]");
const facts = JSON.parse(page.dataset.timer);
const store = `td-timer ${facts.key}`;
const KEPT_VERSION = 1;
const MOST_PRESSES = 2_000;
const BATCH_EVERY = 60_000;

let setup = facts.setup;
let presses = [];
let before = [];
let clock = new ForwardClock(null);
let game = tell([], setup.names.length);
let lastBatch = performance.now();

const face = new Face(page, touch);
const part = (name) => face.part(name);
const link = new Link(facts.url, { known: knownFrom(facts.handed), took: save, changed: drawLink });
const windows = new Windows(store, () => follow(true));
const isOn = () => ["running", "paused"].includes(game.phase);

// --- what is kept

function save() {
  if (windows.keeps) shelf.write(localStorage, store, { v: KEPT_VERSION, setup, presses, before, known: link.known, sent: link.sent, clock: clock.kept() });
}

function kept() {
  const found = shelf.read(localStorage, store);
  const whole = found?.v === KEPT_VERSION && Array.isArray(found.presses) && Array.isArray(found.before) && found.clock && found.setup;
  return whole && (!facts.url || found.setup.names.length === setup.names.length) ? found : null;
}

function take(found) {
  ({ presses, before } = found);
  if (!facts.url) setup = found.setup;
  clock = new ForwardClock(found.clock);
}

function load() {
  const found = kept();
  if (!found) return adopt();
  take(found);
  if (clock.take("back")) face.note("set_back");
  if (facts.url) compare(found.known ?? {}, found.sent ?? {});
  return undefined;
}

// The server knows moves that this browser does not: another device timed the table. Go on from theirs, or ask.
function adopt() {
  [presses, before] = [[], facts.handed.map((row) => ({ move: row.move, seat: row.seat, ms: row.seconds * 1000 }))];
  link.known = knownFrom(facts.handed);
  if (before.length) face.note("adopted", { n: before.length });
}

function compare(known, sent) {
  const rows = rowsOf(tell(presses, setup.names.length, before), setup.rules);
  if (areMine(link.known, { known, sent, rows })) return;
  if (!presses.length && !before.length) return adopt();
  const n = missing(rows, known).moves.length;
  part("theirs-lost").textContent = n ? say("theirs_lost", { n }) : "";
  part("theirs").hidden = false;
}

// --- presses

function press(k, more = {}) {
  if (!windows.keeps || presses.length >= MOST_PRESSES) return;
  presses.push({ k, t: clock.now(), ...more });
  changed(["end", "called", "pause"].includes(k));
}

function changed(soon = false) {
  const was = game;
  game = tell(presses, setup.names.length, before);
  save();
  hand(soon);
  keepAwake(windows.keeps && game.phase === "running");
  face.draw(game, clock.now(), true);
  if (game.phase !== was.phase || game.number !== was.number) face.announce(game);
}

// The log has a line for each batch, so finished moves go in company: at a pause, at the end, else once a minute. Nothing
// goes while it is asked whose moves count: it would replace the other device's.
function hand(soon) {
  const due = soon || performance.now() - lastBatch > BATCH_EVERY;
  if (due) lastBatch = performance.now();
  const isAsked = part("theirs")?.hidden === false;
  if (facts.url && windows.keeps && !isAsked) link.set(rowsOf(game, setup.rules), due);
  drawLink();
}

function halt(why) {
  if (game.phase === "paused") press("resume");
  else if (game.phase === "running") press("pause", { why });
}

function fresh() {
  [presses, before] = [[], []];
  if (!facts.url) setup = readSetup(part("setup"), facts);
  clock = new ForwardClock(null);
  arrange();
  changed(true);
}

function undo() {
  if (!presses.length || !windows.keeps) return;
  presses.pop();
  changed();
  face.tell("undone");
}

const ACTS = {
  next() {
    if (game.phase === "ready") press("start", { seat: game.seat });
    else if (isOn()) press(game.phase === "paused" ? "resume" : "next");
  },
  pause: () => halt("pause"),
  challenge: () => halt("challenge"),
  undo,
  called: () => isOn() && press("called"),
  end: () => isOn() && press("end"),
  fresh,
  face: () => page.classList.toggle("timer-facing"),
  off() {
    part("slept").hidden = true;
    if (isOn()) press("off", { ms: Number(part("slept").dataset.ms) });
  },
  leave: () => (part("slept").hidden = true),
  seen: () => (part("note").hidden = true),
  take() {
    windows.take();
    reread();
    follow(false);
    changed();
  },
  // Another device's moves: keep this window's (they replace the others when handed over), or go on from theirs.
  mine() {
    part("theirs").hidden = true;
    changed(true);
  },
  theirs() {
    part("theirs").hidden = true;
    adopt();
    changed();
  },
};

// A seat's whole field ends that seat's turn; before the game it says who starts. Another seat's field does nothing.
function touch(seat) {
  if (game.phase === "ready") press("start", { seat });
  else if (seat === game.seat) ACTS.next();
}

// By key or small button: the turn is that seat's, whoever it should have been (a lost turn is passed over).
function choose(seat) {
  if (!windows.keeps || seat > setup.names.length) return;
  if (isOn()) press("next", { seat });
  else if (game.phase === "ready") {
    game.seat = seat;
    face.draw(game, clock.now(), true);
  }
}

// --- drawing

function arrange() {
  game = tell(presses, setup.names.length, before);
  face.seat(setup, facts.sentences[setup.ruleset] ?? "");
}

function drawLink(state = link.state, said = "") {
  const chip = part("link");
  if (!chip) return;
  const left = missing(rowsOf(game, setup.rules), link.known).count;
  const bad = ["away", "login", "refused"].includes(state);
  const n = left || Object.keys(link.known).length;
  chip.hidden = !n;
  chip.className = `chip chip-${!left ? "ok" : bad ? "stop" : "ask"}`;
  chip.textContent = say(left ? "not_handed" : "handed", { n });
  part("link-why").textContent = left && bad ? said || say(`link_${state}`) : "";
}

// --- another window

function follow(on) {
  part("second").hidden = !on;
  page.classList.toggle("timer-second", on);
  for (const button of page.querySelectorAll("[data-act]:not([data-act=take], [data-act=face]), [data-turn]")) button.disabled = on;
  if (on) keepAwake(false);
}

function reread() {
  const found = kept();
  if (!found) return;
  take(found);
  Object.assign(link, { known: found.known ?? {}, sent: found.sent ?? {} });
  arrange();
  face.draw(game, clock.now(), true);
  drawLink();
}

// --- time

function look() {
  clock.now();
  const [gap, long] = [clock.take("gap"), clock.take("long")];
  if (windows.keeps && game.phase === "running") {
    if (gap) slept(gap);
    if (long) awayFor(long);
  }
  face.draw(game, clock.now());
}

function slept(gap) {
  part("slept").dataset.ms = gap;
  part("slept-text").textContent = say("slept", { time: minutes(seconds(gap)) });
  part("slept").hidden = false;
  save();
}

function awayFor(long) {
  face.note("away_long", { time: minutes(seconds(long)) });
  press("pause", { why: "pause" });
}

// --- hands

page.addEventListener("click", (event) => {
  const held = event.target.closest("[data-act], [data-turn]");
  if (!held) return;
  if (held.dataset.act) ACTS[held.dataset.act]();
  else choose(Number(held.dataset.turn));
  // After a finger or the mouse the space bar is the timer's again; who walks with Tab stays where he is.
  if (event.detail > 0) part("stage").focus({ preventScroll: true });
});

const isOthers = (node) => Boolean(node.closest("input, select, textarea, summary, a, dialog, button:not([data-seat])"));

document.addEventListener("keydown", (event) => {
  if (event.key !== " " || event.ctrlKey || event.altKey || event.metaKey || isOthers(event.target)) return;
  event.preventDefault();
  if (!event.repeat) ACTS.next();
});
// A seat's button would answer to the same space bar again when it comes up.
document.addEventListener("keyup", (event) => event.key === " " && event.target.closest("[data-seat]") && event.preventDefault());

addEventListener("pagehide", save);
addEventListener("storage", (event) => event.key === store && !windows.keeps && reread());
addEventListener("online", () => hand(true));
document.addEventListener("visibilitychange", () => {
  look();
  keepAwake(windows.keeps && game.phase === "running");
  if (document.hidden) save();
});

load();
arrange();
if (part("setup")) {
  const begin = () => {
    fresh();
    part("stage").focus();
  };
  offerSetup(part("setup"), facts, setup, { changed: () => presses.length || fresh(), begin });
}
part("sleepy").hidden = "wakeLock" in navigator;
face.draw(game, clock.now(), true);
drawLink();
look();
// Nothing is written before another window had the time to say that it keeps this timer.
setTimeout(() => windows.keeps && changed(true), 250);
setInterval(look, 200);
setInterval(save, 5_000);
setInterval(hand, BATCH_EVERY / 4);
page.dataset.listening = "";
