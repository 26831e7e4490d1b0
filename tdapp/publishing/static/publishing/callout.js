// Six tables at a time. Next: space, Enter, right, down, Page Down, or a tap. Back: left, up, Page Up, Shift and space.
const main = document.querySelector("[data-callout]");
const where = document.querySelector("[data-co-where]");
const word = document.getElementById("co-words").content.querySelector("[data-word=where]").textContent;
const NEXT = ["ArrowRight", "ArrowDown", "PageDown", "Enter"];
const BACK = ["ArrowLeft", "ArrowUp", "PageUp", "Backspace"];
const LARGEST = 0.075; // of the height
const SMALLEST = 14;
let at = 0;

const sixes = () => [...main.querySelectorAll("[data-six]")];

const cut = (row) => row.scrollHeight > row.clientHeight + 1 || row.scrollWidth > row.clientWidth + 1;

// The largest letters with which nothing is cut; a single long name is smaller than the others.
function fit(six) {
  const rows = [...six.querySelectorAll("li")];
  let size = Math.min(innerHeight * LARGEST, innerWidth * 0.11);
  const names = (row) => row.querySelector(".co-names").style;
  for (const row of rows) names(row).fontSize = "";
  const set = () => main.style.setProperty("--co-size", `${size}px`);
  for (set(); size > SMALLEST && rows.filter(cut).length > 1; set()) size *= 0.95;
  for (const row of rows.filter(cut)) {
    for (let own = size; own > SMALLEST && cut(row); own *= 0.95) names(row).fontSize = `${own * 0.95}px`;
  }
}

function show() {
  const all = sixes();
  at = Math.max(0, Math.min(at, all.length - 1));
  all.forEach((six, place) => (six.hidden = place !== at));
  fit(all[at]);
  where.textContent = word.replace("{n}", at + 1).replace("{all}", all.length);
  document.querySelector("[data-co-back]").disabled = at === 0;
  document.querySelector("[data-co-next]").disabled = at === all.length - 1;
  // A reload in the middle of calling goes on where it was.
  history.replaceState(null, "", `#${at + 1}`);
}

function go(by) {
  at += by;
  show();
}

function pressed(event) {
  if (event.ctrlKey || event.metaKey || event.altKey) return;
  const space = event.key === " ";
  const onButton = event.target.closest?.("a, button") && (space || event.key === "Enter");
  if (onButton) return;
  const by = space ? (event.shiftKey ? -1 : 1) : NEXT.includes(event.key) ? 1 : BACK.includes(event.key) ? -1 : 0;
  if (event.key === "Home") at = 0;
  else if (event.key === "End") at = Infinity;
  else if (!by) return;
  event.preventDefault();
  go(by);
}

const digits = Math.max(1, ...[...main.querySelectorAll(".co-no")].map((node) => node.textContent.length));
main.style.setProperty("--co-digits", digits);
document.body.classList.add("co-live");
at = Number(location.hash.slice(1)) - 1 || 0;
show();
addEventListener("keydown", pressed);
addEventListener("resize", show);
// The letters of the page may come after it, and what stands above or below may grow: the six are measured again.
document.fonts.addEventListener("loadingdone", show);
new ResizeObserver(() => fit(sixes()[at])).observe(main);
main.addEventListener("td:fresh", show);
main.addEventListener("click", () => getSelection().isCollapsed && go(1));
document.querySelector("[data-co-next]").addEventListener("click", () => go(1));
document.querySelector("[data-co-back]").addEventListener("click", () => go(-1));
navigator.wakeLock?.request("screen").catch(() => {});
