// What stands in the cells of a row <-> a turn as docs/rules/scoresheet-files.md writes it. Nothing typed is refused here:
// a place that is none stays as it is and the check says so beside the row.
export const COLUMNS = ["seat", "at", "word", "rack", "score", "total", "clock"];
export const MOVES = new Set(["play", "exchange", "pass", "lost", "score"]);
const OFF = new Set(["withdrawn", "time", "rack"]); // points that are taken off: 12 is written, -12 is meant
// Rows with points of their own: `ra U -1` and `o 2 U 1` written in one go are seat, tiles and points.
const POINTED = new Set([...OFF, "out", "bonus", "theme"]);
// Whose tiles count at the end is read off the paper and never off whose turn it would be.
export const UNTOLD = new Set(["out", "rack"]);

// Short code in the place column -> kind. The first code of a kind is the one shown.
/** @type {[string, string][]} */
const CODES = [
  ["x", "exchange"], ["-", "pass"], ["c", "challenge"], ["l", "lost"], ["w", "withdrawn"], ["th", "theme"], ["re", "recycle"],
  ["ti", "time"], ["o", "out"], ["ra", "rack"], ["e", "end"], ["b", "bonus"], ["s", "score"],
];
const KINDS = new Map(CODES);
const CODE_OF = new Map(CODES.map(([code, kind]) => [kind, code]));
const REASONS = { n: "nobody_can_move", m: "nobody_can_move", t: "time_called", a: "agreed" };

const squeeze = (text) => (text ?? "").replace(/\s+/g, " ").trim();
const whole = (text) => (/^[-−+]?\d{1,5}$/.test(text) ? Number(text.replace("−", "-")) : null);

// "8g" -> "8G", "g 8" -> "G8", "" for anything else. `width`: squares in a row, so that X3 on a small board is no place.
export function readPlace(text, width = 25) {
  const found = /^(?:([a-y])\s*(\d{1,2})|(\d{1,2})\s*([a-y]))$/i.exec(squeeze(text));
  if (!found) return "";
  const column = (found[1] ?? found[4]).toUpperCase();
  const row = Number(found[2] ?? found[3]);
  if (column.charCodeAt(0) - 64 > width || row < 1) return "";
  return found[1] ? `${column}${row}` : `${row}${column}`;
}

// A letter with a star behind it is a blank, however it is written: a*, A*, and ng*, NG*, [NG]* where the set has that tile.
// Of what has no star, words all in small letters are tiles; among capitals a small letter is a blank.
export function readTiles(text, tiles = []) {
  const clean = squeeze(text).normalize("NFC");
  const star = `(\\[[^\\]]*\\]|${[...faces(tiles), "\\p{L}"].join("|")})\\*`;
  const plain = clean.replace(new RegExp(star, "giu"), "");
  const small = plain === plain.toLowerCase();
  return clean.replace(new RegExp(`${star}|(\\[[^\\]]*\\]|[^\\s*])`, "giu"), (_, blank, tile) => (blank ? asBlank(blank) : small ? tile.toUpperCase() : tile));
}

// Tiles of more than one letter, the longest first: NG before a star is that tile; N and a blank G are [N]g* or N[G]*.
function faces(tiles) {
  const long = tiles.map((tile) => tile.letters ?? "").filter((letters) => letters.length > 1);
  return long.sort((one, other) => other.length - one.length).map((letters) => letters.replace(/[^\p{L}]/gu, "\\$&"));
}

function asBlank(tile) {
  const letters = tile.replace(/[[\]]/g, "");
  return letters.length > 1 ? `[${letters.toLowerCase()}]` : letters.toLowerCase();
}

// The code in the place column: {kind, verdict, rest}; null when it is a place or anything else.
function readCode(text, width) {
  const clean = squeeze(text).toLowerCase().replace("−", "-").replace("–", "-");
  const challenge = /^c\s*([+-]?)(?:\s+(.*))?$/.exec(clean);
  if (challenge) return { kind: "challenge", verdict: { "+": "valid", "-": "invalid" }[challenge[1]] ?? "", rest: challenge[2] ?? "" };
  const counted = /^x\s*(\d{1,2})$/.exec(clean);
  if (counted && !readPlace(clean, width)) return { kind: "exchange", rest: counted[1] };
  const [first, ...others] = clean.split(" ");
  return KINDS.has(first) ? { kind: KINDS.get(first), rest: others.join(" ") } : null;
}

export function kindOf(cells, width) {
  return readCode(cells.at, width)?.kind ?? codeInWord(cells)?.kind ?? (squeeze(cells.at) || squeeze(cells.word) ? "play" : "score");
}

// "x 3" or "-" in the word column means the same as in the place column.
function codeInWord(cells) {
  if (squeeze(cells.at)) return null;
  const word = squeeze(cells.word);
  if (/^[-−–]$/.test(word)) return { kind: "pass", rest: "", whole: true };
  const exchange = /^x\s+(.+)$/i.exec(word);
  return exchange ? { kind: "exchange", rest: exchange[1], whole: true } : null;
}

function readClock(text) {
  const found = /^(?:(\d{1,3}):)?(\d{1,5})$/.exec(squeeze(text));
  return found ? Number(found[1] ?? 0) * 60 + Number(found[2]) : null;
}

const list = (text) => squeeze(text).split(/[\s,;]+/).filter(Boolean);

// What the word column means in a row that is no play.
function detail(kind, text, { reasons, tiles }) {
  const clean = squeeze(text);
  if (kind === "exchange") return /^\d{1,2}$/.test(clean) ? { number: Number(clean) } : clean ? { tiles: readTiles(clean, tiles) } : {};
  if (kind === "challenge" || kind === "theme") return { words: list(readTiles(clean, tiles)) };
  if (kind === "out" || kind === "rack") return { tiles: readTiles(clean, tiles) || null };
  if (kind === "end") return { reason: readReason(clean, reasons) };
  if (kind === "recycle") {
    const [place, ...rest] = clean.split(" ");
    return { position: readPlace(place) || place, tiles: readTiles(rest.join(" "), tiles) || null };
  }
  return { note: clean || null };
}

function readReason(text, reasons) {
  const told = Object.entries(reasons ?? {}).find(([, said]) => said.toLowerCase() === text.toLowerCase());
  return told?.[0] ?? REASONS[text[0]?.toLowerCase()] ?? "";
}

// What is written behind a code in one go: {seat, text, score}. Points stand last, a seat first and never alone.
function apart(kind, text, written) {
  const parts = squeeze(text).split(" ").filter(Boolean);
  if (!POINTED.has(kind)) return { text };
  const score = !squeeze(written) && whole(parts.at(-1) ?? "") != null ? parts.pop() : squeeze(written);
  const seat = /^[1-4]$/.test(parts[0] ?? "") && (parts.length > 1 || score) ? Number(parts.shift()) : undefined;
  return { seat, text: parts.join(" "), score };
}

function points(kind, text) {
  const score = whole(squeeze(text));
  return score != null && OFF.has(kind) ? -Math.abs(score) : score;
}

// A place and no word: it counts as a turn and cannot be read (a place typed over a code, a row left half done).
export const isHalf = (turn) => turn?.kind === "play" && Boolean(turn.position) && !turn.word;

// Empty fields are left out, as the master form does.
function tidy(turn) {
  const kept = Object.entries(turn).filter(([, value]) => value != null && value !== "" && value !== false && !(Array.isArray(value) && !value.length));
  return Object.fromEntries(kept);
}

// Fields the cells do not show stay as they were while the row is of the same kind.
function hidden(was, kind) {
  if (was?.kind !== kind) return tidy({ note: was?.note, extra: was?.extra });
  return tidy({ note: was.note, extra: was.extra, of: was.of, hold: was.hold, verdict: was.verdict, challengers: was.challengers, words: was.words });
}

export function toTurn(cells, was, page) {
  const code = readCode(cells.at, page.width) ?? codeInWord(cells);
  const kind = code?.kind ?? kindOf(cells, page.width);
  const seats = [...squeeze(cells.seat)].filter((one) => /[1-4]/.test(one)).map(Number);
  const { seat = seats[0], text, score = cells.score } = apart(kind, code?.whole ? code.rest : [code?.rest, cells.word].filter(Boolean).join(" "), cells.score);
  const turn = { ...hidden(was, kind), kind, seat, rack: readTiles(cells.rack, page.tiles), score: points(kind, score), total: whole(squeeze(cells.total)), seconds: readClock(cells.clock) };
  if (kind === "play") Object.assign(turn, { position: readPlace(cells.at, page.width) || squeeze(cells.at), word: readTiles(cells.word, page.tiles) });
  else if (kind !== "score") Object.assign(turn, detail(kind, text, page));
  if (kind === "challenge") Object.assign(turn, { seat: null, challengers: seats, verdict: code.verdict });
  if (kind === "end") turn.seat = null;
  return tidy(turn);
}

// What is typed in a number cell and is no number: [column, text].
export function misread(cells) {
  const wrong = ["score", "total"].filter((name) => squeeze(cells[name]) && whole(squeeze(cells[name])) == null);
  if (squeeze(cells.clock) && readClock(cells.clock) == null) wrong.push("clock");
  return wrong;
}

export function isBlank(cells) {
  return COLUMNS.every((name) => name === "seat" || !squeeze(cells[name]));
}

export const clockText = (seconds) => (seconds == null ? "" : seconds < 60 ? String(seconds) : `${Math.floor(seconds / 60)}:${String(seconds % 60).padStart(2, "0")}`);
const number = (value) => (value == null ? "" : String(value));

export function codeOf(turn) {
  if (turn.kind === "challenge") return `c${{ valid: "+", invalid: "-" }[turn.verdict] ?? ""}`;
  return turn.kind === "play" ? turn.position ?? "" : turn.kind === "score" ? "" : CODE_OF.get(turn.kind) ?? turn.kind;
}

function wordText(turn, reasons) {
  if (turn.kind === "play") return turn.word ?? "";
  if (turn.kind === "exchange") return turn.tiles ?? number(turn.number);
  if (turn.kind === "challenge" || turn.kind === "theme") return (turn.words ?? []).join(" ");
  if (turn.kind === "recycle") return [turn.position, turn.tiles].filter(Boolean).join(" ");
  if (turn.kind === "end") return reasons?.[turn.reason] ?? turn.reason ?? "";
  return turn.tiles ?? (turn.kind === "score" ? "" : turn.note ?? "");
}

export function toCells(turn, page) {
  const seat = turn.kind === "challenge" ? (turn.challengers ?? []).join(" ") : number(turn.seat);
  return {
    seat, at: codeOf(turn), word: wordText(turn, page.reasons), rack: turn.rack ?? "", score: number(turn.score),
    total: number(turn.total), clock: clockText(turn.seconds),
  };
}

export function same(one, other) {
  const flat = (turn) => JSON.stringify(Object.entries(tidy(turn ?? {})).sort());
  return flat(one) === flat(other);
}
