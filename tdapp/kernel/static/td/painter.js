// The board painter: paint one part, the whole board follows. What is saved are the rows of signs in the form's text field;
// a photo is shown from the person's own disk and sent nowhere.
import { classOf, drawBoard, mark, shortOf, squareAt, squareName } from "./board.js";
import { el } from "./lib.js";
import { images, isPart, strongest, uneven } from "./symmetry.js";

const root = document.querySelector("[data-painter]");
const find = (name) => root.querySelector(`[data-${name}]`);
const form = document.querySelector("form[data-guard]");
const ours = JSON.parse(document.getElementById("board-of-the-ruleset").textContent);
const svg = find("whole").querySelector("svg");
const words = Object.fromEntries([...root.querySelectorAll("[name=brush]")].map((one) => [one.value, one.dataset.words]));
const SIGNS = ".dtqDTQ";
const past = [];
let future = [];
let at = "A1";
let now = { rows: readRows(), start: form.elements.start.value || "A1" };
let way = strongest(now.rows);

function readRows() {
  const rows = form.elements.rows.value.split("\n").map((row) => row.replace(/\s/g, "").replaceAll("*", ".")).filter(Boolean);
  return rows.length > 0 && rows.every((row) => row.length === rows[0].length && /^[.dtqDTQ]+$/.test(row)) ? rows : [...ours.rows];
}

const say = (sentence) => { find("said").textContent = sentence; };
const told = (sentence, facts) => sentence.replace(/\{(\w+)\}/g, (whole, key) => facts[key] ?? whole);
const some = (names) => names.slice(0, 12).join(", ") + (names.length > 12 ? " …" : "");
const place = (name) => [Number(name.slice(1)) - 1, name.charCodeAt(0) - 65];
const has = (rows, name) => rows[place(name)[0]]?.[place(name)[1]] !== undefined;

function change(rows, start) {
  if (rows.join() === now.rows.join() && start === now.start) return;
  past.push(now);
  future = [];
  now = { rows, start };
  keep();
}

function keep() {
  form.elements.rows.value = now.rows.map((row) => [...row].join(" ")).join("\n");
  form.elements.start.value = now.start;
  form.elements.rows.dispatchEvent(new Event("input", { bubbles: true }));
  draw();
}

function travel(from, to) {
  if (!from.length) return;
  to.push(now);
  now = from.pop();
  keep();
  say(root.dataset.undone);
}

function paint(name, sign) {
  const [row, col] = place(name);
  if (sign === "s") {
    change(now.rows, name);
    return say(told(root.dataset.paints, { squares: name, word: root.dataset.start }));
  }
  const alike = images(way, row, col, now.rows.length, now.rows[0].length);
  const rows = now.rows.map((line) => [...line]);
  for (const [r, c] of alike) rows[r][c] = sign;
  change(rows.map((line) => line.join("")), now.start);
  const squares = alike.length > 1 ? told(root.dataset.more, { square: name, n: alike.length - 1 }) : name;
  say(told(root.dataset.paints, { squares, word: words[sign] }));
}

const brush = () => root.querySelector("[name=brush]:checked").value;

function drawPart() {
  const [high, wide] = [now.rows.length, now.rows[0].length];
  const mine = (row, col) => isPart(way, row, col, high, wide);
  const some_ = (count, test) => Array.from({ length: count }, (_, n) => n).filter(test);
  const rows = some_(high, (row) => some_(wide, (col) => mine(row, col)).length > 0);
  const cols = some_(wide, (col) => rows.some((row) => mine(row, col)));
  if (!has(now.rows, at) || !mine(...place(at))) at = squareName(rows[0], cols.find((col) => mine(rows[0], col)));
  const head = el("tr", { role: "row" }, el("td", { role: "gridcell", class: "corner" }), ...cols.map((col) => el("th", { role: "columnheader" }, squareName(0, col)[0])));
  const line = (row) => el("tr", { role: "row" }, el("th", { role: "rowheader" }, String(row + 1)), ...cols.map((col) => cell(row, col, mine(row, col))));
  find("grid").replaceChildren(el("tbody", {}, head, ...rows.map(line)));
}

function cell(row, col, isMine) {
  const name = squareName(row, col);
  const sign = now.rows[row][col];
  const isStart = name === now.start;
  const label = [name, words[sign], isStart && root.dataset.start].filter(Boolean).join(", ");
  const facts = { role: "gridcell", class: `${classOf(sign) || "sq-plain"}${isMine ? "" : " elsewhere"}`, "data-square": isMine ? name : null, "aria-label": label };
  const shown = isStart ? "★" : shortOf(sign);
  return el("td", { ...facts, tabindex: isMine ? (name === at ? "0" : "-1") : null, "aria-disabled": isMine ? null : "true" }, shown);
}

function draw() {
  drawBoard(svg, now.rows, now.start, words);
  const focused = root.contains(document.activeElement) && document.activeElement.closest("[data-grid]");
  drawPart();
  if (focused) find("grid").querySelector(`[data-square="${at}"]`)?.focus();
  find("undo").disabled = !past.length;
  find("redo").disabled = !future.length;
  [find("wide").value, find("high").value] = [now.rows[0].length, now.rows.length];
  compare();
}

function compare() {
  const same = now.rows.length === ours.rows.length && now.rows[0].length === ours.rows[0].length;
  const names = [];
  if (same) now.rows.forEach((row, r) => [...row].forEach((sign, c) => sign !== ours.rows[r][c] && names.push(squareName(r, c))));
  const sentence = !same ? root.dataset.otherSize : names.length ? told(root.dataset.differs, { n: names.length, squares: some(names) }) : root.dataset.same;
  find("compared").textContent = sentence;
  mark(svg, find("compare").checked ? names : null, "differs");
  const odd = uneven(way === "none" ? strongest([...ours.rows]) : way, now.rows).map((one) => squareName(...one));
  find("uneven-line").hidden = odd.length === 0;
  find("uneven-line").textContent = told(root.dataset.uneven, { n: odd.length, squares: some(odd) });
}

function resize() {
  const size = (name) => Math.min(25, Math.max(3, Math.round(Number(find(name).value)) || 3));
  const [high, wide] = [size("high"), size("wide")];
  const rows = Array.from({ length: high }, (_, row) => (now.rows[row] ?? "").slice(0, wide).padEnd(wide, "."));
  const middle = squareName(Math.floor((high - 1) / 2), Math.floor((wide - 1) / 2));
  change(rows, has(rows, now.start) && now.start !== middleOf(now.rows) ? now.start : middle);
}

function middleOf(rows) {
  return squareName(Math.floor((rows.length - 1) / 2), Math.floor((rows[0].length - 1) / 2));
}

function step(name, down, right) {
  const [row, col] = place(name);
  const next = squareName(row + down, col + right);
  const there = find("grid").querySelector(`[data-square="${next}"]`);
  if (!there) return;
  at = next;
  for (const one of find("grid").querySelectorAll("[data-square]")) one.tabIndex = one === there ? 0 : -1;
  there.focus();
}

const MOVES = { ArrowUp: [-1, 0], ArrowDown: [1, 0], ArrowLeft: [0, -1], ArrowRight: [0, 1] };

function pressed(event) {
  const name = squareAt(event);
  if (!name || event.ctrlKey || event.metaKey || event.altKey) return;
  at = name;
  if (MOVES[event.key]) step(name, ...MOVES[event.key]);
  else if (event.key === " " || event.key === "Enter") paint(name, brush());
  else if (event.key === "Backspace" || event.key === "Delete") paint(name, ".");
  else if (SIGNS.includes(event.key) || event.key === "s") paint(name, event.key);
  else return;
  event.preventDefault();
  event.stopPropagation();
}

function pointed(event) {
  const name = squareAt(event);
  if (!name || (event.type === "pointerover" && (event.buttons !== 1 || event.pointerType !== "mouse"))) return;
  if (event.type === "pointerdown" && event.pointerType !== "mouse") return;
  if (has(now.rows, name)) {
    const onPart = event.currentTarget === find("grid");
    if (onPart) at = name;
    paint(name, brush());
    if (onPart && event.type !== "pointerover") stay(event);
  }
}

// The square is drawn anew under the pointer, so the page would take the focus: the keys go on from where was painted.
function stay(event) {
  find("grid").querySelector(`[data-square="${at}"]`)?.focus({ preventScroll: true });
  event.preventDefault();
}

function undoKeys(event) {
  if (!(event.ctrlKey || event.metaKey) || event.target.closest("input:not([type=radio],[type=checkbox]), textarea")) return;
  const key = event.key.toLowerCase();
  if (key === "z" && !event.shiftKey) travel(past, future);
  else if (key === "y" || key === "z") travel(future, past);
  else return;
  event.preventDefault();
}

function showPhoto(event) {
  const shown = find("photo-shown");
  if (shown.src) URL.revokeObjectURL(shown.src);
  const [file] = event.target.files;
  shown.hidden = !file;
  if (file) shown.src = URL.createObjectURL(file);
}

function listen() {
  find("grid").addEventListener("keydown", pressed);
  for (const board of [find("grid"), svg]) {
    board.addEventListener("pointerdown", pointed);
    board.addEventListener("pointerover", pointed);
    // A touch paints when it ends where it began, so that the page can still be scrolled over the board.
    board.addEventListener("click", (event) => event.pointerType !== "mouse" && event.detail > 0 && has(now.rows, squareAt(event) || "Z0") && paint(squareAt(event), brush()));
  }
  document.addEventListener("keydown", undoKeys);
  find("undo").addEventListener("click", () => travel(past, future));
  find("redo").addEventListener("click", () => travel(future, past));
  find("symmetry").addEventListener("change", (event) => { way = event.target.value; draw(); });
  for (const name of ["wide", "high"]) find(name).addEventListener("change", resize);
  find("compare").addEventListener("change", compare);
  find("photo").addEventListener("change", showPhoto);
  form.elements.rows.addEventListener("change", () => { past.push(now); now = { ...now, rows: readRows() }; draw(); });
  form.elements.start.addEventListener("change", () => { const name = form.elements.start.value.trim().toUpperCase(); if (has(now.rows, name)) change(now.rows, name); });
}

for (const name of ["tools", "part-card", "photo-card", "compare-line"]) find(name).hidden = false;
document.querySelector("[data-as-text]").open = false;
svg.classList.add("board-pick");
find("symmetry").value = way;
listen();
draw();
