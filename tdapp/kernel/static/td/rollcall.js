// A roll-call: Enter marks the name under the cursor and goes on to the next one; what is not saved does not look saved.
import { csrf, isTyping, newKey, toast, word } from "./lib.js";

const form = document.querySelector("[data-roll-call]");
const names = () => [...form.querySelectorAll("[data-roll]")];
const isSeen = (button) => button.getAttribute("aria-pressed") === "true";
let typed = "";
let typedAt = 0;

async function send(ids, here) {
  const body = new URLSearchParams({ entrants: ids.join(","), here: here ? "1" : "0" });
  const headers = { Accept: "application/json", "X-CSRFToken": csrf(), "Idempotency-Key": newKey() };
  const answer = await fetch(form.action, { method: "POST", body, headers, signal: AbortSignal.timeout?.(8000) });
  const told = await answer.json();
  if (!answer.ok) throw new Error(told.title ?? String(answer.status));
  const count = document.querySelector("[data-roll-count]");
  if (count) count.textContent = count.textContent.replace(/\d+/, told.seen);
}

async function mark(buttons, here) {
  buttons.forEach((button) => button.setAttribute("aria-busy", "true"));
  try {
    await send(buttons.map((button) => button.value), here);
    buttons.forEach((button) => button.setAttribute("aria-pressed", String(here)));
  } catch (error) {
    toast("stop", error instanceof TypeError || error.name === "TimeoutError" ? word("not_saved_here") : error.message);
  } finally {
    buttons.forEach((button) => button.removeAttribute("aria-busy"));
  }
}

function onward(from) {
  const all = names();
  const rest = [...all.slice(all.indexOf(from) + 1), ...all.slice(0, all.indexOf(from))];
  (rest.find((button) => !isSeen(button) && !button.hasAttribute("aria-busy")) ?? from).focus();
}

function walk(step) {
  const all = names();
  const at = all.indexOf(document.activeElement);
  all[at < 0 ? 0 : (at + step + all.length) % all.length]?.focus();
}

function jump(key) {
  const now = performance.now();
  typed = now - typedAt < 1000 ? typed + key : key;
  typedAt = now;
  const plain = (text) => text.normalize("NFD").replace(/\p{M}/gu, "").toLowerCase();
  const all = names().filter((button) => plain(button.dataset.roll).startsWith(plain(typed)));
  (all.find((button) => !isSeen(button)) ?? all[0])?.focus();
}

if (form) {
  form.addEventListener("submit", (event) => {
    const button = event.submitter;
    if (!button) return;
    event.preventDefault();
    if (button.hasAttribute("data-roll-all")) {
      const group = [...button.closest("section").querySelectorAll("[data-roll]")].filter((one) => !isSeen(one));
      if (group.length) mark(group, true);
      onward(group.at(-1) ?? names()[0]);
      return;
    }
    if (button.hasAttribute("aria-busy")) return;
    mark([button], !isSeen(button));
    onward(button);
  });
  // Letters look for a surname here, so they are taken before the page's own single keys.
  form.addEventListener("keydown", (event) => {
    if (event.ctrlKey || event.metaKey || event.altKey || isTyping(event.target)) return;
    if (event.key === "ArrowDown" || event.key === "ArrowRight") walk(1);
    else if (event.key === "ArrowUp" || event.key === "ArrowLeft") walk(-1);
    else if (/^\p{L}$/u.test(event.key)) jump(event.key);
    else return;
    event.preventDefault();
  });
  names().find((button) => !isSeen(button))?.focus();
}
