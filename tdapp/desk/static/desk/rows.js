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

function go(way) {
  if (way === "do") return lines()[place]?.querySelector("[data-row-do]")?.click();
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
document.addEventListener("htmx:afterSwap", (event) => event.detail.target.closest("[data-rows]") && show(true));
document.addEventListener("td:fresh", (event) => {
  const held = event.target.contains(document.activeElement);
  show(held);
});
show(lines().length > 0);
