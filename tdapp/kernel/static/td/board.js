// Tiles and marks on a board that the server drew (events/rules/board_svg.py). A square is named like J10; null is none.
function part(place, tag, name, ...children) {
  const node = document.createElementNS(place.namespaceURI, tag);
  if (name) node.setAttribute("class", name);
  node.append(...children);
  return node;
}

export function squareOf(svg, square) {
  return /^[A-Y]\d\d?$/.test(square ?? "") ? svg.querySelector(`[data-square="${square}"]`) : null;
}

// The square under a pointer or focus event, "" beside the board.
export function squareAt(event) {
  return event.target.closest?.("[data-square]")?.dataset.square ?? "";
}

function classes({ shown, blank, fresh }) {
  const long = shown.length > 1 ? `long-${Math.min(shown.length, 4)}` : "";
  return ["tile", long, blank && "blank", fresh && "fresh"].filter(Boolean).join(" ");
}

// tile: {shown, value, blank, fresh}; a tile that lies there already is replaced.
export function placeTile(svg, square, tile) {
  const place = squareOf(svg, square);
  if (!place) return false;
  clearTile(svg, square);
  const face = part(place, "text", "", tile.blank ? tile.shown.toLowerCase() : tile.shown);
  const node = part(place, "g", classes(tile), part(place, "rect"), face);
  if (!tile.blank && tile.value != null) node.append(part(place, "text", "v", String(tile.value)));
  place.append(node);
  return true;
}

export function clearTile(svg, square) {
  squareOf(svg, square)?.querySelector(".tile")?.remove();
}

// The squares that carry this mark from now on: one name, a list, or null for none. Known marks: board.css.
export function mark(svg, squares, name) {
  const wanted = new Set([squares ?? []].flat());
  for (const one of svg.querySelectorAll(`.mark-${name}`)) if (!wanted.has(one.dataset.square)) one.classList.remove(`mark-${name}`);
  for (const square of wanted) squareOf(svg, square)?.classList.add(`mark-${name}`);
}

// The board as these placements leave it: {square, shown or letter, value, blank, fresh} each; all else is cleared.
export function showAt(svg, placements) {
  for (const tile of svg.querySelectorAll(".tile")) tile.remove();
  for (const one of placements) placeTile(svg, one.square, { ...one, shown: one.shown ?? one.letter });
}

const SIGNS = { d: ["sq-dl", "2L"], t: ["sq-tl", "3L"], q: ["sq-ql", "4L"], D: ["sq-dw", "2W"], T: ["sq-tw", "3W"], Q: ["sq-qw", "4W"] };
const STAR = "M0-7L2-2L7-2L3 1L4 6L0 3L-4 6L-3 1L-7-2L-2-2z";
const SIDE = 20;

export const columnName = (col) => String.fromCharCode(65 + col);
export const squareName = (row, col) => `${columnName(col)}${row + 1}`;
export const shortOf = (sign) => SIGNS[sign]?.[1] ?? "";
export const classOf = (sign) => SIGNS[sign]?.[0] ?? "";

function text(svg, words, x, y) {
  const node = part(svg, "text", "", words);
  if (x != null) node.setAttribute("x", x);
  if (y != null) node.setAttribute("y", y);
  return node;
}

function drawnSquare(svg, sign, row, col, isStart, words) {
  const node = part(svg, "g", ["sq", classOf(sign), isStart && "sq-start"].filter(Boolean).join(" "), part(svg, "rect"));
  node.setAttribute("data-square", squareName(row, col));
  node.setAttribute("transform", `translate(${SIDE * (col + 1) + SIDE / 2})`);
  if (words[sign]) node.append(part(svg, "title", "", words[sign]));
  if (shortOf(sign) && !isStart) node.append(text(svg, shortOf(sign)));
  if (isStart) {
    const star = part(svg, "path", "star");
    star.setAttribute("d", STAR);
    node.append(star);
  }
  return node;
}

// Draw the squares anew, as the server does: rows of signs (docs/rules/ruleset-files.md), the start square by name,
// words by sign ({d: "double letter"}). Title and description of the picture stay.
export function drawBoard(svg, rows, start, words = {}) {
  svg.setAttribute("viewBox", `0 0 ${(rows[0].length + 1) * SIDE} ${(rows.length + 1) * SIDE}`);
  for (const old of svg.querySelectorAll(":scope > g")) old.remove();
  const edge = part(svg, "g", "edge");
  for (let col = 0; col < rows[0].length; col += 1) edge.append(text(svg, columnName(col), SIDE * (col + 1) + SIDE / 2, SIDE - 6));
  for (let row = 0; row < rows.length; row += 1) edge.append(text(svg, row + 1, SIDE / 2, SIDE * (row + 1) + SIDE - 6));
  svg.append(edge);
  rows.forEach((signs, row) => {
    const line = part(svg, "g", "");
    line.setAttribute("transform", `translate(0 ${SIDE * (row + 1) + SIDE / 2})`);
    [...signs].forEach((sign, col) => line.append(drawnSquare(svg, sign, row, col, squareName(row, col) === start, words)));
    svg.append(line);
  });
}
