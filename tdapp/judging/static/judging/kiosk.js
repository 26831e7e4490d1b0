// The players' screen. One field by keys alone; the verdict at the same beat whatever the words were, gone by itself.
import { el, word } from "../td/lib.js";
import { ASKING, NUMBERS, asked, back, digits, fresh, isFresh, letters, seatsAt, take } from "./kiosk_core.js";
import { ask, drop, pending, watch } from "./kiosk_link.js";

const STRAY = 15000, CHECKING = 60000, SHOWN_AT_LEAST = 500, SHOWN = 10000, BEAT = 600, BOUNCE = 250, HELD = 1500;
const root = document.querySelector("[data-kiosk]");
const field = root.querySelector("#kiosk-field");
const part = (name) => root.querySelector(`[data-part="${name}"]`);
let facts = JSON.parse(root.dataset.kiosk);
let state = fresh(facts);
let since = 0, clearing = 0, holding = 0;

const pause = (ms) => new Promise((done) => setTimeout(done, ms));
const list = (words) => words.map((text) => el("li", {}, text));

function show(next, text = "", problem = "") {
  since = performance.now();
  state = next;
  root.dataset.step = state.step;
  for (const node of root.querySelectorAll("[data-show]")) node.hidden = !node.dataset.show.split(" ").includes(state.step);
  part("words").replaceChildren(...list(state.words));
  part("refused").textContent = state.step === "check" ? problem : "";
  if (ASKING.includes(state.step)) showField(text, problem);
  if (state.step === "check") root.querySelector('[data-act="confirm"]').focus();
  if (state.step === "lost") root.querySelector('[data-act="again"]').focus();
  if (state.step === "closed") root.querySelector('[data-show="closed"] button').focus();
  later();
}

function showField(text, problem) {
  const { step } = state;
  const n = step === "words" ? state.words.length + 1 : facts.most;
  part("label").textContent = word(step, { n, all: state.count });
  part("hint").textContent = hint(step);
  part("problem").textContent = problem;
  part("typed").replaceChildren(...list(state.words));
  part("typed").hidden = step !== "words" || !state.words.length;
  field.value = text;
  field.dataset.long = 0;
  field.inputMode = NUMBERS.includes(step) ? "numeric" : "text";
  field.focus();
}

function hint(step) {
  if (step === "table") return word(facts.needs_table ? "table_hint" : "table_optional");
  if (step === "seat" || step === "whose") return `${word("seat_hint")} ${word("no_seat", { n: seatsAt(state, facts) })}`;
  return word(`${step}_hint`, { n: facts.most });
}

// What nobody goes on with is cleared: stray input, a check nobody makes, a verdict that was read.
function later() {
  clearTimeout(clearing);
  const times = { check: CHECKING, verdict: SHOWN };
  const stands = ["asking", "lost", "closed", "idle"].includes(state.step) || (isFresh(state, facts) && !field.value);
  if (!stands) clearing = setTimeout(anew, times[state.step] ?? STRAY);
}

function anew() {
  drop();
  for (const name of ["said", "penalty"]) part(name).textContent = "";
  part("echo").replaceChildren();
  show(fresh(facts));
}

function next() {
  const found = take(state, facts, field.value);
  if (!found.problem) return show(found);
  part("problem").textContent = word(found.problem, found.facts);
  later();
}

function stepBack() {
  const before = back(state, facts);
  show(before.state, before.text);
}

// A key that bounces must not agree for the other player: what comes so soon is answered, not swallowed.
function confirm() {
  if (settled(BOUNCE)) return rule();
  part("refused").textContent = word("too_soon");
  return undefined;
}

async function rule(known = null, another = state.another) {
  const whole = { ...state, another, step: "check" };
  show({ ...whole, step: "asking" });
  const [answer] = await Promise.all([ask(root.dataset.rule, whole, asked(whole), known), pause(BEAT)]);
  if (!answer) return show({ ...whole, step: "lost" });
  if (answer.status === 410 || answer.status === 404) return show({ ...whole, step: "closed" });
  if (answer.status >= 400) return show(whole, "", answer.body.sentences?.join(" ") ?? "");
  verdict(whole, answer.body);
}

function verdict(whole, { verdict: said, penalty, again = false }) {
  for (const node of root.querySelectorAll("[data-again]")) node.hidden = !again;
  part("verdict").dataset.verdict = said;
  part("echo").replaceChildren(...list(whole.words));
  part("penalty").textContent = penalty;
  show({ ...whole, again, step: "verdict" });
  part("said").textContent = `${root.querySelector(`.kiosk-word[data-verdict="${said}"]`).textContent} ${penalty}`;
  part("verdict").focus();
}

const settled = (least) => performance.now() - since > least;
const leave = () => location.assign(root.dataset.leave);
const acts = {
  confirm,
  again: () => rule(pending()?.key),
  another: () => state.again && settled(SHOWN_AT_LEAST) && rule(null, true),
  back: stepBack,
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
  if (NUMBERS.includes(state.step)) return event.key.toLowerCase() === "l" ? leave() : false;
  if (event.key !== " " && (event.key !== "Tab" || event.shiftKey)) return false;
  return next();
}

function onCheck(event) {
  if (event.key === "Backspace") return stepBack();
  if (event.key !== "Tab" || event.shiftKey) return false;
  acts.confirm();
  return undefined;
}

function onVerdict(event) {
  if (state.again && event.key.toLowerCase() === "n") return void acts.another();
  return settled(SHOWN_AT_LEAST) ? void anew() : undefined;
}

const KEYS = {
  check: onCheck,
  verdict: onVerdict,
  asking: () => undefined,
  idle: (event) => (event.key.toLowerCase() === "l" ? leave() : false),
};

// undefined: the key is spent; false: the browser does with it what it does.
function handled(event) {
  const asking = ASKING.includes(state.step);
  // A key that is held down agrees to nothing.
  if (event.repeat && (event.key === "Enter" || !asking)) return undefined;
  if (asking) return onAsk(event);
  return KEYS[state.step] ? KEYS[state.step](event) : false;
}

function keydown(event) {
  if (event.ctrlKey || event.metaKey || event.altKey || ["Shift", "CapsLock", "AltGraph", "Dead"].includes(event.key)) return;
  if (event.key === "Escape") return escape(event);
  fillScreen();
  later();
  if (ASKING.includes(state.step) && event.target === document.body) field.focus();
  if (handled(event) !== false) event.preventDefault();
}

function escape(event) {
  event.preventDefault();
  if (event.repeat || state.step === "closed") return;
  holding = setTimeout(leave, HELD);
  if (state.step === "verdict" ? settled(SHOWN_AT_LEAST) : state.step !== "asking") anew();
}

function typed() {
  const kept = NUMBERS.includes(state.step) ? digits(field.value) : letters(field.value).slice(0, facts.longest);
  if (kept !== field.value) field.value = kept;
  field.dataset.long = kept.length > 16 ? 2 : kept.length > 9 ? 1 : 0;
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

addEventListener("keydown", keydown);
addEventListener("keyup", (event) => event.key === "Escape" && clearTimeout(holding));
// An accent is put together from several keys: what it makes is looked at when it is whole.
field.addEventListener("input", (event) => event.isComposing || typed());
field.addEventListener("compositionend", typed);
root.querySelector(".kiosk-ask").addEventListener("submit", (event) => (event.preventDefault(), next()));
root.addEventListener("click", (event) => {
  const name = event.target.closest("[data-act]")?.dataset.act;
  if (name) acts[name]();
  else if (state.step === "verdict" && settled(SHOWN_AT_LEAST)) anew();
});
watch(root.dataset.state, told);
const before = pending();
show(before && facts.open ? { ...before.state, step: "lost" } : state);
