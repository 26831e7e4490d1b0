// Single-key shortcuts: any link or button with data-key. They can be changed and switched off (WCAG 2.1.4); inside a field
// they need Alt. `?` shows the list.
import { el, isTyping, shelf, toast, word } from "./lib.js";

const QUEUED = "td-queued-presses";
const dialog = document.getElementById("td-keys");
const holders = () => [...document.querySelectorAll("[data-key]")].filter((node) => !node.closest("[hidden], template"));
const isOn = () => shelf.read(localStorage, "td-keys-on", true);
const changed = () => shelf.read(localStorage, "td-keys", {});
// A holder keeps its own key as its name, so that a change survives the next page.
const keyOf = (node) => changed()[node.dataset.key] ?? node.dataset.key;
const nameOf = (node) => node.dataset.keyLabel ?? node.getAttribute("aria-label") ?? node.textContent.trim();

function typedKey(event) {
  const digit = event.altKey && /^(Digit|Numpad)(\d)$/.exec(event.code);
  return digit ? digit[2] : event.key.toLowerCase();
}

function press(event) {
  if (event.defaultPrevented || event.ctrlKey || event.metaKey || event.repeat || document.querySelector("dialog[open]")) return;
  if (isTyping(event.target) && !event.altKey) return;
  const key = typedKey(event);
  if (key === "?") return open(event);
  if (!isOn()) return;
  // What the page itself offers goes before the shell: Alt 2 picks the second name found, not the second division.
  const fitting = holders().filter((node) => keyOf(node) === key);
  const holder = fitting.find((node) => node.closest("main")) ?? fitting[0];
  if (!holder) return;
  event.preventDefault();
  if (holder.hasAttribute("data-queued")) return queue(holder);
  holder.click();
}

// The next card, pressed again while its page is still on the way: each press counts, one after the other.
let leaving = false;

function queue(holder) {
  if (leaving) return shelf.write(sessionStorage, QUEUED, shelf.read(sessionStorage, QUEUED, 0) + 1);
  leaving = true;
  return holder.click();
}

function goOn() {
  leaving = false;
  const count = shelf.read(sessionStorage, QUEUED, 0);
  const holder = document.querySelector("[data-queued]");
  if (count) shelf.write(sessionStorage, QUEUED, holder ? count - 1 : null);
  if (count && holder) queue(holder);
}

function change(node, input) {
  const wanted = input.value.trim().toLowerCase().slice(-1);
  const taken = holders().find((other) => other !== node && keyOf(other) === wanted);
  if (!wanted || wanted === "?" || taken) {
    input.value = keyOf(node);
    return toast("ask", word("key_taken", { what: taken ? nameOf(taken) : word("keys_help") }));
  }
  shelf.write(localStorage, "td-keys", { ...changed(), [node.dataset.key]: wanted });
  input.value = wanted;
}

function row(node) {
  const input = el("input", { value: keyOf(node), maxlength: 2, autocomplete: "off", "aria-label": nameOf(node) });
  input.addEventListener("focus", () => input.select());
  input.addEventListener("change", () => change(node, input));
  return el("tr", {}, el("td", {}, nameOf(node)), el("td", { class: "num" }, input));
}

function draw() {
  const fixed = (what, key) => el("tr", {}, el("td", {}, what), el("td", { class: "num" }, el("kbd", {}, key)));
  const find = document.querySelector("[data-palette-open]");
  dialog.querySelector("[data-keys-rows]").replaceChildren(
    ...holders().map(row), ...(find ? [fixed(word("find"), "Ctrl K")] : []), fixed(word("keys_help"), "?"));
  dialog.querySelector("[data-keys-on]").checked = isOn();
}

function open(event) {
  event?.preventDefault();
  draw();
  dialog.showModal();
}

if (dialog) {
  document.addEventListener("keydown", press);
  addEventListener("pageshow", goOn);
  document.addEventListener("click", (event) => event.target.closest("[data-keys-help]") && open());
  dialog.querySelector("[data-keys-on]").addEventListener("change", (event) => shelf.write(localStorage, "td-keys-on", event.target.checked));
  dialog.querySelector("[data-keys-reset]").addEventListener("click", () => {
    shelf.write(localStorage, "td-keys", null);
    draw();
  });
}
