// What lies on the board after a row, and which tiles nobody has seen yet. The server says what each row laid; here it is
// only put together, so that every row can be looked at without asking again.
import { readPlace, readTiles } from "./cells.js";

// [{square, shown, value, blank, tile, fresh}] after the row with this id (all rows without one).
export function lyingAt(rows, id, page) {
  const { tiles } = page;
  const lying = new Map();
  let last = null;
  for (const row of rows) {
    const { kind } = row.turn ?? {};
    const laid = row.computed?.placements ?? unanswered(row, lying, page);
    if (last && takesBack(last.row, row)) {
      for (const one of last.laid) lying.delete(one.square);
      last = null;
    }
    if (kind === "recycle") recycle(lying, row.turn, tiles);
    for (const one of laid) lying.set(one.square, { ...one, shown: one.letter ?? one.shown, row: row.id });
    if (laid.length) last = { row, laid };
    if (row.id === id) break;
  }
  return [...lying.values()].map((one) => ({ ...one, fresh: one.row === id || (id == null && one.row === last?.row.id) }));
}

// A play the server has not answered yet is laid as it reads.
function unanswered({ turn }, lying, page) {
  return turn?.kind === "play" ? preview({ at: turn.position, word: turn.word }, [...lying.values()], page) : [];
}

// A play that did not stand lies on the board until the row that took it back, at the latest until the next play.
function takesBack(last, row) {
  const { kind, verdict } = row.turn ?? {};
  const answered = row.computed?.score !== undefined;
  if (!answered && (kind === "withdrawn" || verdict === "invalid")) return true;
  if (!last.computed?.taken_back) return false;
  return kind === "withdrawn" || (kind === "challenge" && verdict !== "valid") || Boolean(row.computed?.placements?.length);
}

// A blank taken from the board for its letter.
function recycle(lying, { position, tiles: text }, tiles) {
  const square = squareName(position);
  const tile = tiles.find((one) => one.shown === text || one.letters === text);
  const there = lying.get(square);
  if (there?.blank && tile) lying.set(square, { ...there, tile: tile.id, shown: tile.letters, letter: tile.letters, value: tile.value, blank: false });
}

export function squareName(place) {
  const name = readPlace(place);
  return /^\d/.test(name) ? name.slice(-1) + name.slice(0, -1) : name;
}

// The tiles of a word as they would come to lie, while it is being typed: an aid for the eye, never a check.
export function preview(cells, lying, { tiles, width, height }) {
  const place = readPlace(cells.at, width);
  if (!place || !cells.word) return [];
  const across = /^\d/.test(place);
  const start = squareName(place);
  let [col, row] = [start.charCodeAt(0) - 65, Number(start.slice(1))];
  const there = new Map(lying.map((one) => [one.square, one]));
  const found = [];
  for (const piece of pieces(cells.word, tiles)) {
    const square = `${String.fromCharCode(65 + col)}${row}`;
    if (col >= width || row > height) break;
    if (!there.has(square) && piece.tile) found.push({ square, ...piece, fresh: true });
    if (across) col += 1;
    else row += 1;
  }
  return found;
}

function pieces(word, tiles) {
  const faces = tiles.map((one) => one.letters).filter(Boolean).sort((one, other) => other.length - one.length);
  const text = readTiles(word, tiles);
  const found = [];
  for (let at = 0; at < text.length; ) {
    const rest = text.slice(at);
    const bracket = /^\[([^\]]*)\]|^\(([^)]*)\)/.exec(rest);
    const plain = faces.find((one) => rest.toUpperCase().startsWith(one)) ?? rest[0];
    const face = bracket ? bracket[1] ?? "" : plain === "." ? "" : rest.slice(0, plain.length);
    at += bracket ? bracket[0].length : plain.length;
    const tile = tiles.find((one) => one.letters && one.letters === face.toUpperCase());
    const blank = face !== face.toUpperCase();
    found.push({ tile: tile?.id, shown: face.toUpperCase(), value: tile?.value, blank });
  }
  return found;
}

// How many of each tile lie nowhere on the board.
export function unseen(tiles, lying) {
  const used = new Map();
  for (const one of lying) used.set(one.tile, (used.get(one.tile) ?? 0) + 1);
  return tiles.map((tile) => ({ ...tile, left: tile.count - (used.get(tile.id) ?? 0) }));
}
