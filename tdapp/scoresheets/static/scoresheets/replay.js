// Stepping through a game without asking the server: every turn's row carries what it changes on the board (data-tiles).
//   ← → Home End from anywhere on the page; the Play button goes on by itself.
import { showAt } from "../td/board.js";

const EVERY = 1_500;
const player = document.querySelector("[data-replay]");
const board = player?.querySelector(".replay-board svg.board");
const rows = [...(player?.querySelectorAll("[data-row]") ?? [])];
const part = (name) => player.querySelector(`[data-${name}]`);
const step = (name) => player.querySelector(`[data-step="${name}"]`);
// The finals as the server wrote them may know more than the last row (a total corrected at the end).
const finals = player && Number(player.dataset.turn) === rows.length ? [...player.querySelectorAll("[data-score]")].map((one) => one.textContent) : null;

let turn = Number(player?.dataset.turn ?? 0);
let timer = 0;

function readTile(text, fresh) {
  const [square, tile] = text.split("=");
  const [shown, value] = tile.split(":");
  return { square, shown: shown.toUpperCase(), value: value ?? null, blank: value === undefined, fresh };
}

function tilesAt(number) {
  const lying = new Map();
  rows.slice(0, number).forEach((row, at) => {
    for (const change of (row.dataset.tiles ?? "").split(" ").filter(Boolean)) {
      if (change.startsWith("-")) lying.delete(change.slice(1));
      else lying.set(change.split("=")[0], readTile(change, at === number - 1));
    }
  });
  return [...lying.values()];
}

function scoresAt(number) {
  if (number === rows.length && finals) return finals;
  return number ? rows[number - 1].dataset.totals.trim().split(/\s+/) : [];
}

function tell(row) {
  if (!row) return player.dataset.before;
  const [number, , what, score] = [...row.cells].map((cell) => cell.innerText.trim().replace(/\s+/g, " "));
  return `${number}. ${row.dataset.name} ${what} ${score ? `· ${score}` : ""}`;
}

function draw() {
  const row = rows[turn - 1];
  showAt(board, tilesAt(turn));
  const scores = scoresAt(turn);
  player.querySelectorAll("[data-score]").forEach((one, at) => (one.textContent = scores[at] ?? "0"));
  for (const one of player.querySelectorAll(".replay-scores li")) one.classList.toggle("current", Boolean(row) && one.dataset.seat === row.dataset.seat);
  for (const one of rows) {
    one.classList.toggle("current", one === row);
    if (one === row) one.setAttribute("aria-current", "step");
    else one.removeAttribute("aria-current");
  }
  part("now").textContent = tell(row);
  player.querySelector(".replay-line").textContent = row?.dataset.line ?? "";
  step("back").href = `?turn=${Math.max(0, turn - 1)}`;
  step("next").href = `?turn=${Math.min(rows.length, turn + 1)}`;
  reveal(row);
}

// Only inside the list: the page itself stays where the reader put it.
function reveal(row) {
  const list = player.querySelector(".replay-turns .table-wrap");
  const top = row ? row.offsetTop - list.clientHeight / 2 : 0;
  list.scrollTop = Math.max(0, top);
}

function go(number) {
  turn = Math.max(0, Math.min(rows.length, number));
  history.replaceState(null, "", `?turn=${turn}`);
  draw();
}

function play(on) {
  clearInterval(timer);
  timer = 0;
  step("play").setAttribute("aria-pressed", String(on));
  if (!on) return;
  if (turn >= rows.length) go(0);
  timer = setInterval(() => (turn < rows.length ? go(turn + 1) : play(false)), EVERY);
}

const STEPS = { first: () => go(0), back: () => go(turn - 1), next: () => go(turn + 1), last: () => go(rows.length) };
const KEYS = { Home: "first", ArrowLeft: "back", ArrowRight: "next", End: "last" };

function onClick(event) {
  const held = event.target.closest("[data-step], [data-go], [data-row] a");
  if (!held || event.ctrlKey || event.metaKey || event.shiftKey) return;
  event.preventDefault();
  if (held.dataset.step === "play") return play(!timer);
  play(false);
  if (held.dataset.step) STEPS[held.dataset.step]();
  else go(Number(held.dataset.go ?? held.closest("[data-row]").dataset.row));
  return undefined;
}

function onKey(event) {
  const name = KEYS[event.key];
  if (!name || event.ctrlKey || event.altKey || event.metaKey || event.target.closest("input, select, textarea, dialog")) return;
  event.preventDefault();
  play(false);
  STEPS[name]();
}

if (player && board && rows.length) {
  document.addEventListener("click", onClick);
  document.addEventListener("keydown", onKey);
  step("play").hidden = false;
  reveal(rows[turn - 1]);
  player.dataset.listening = "";
}
