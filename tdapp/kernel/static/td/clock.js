// One clock for desk, screens and phones; what it knows comes from now.js, which says how a page names where to ask.
//   <span data-clock="open">          shows what is left in a division's round ("": of all; data-round="3": of that round)
//   <span data-clock-state>, <span data-clock-label>, <span data-clock-rule>   inside an element with data-clock-of="open"
//   <ul data-announcements [data-place="phones"]>   what is announced
//   <ul data-due="open" data-about="about {time}" data-until="until {time}">   what comes next there: two stops and the prizes
// The device's date is never read: what is left is counted with performance.now() from what was left at receipt.
// document gets "td:now" with {clocks, announcements, forecast, leftOf} after every answer.
import { announced, clockOf as pick, comingUp, leftAt, Line, shown, stateAt } from "./clock_core.js";
import "./now.js";

let told = null;

const line = new Line();

const now = () => line.at(performance.now());
const leftOf = (clock) => leftAt(clock, now());
const stateOf = (clock) => stateAt(clock, now());
const clockOf = (division, round) => pick(told?.clocks ?? [], division, round, now());

function write(node, text) {
  if (node && node.textContent !== text) node.textContent = text;
}

function wordFor(node, state) {
  return node.dataset[`word${state[0].toUpperCase()}${state.slice(1)}`] ?? state;
}

function tick() {
  for (const node of document.querySelectorAll("[data-clock]")) {
    const one = clockOf(node.dataset.clock, node.dataset.round);
    node.toggleAttribute("data-no-clock", !one);
    if (!one) {
      if (told) write(node, node.dataset.none ?? "");
      continue;
    }
    const left = leftOf(one);
    node.dataset.state = stateOf(one);
    node.toggleAttribute("data-soon", node.dataset.state === "running" && left <= 300);
    write(node, shown(left));
  }
  for (const part of document.querySelectorAll("[data-clock-of]")) {
    const one = clockOf(part.dataset.clockOf, part.dataset.round);
    if (!told) continue;
    part.hidden = !one;
    if (!one) continue;
    const state = stateOf(one);
    part.dataset.state = state;
    write(part.querySelector("[data-clock-label]"), one.label);
    const word = part.querySelector("[data-clock-state]");
    if (word) write(word, wordFor(word, state));
    const rule = part.querySelector("[data-clock-rule]");
    if (rule) rule.hidden = state !== "called";
    // What the page says itself stays, in its own language.
    if (rule?.dataset.clockRule !== "own") write(rule, one.rule);
  }
  if (told) due();
}

function announce() {
  for (const list of document.querySelectorAll("[data-announcements]")) {
    const where = list.dataset.place;
    const fit = announced(told.announcements, where, list.dataset.division);
    const marks = fit.map((one) => one.id).join();
    list.hidden = !fit.length;
    if (list.dataset.shown === marks) continue;
    list.dataset.shown = marks;
    list.replaceChildren(
      ...fit.map((one) => {
        const item = document.createElement("li");
        item.append(one.text);
        if (one.also) {
          const also = document.createElement("span");
          also.className = "also";
          also.append(one.also);
          item.append(" ", also);
        }
        return item;
      }),
    );
  }
}

// What is on comes first.
function due() {
  for (const list of document.querySelectorAll("[data-due]")) {
    const lines = comingUp(told.forecast, list.dataset.due, list.dataset);
    list.hidden = !lines.length;
    const marks = JSON.stringify(lines);
    if (list.dataset.shown === marks) continue;
    list.dataset.shown = marks;
    list.replaceChildren(
      ...lines.map(([label, time]) => {
        const item = document.createElement("li");
        const when = document.createElement("b");
        when.append(time);
        item.append(label, " ", when);
        return item;
      }),
    );
  }
}

document.addEventListener("td:heard", ({ detail }) => {
  const { sent, asked, got } = detail;
  if (sent) line.heard(sent, asked, got);
  ({ told } = detail);
  announce();
  tick();
  document.dispatchEvent(new CustomEvent("td:now", { detail: { ...told, leftOf, stateOf, shown } }));
});

if (document.querySelector("[data-now]")) setInterval(tick, 250);
