// A list worked through by keys: [data-rows] holds [data-row] lines; page buttons with data-rows-go="next | back | do"
// (which carry the keys) walk and press the line's [data-row-do]. The place survives a fresh list.
let place = 0;

const lines = () => [...document.querySelectorAll("[data-rows] [data-row]")];
const handle = (line) => line.querySelector("[data-row-do]") ?? line.querySelector("a");

function show(focus) {
  const all = lines();
  place = Math.max(0, Math.min(place, all.length - 1));
  all.forEach((line, at) => line.classList.toggle("current", at === place));
  if (focus && all[place]) handle(all[place])?.focus();
}

// Lines with nothing to press (one's own entry waits for somebody else) are passed over: whoever works with one key
// never stands before one of them for good.
function seek() {
  const able = lines().map((line) => line.querySelector("[data-row-do]") !== null);
  if (able[place]) return;
  const after = able.findIndex((one, at) => one && at > place);
  place = after < 0 ? Math.max(able.indexOf(true), 0) : after;
}

function press() {
  const button = lines()[place]?.querySelector("[data-row-do]");
  if (button) return button.click();
  seek();
  return show(true);
}

function go(way) {
  if (way === "do") return press();
  place += way === "next" ? 1 : -1;
  return show(true);
}

document.addEventListener("click", (event) => {
  const way = event.target.closest("[data-rows-go]")?.dataset.rowsGo;
  if (way) go(way);
});

document.addEventListener("focusin", (event) => {
  const at = lines().indexOf(event.target.closest("[data-row]"));
  if (at < 0) return;
  place = at;
  show(false);
});

// After a confirmed line is gone its neighbour has moved up: the same place is the next one to look at.
document.addEventListener("htmx:afterSwap", (event) => {
  if (!event.detail.target.closest("[data-rows]")) return;
  seek();
  show(true);
});
document.addEventListener("td:fresh", (event) => {
  const held = event.target.contains(document.activeElement);
  show(held);
});
seek();
show(lines().length > 0);
