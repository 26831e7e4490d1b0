// A form whose answer takes its time: it is sent once, and a line under it says what goes on and for how long.
const form = document.querySelector("form[data-waits]");
const box = form.querySelector("[data-waiting]");
const said = box.querySelector("[data-waiting-said]");
const seconds = box.querySelector("[data-waiting-seconds]");
const fields = () => form.querySelectorAll("button, input");
let ticking = 0;

function begin() {
  const since = performance.now();
  form.setAttribute("aria-busy", "true");
  box.hidden = false;
  said.textContent = said.dataset.waitingSaid;
  ticking = setInterval(() => (seconds.textContent = `${Math.floor((performance.now() - since) / 1000)} s`), 1000);
  // Only now: the browser sends no field that is disabled when it reads the form.
  setTimeout(() => fields().forEach((field) => (field.disabled = true)));
}

function end() {
  clearInterval(ticking);
  form.removeAttribute("aria-busy");
  box.hidden = true;
  said.textContent = seconds.textContent = "";
  fields().forEach((field) => (field.disabled = false));
}

form.addEventListener("submit", (event) => (form.hasAttribute("aria-busy") ? event.preventDefault() : begin()));
// Also after "back" from the browser's own memory.
addEventListener("pageshow", end);
