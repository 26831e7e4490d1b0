// The players' screen. One field by keys alone; the verdict at the same beat whatever the words were, until somebody clears it.
import { el, word } from "../td/lib.js";
import { ASKING, NUMBERS, asked, back, card, challenged, fresh, isFresh, kept, take } from "./kiosk_core.js";
import { ask, drop, pending, send, watch } from "./kiosk_link.js";

const STRAY = 15000, CHECKING = 60000, QUIET = 500, BEAT = 600, BOUNCE = 250, HELD = 1500;
const root = document.querySelector("[data-kiosk]");
const field = root.querySelector("#kiosk-field");
const part = (name) => root.querySelector(`[data-part="${name}"]`);
let facts = JSON.parse(root.dataset.kiosk);
let state = fresh(facts);
let since = 0, pressed = 0, clearing = 0, holding = 0;

const pause = (ms) => new Promise((done) => setTimeout(done, ms));
const list = (words) => words.map((text) => el("li", {}, text));
const names = () => state.at?.seats.map((name, place) => `${place + 1} ${name}`) ?? [];

function show(now, text = "", problem = "") {
  since = performance.now();
  state = now;
  root.dataset.step = state.step;
  for (const node of root.querySelectorAll("[data-show]")) node.hidden = !node.dataset.show.split(" ").includes(state.step);
  part("words").replaceChildren(...list(state.step === "play" ? state.at.turn.words : state.words));
  part("who").textContent = state.at ? [word("at_table", { n: state.at.table }), ...names()].join(" · ") : "";
  part("refused").textContent = ["check", "play", "none"].includes(state.step) ? problem : "";
  if (ASKING.includes(state.step)) showField(text, problem);
  const first = { check: "confirm", lost: "again", play: "challenge", none: "judge" }[state.step];
  if (first) root.querySelector(`[data-act="${first}"]`).focus();
  if (state.step === "closed") root.querySelector('[data-show="closed"] button').focus();
  later();
}

function showField(text, problem) {
  const { step } = state;
  const n = step === "words" ? state.words.length + 1 : facts.most;
  const above = { words: state.words, seat: names(), whose: names() }[step] ?? [];
  part("label").textContent = word(step, { n, all: state.count });
  part("hint").textContent = word(`${step}_hint`, { n: facts.most });
  part("problem").textContent = problem;
  part("typed").replaceChildren(...list(above));
  part("typed").hidden = !above.length;
  field.value = text;
  field.dataset.long = 0;
  field.inputMode = NUMBERS.includes(step) ? "numeric" : "text";
  field.focus();
}

// What nobody goes on with is cleared: stray input, a check nobody makes. A verdict stays.
function later() {
  clearTimeout(clearing);
  const stands = ["asking", "opening", "lost", "closed", "idle", "verdict"].includes(state.step) || (isFresh(state, facts) && !field.value);
  if (!stands) clearing = setTimeout(anew, ASKING.includes(state.step) ? STRAY : CHECKING);
}

function anew() {
  drop();
  for (const name of ["said", "penalty"]) part(name).textContent = "";
  part("echo").replaceChildren();
  show(fresh(facts));
}

// The server forgets the verdict too; where it does not answer now, the next table that is opened clears it.
function clear() {
  if (state.step !== "verdict") return;
  facts = { ...facts, shown: null };
  send(root.dataset.clear);
  anew();
}

function next() {
  const found = take(state, facts, field.value);
  if (found.step === "opening") return open(found);
  if (!found.problem) return show(found);
  part("problem").textContent = word(found.problem, found.facts);
  later();
}

// Who sits at the table whose code was typed; a wrong one is typed again.
async function open(whole) {
  show(whole);
  const answer = await send(root.dataset.table, card(whole));
  if (answer?.status === 200) return show({ ...whole, at: answer.body, code: "", link: "", step: "seat" });
  if (answer?.status === 410 || answer?.status === 404) return show({ ...whole, step: "closed" });
  const said = answer ? answer.body.sentences?.join(" ") ?? "" : word("no_answer");
  show({ ...whole, code: "", link: "", step: whole.link ? "table" : "code" }, "", said);
}

function stepBack() {
  const before = back(state, facts);
  show(before.state, before.text);
}

// A key that bounces must not agree for the other player: what comes so soon is answered, not swallowed.
function confirm() {
  if (performance.now() - since > BOUNCE) return rule();
  part("refused").textContent = word("too_soon");
  return undefined;
}

async function rule(known = null, whole = { ...state, step: state.step === "lost" ? "check" : state.step }) {
  show({ ...whole, step: "asking" });
  const [answer] = await Promise.all([ask(root.dataset.rule, whole, asked(whole), known), pause(BEAT)]);
  if (!answer) return show({ ...whole, step: "lost" });
  if (answer.status === 410 || answer.status === 404) return show({ ...whole, step: "closed" });
  if (answer.status >= 400) return show(whole, "", answer.body.sentences?.join(" ") ?? "");
  verdict(whole, answer.body);
}

function verdict(whole, { verdict: said, penalty }) {
  part("verdict").dataset.verdict = said;
  part("echo").replaceChildren(...list(whole.words));
  part("penalty").textContent = penalty;
  show({ ...whole, step: "verdict" });
  part("said").textContent = `${root.querySelector(`.kiosk-word[data-verdict="${said}"]`).textContent} ${penalty}`;
  part("verdict").focus();
}

const leave = () => location.assign(root.dataset.leave);
const acts = {
  confirm,
  challenge: () => show(challenged(state)),
  judge: () => rule(null, { ...state, play: "", words: [] }),
  again: () => rule(pending()?.key),
  back: stepBack,
  clear,
  anew,
};

// The first key fills the screen; where the browser lets it, Esc stays a key of ours.
function fillScreen() {
  if (document.fullscreenElement || !document.documentElement.requestFullscreen) return;
  document.documentElement.requestFullscreen().then(() => navigator.keyboard?.lock?.(["Escape"])).catch(() => {});
}

function onAsk(event) {
  if (event.target !== field) return false;
  if (event.key === "Backspace" && !field.value) return stepBack();
  if (NUMBERS.includes(state.step)) return event.key.toLowerCase() === "l" && !field.value ? leave() : false;
  if (event.key !== " " && (event.key !== "Tab" || event.shiftKey)) return false;
  return next();
}

function onCheck(event) {
  if (event.key === "Backspace") return stepBack();
  if (event.key !== "Tab" || event.shiftKey) return false;
  acts.confirm();
  return undefined;
}

function onSheet(event) {
  if (event.key === "Backspace") return stepBack();
  return event.key.toLowerCase() === "n" ? void acts.judge() : false;
}

const KEYS = {
  check: onCheck,
  play: onSheet,
  none: onSheet,
  verdict: (event, calm) => (event.key !== "Enter" && calm ? clear() : undefined),
  asking: () => undefined,
  opening: () => undefined,
  idle: (event) => (event.key.toLowerCase() === "l" ? leave() : false),
};

// undefined: the key is spent; false: the browser does with it what it does.
function handled(event, calm) {
  const asking = ASKING.includes(state.step);
  // A key that is held down agrees to nothing.
  if (event.repeat && (event.key === "Enter" || !asking)) return undefined;
  if (asking) return onAsk(event);
  return KEYS[state.step] ? KEYS[state.step](event, calm) : false;
}

// Calm: no key for a moment, and what the screen says stands that long. A run of impatient keys clears no verdict.
function keydown(event) {
  const now = performance.now(), calm = now - Math.max(since, pressed) > QUIET;
  pressed = now;
  if (event.ctrlKey || event.metaKey || event.altKey || ["Shift", "CapsLock", "AltGraph", "Dead"].includes(event.key)) return;
  if (event.key === "Escape") return escape(event, calm);
  fillScreen();
  later();
  if (ASKING.includes(state.step) && event.target === document.body) field.focus();
  if (handled(event, calm) !== false) event.preventDefault();
}

function escape(event, calm) {
  event.preventDefault();
  if (event.repeat || state.step === "closed") return;
  holding = setTimeout(leave, HELD);
  if (state.step === "verdict") return void (calm && clear());
  if (!["asking", "opening"].includes(state.step)) anew();
}

function typed() {
  const text = kept(state.step, field.value, facts.longest);
  if (text !== field.value) field.value = text;
  field.dataset.long = text.length > 16 ? 2 : text.length > 9 ? 1 : 0;
  part("problem").textContent = "";
  later();
}

function told(news) {
  part("away").hidden = news !== null;
  if (!news) return;
  const started = !isFresh(state, facts) || field.value;
  facts = { ...facts, ...news };
  if (!facts.open && !["asking", "verdict"].includes(state.step)) show({ ...state, step: "closed" });
  else if (state.step === "idle" || (!started && state.step !== fresh(facts).step)) show(fresh(facts));
}

// A verdict nobody cleared stands again after a reload; what was asked and not answered is asked again.
function begin() {
  const before = pending();
  if (!facts.open) return show(state);
  if (facts.shown) return drop(), verdict({ ...state, words: facts.shown.words }, facts.shown);
  show(before ? { ...before.state, step: "lost" } : state);
}

addEventListener("keydown", keydown);
addEventListener("keyup", (event) => event.key === "Escape" && clearTimeout(holding));
// An accent is put together from several keys: what it makes is looked at when it is whole.
field.addEventListener("input", (event) => event.isComposing || typed());
field.addEventListener("compositionend", typed);
root.querySelector(".kiosk-ask").addEventListener("submit", (event) => (event.preventDefault(), next()));
root.addEventListener("click", (event) => acts[event.target.closest("[data-act]")?.dataset.act]?.());
watch(root.dataset.state, told);
begin();
