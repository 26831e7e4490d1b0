// A form whose answer takes its time: it is sent once, and a line under it says what goes on and for how long.
const form = document.querySelector("form[data-waits]");
const box = form.querySelector("[data-waiting]");
const said = box.querySelector("[data-waiting-said]");
const seconds = box.querySelector("[data-waiting-seconds]");
let ticking = 0;

function hold(held) {
  for (const field of form.querySelectorAll("button, input")) field.inert = held;
  for (const button of form.querySelectorAll("button")) button.disabled = held;
}

function begin() {
  const since = performance.now();
  form.setAttribute("aria-busy", "true");
  box.hidden = false;
  said.textContent = said.dataset.waitingSaid;
  ticking = setInterval(() => (seconds.textContent = `${Math.floor((performance.now() - since) / 1000)} s`), 1000);
  // Only now: the browser reads the form after this, and the button pressed belongs to it.
  setTimeout(() => hold(true));
}

function end() {
  clearInterval(ticking);
  form.removeAttribute("aria-busy");
  box.hidden = true;
  said.textContent = seconds.textContent = "";
  hold(false);
}

form.addEventListener("submit", (event) => (form.hasAttribute("aria-busy") ? event.preventDefault() : begin()));
// Also after "back" from the browser's own memory.
addEventListener("pageshow", end);
