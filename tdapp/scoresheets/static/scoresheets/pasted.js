// Text from a spreadsheet, a mail or a note -> cells of rows, each row as its line has it. Without a page: what is put where is for
// the grid to say. Nothing is made up: a column nobody can name is left out, a seat nobody wrote stays empty.
import { COLUMNS, kindOf, readPlace } from "./cells.js";

const HEADS = {
  seat: ["seat", "player", "puwesto", "upuan", "manlalaro"], at: ["place", "square", "position", "lugar", "puwesto sa board", "code"], word: ["word", "play", "salita", "palabra"],
  rack: ["rack", "tiles", "lalagyan", "atril"], score: ["score", "points", "puntos", "iskor"], total: ["total", "sum", "kabuuan"], clock: ["clock", "time", "seconds", "oras"],
};
const NUMBER = /^[-−+]?\d{1,5}$/;
const MARK = /^(?:c[+-]?|th|re|ti|ra|[xlwoebs]|[-−–])$/i;

const clean = (text) => text.replace(/\s+/g, " ").trim();
const isAt = (text, width) => Boolean(readPlace(text, width)) || MARK.test(text) || /^x ?\d{1,2}$/i.test(text);
const empty = () => Object.fromEntries(COLUMNS.map((name) => [name, ""]));

// [cells] for text of more than one line or column, or a whole play; null for what belongs into one cell. seats: names in order of seat.
export function pastedRows(text, { width = 25, seats = [] } = {}) {
  const lines = text.split(/\r\n?|\n/).filter((line) => line.trim());
  if (lines.length < 2 && !text.includes("\t") && !(readPlace(clean(text).split(" ")[0], width) && clean(text).includes(" "))) return null;
  const rows = text.includes("\t") ? inColumns(lines.map((line) => line.split("\t").map(clean)), width) : lines.map((line) => inWords(clean(line), width, seats));
  for (const row of rows) row.seat = seatOf(row.seat, seats);
  return rows.filter((row) => COLUMNS.some((name) => name !== "seat" && row[name]));
}

// A seat by its number, or by the name of who sits there.
function seatOf(text, seats) {
  if (!text || /^[1-4](?: [1-4])*$/.test(text)) return text;
  const found = seats.findIndex((name) => startsAlike(name, text));
  return found < 0 ? text : String(found + 1);
}

const startsAlike = (name, text) => clean(name).toLowerCase().split(/[\s,]+/).some((part) => part && part === text.toLowerCase());

function inColumns(table, width) {
  const head = table[0].map((text) => Object.keys(HEADS).find((name) => HEADS[name].includes(text.toLowerCase())));
  const named = head.filter(Boolean).length > 1;
  const rows = named ? table.slice(1) : table;
  const columns = named ? head : guessed(rows, width);
  return rows.map((line) => {
    const row = empty();
    columns.forEach((name, at) => {
      if (name && line[at]) row[name] = line[at];
    });
    return row;
  });
}

// What each column is, by what stands in it: the place is known by its look, the word stands behind it, numbers are score, total, clock.
function guessed(rows, width) {
  const most = Math.max(...rows.map((line) => line.length));
  const column = (at) => rows.map((line) => line[at] ?? "").filter(Boolean);
  const all = (at, test) => column(at).length > 0 && column(at).every(test);
  const at = [...Array(most).keys()].find((one) => all(one, (text) => isAt(text, width)) && column(one).some((text) => readPlace(text, width))) ?? -1;
  const found = Array(most).fill(undefined);
  if (at >= 0) found[at] = "at";
  const texts = ["word", "rack"];
  const numbers = ["score", "total", "clock"];
  for (const one of found.keys()) {
    if (one === at || !column(one).length) continue;
    const isNumber = all(one, (text) => NUMBER.test(text)) || (!texts.includes("word") && mostly(column(one)));
    if (isNumber && (one < at || (at < 0 && one === 0 && most > 1)) && !counts(column(one))) found[one] = all(one, (text) => /^[1-4]$/.test(text)) ? "seat" : undefined;
    else if (isNumber && !(one < at || (one === 0 && counts(column(one))))) found[one] = numbers.shift();
    else if (!isNumber && one < at) found[one] = found.includes("seat") ? undefined : "seat";
    else if (!isNumber) found[one] = all(one, (text) => /^\d{1,3}:\d{2}$/.test(text)) ? "clock" : texts.shift();
  }
  return found;
}

// Numbers with a slip among them: no tiles are written in figures, and what is no number stays to be looked at.
const mostly = (column) => column.filter((text) => NUMBER.test(text)).length * 2 >= column.length;

// 1, 2, 3, ... down the side: the numbers of the rows.
const counts = (column) => column.length > 1 && column.every((text, at) => Number(text) === Number(column[0]) + at);

// One line of words: [number.] [seat | name:] place word [score [total]]; a code keeps what is behind it.
function inWords(line, width, seats) {
  const row = empty();
  const parts = line.replace(/^\d{1,3}[.)]\s+/, "").split(" ");
  const named = /^(.+):$/.exec(parts[0])?.[1];
  if (named && (seatOf(named, seats) !== named || /^[1-4]$/.test(named))) row.seat = seatOf(named, seats) && parts.shift().slice(0, -1);
  else if (/^[1-4]$/.test(parts[0]) && parts.length > 1 && !NUMBER.test(parts[1])) row.seat = parts.shift();
  if (parts.length && isAt(parts[0], width)) row.at = parts.shift();
  const behind = [];
  if (!row.at || readPlace(row.at, width)) while (behind.length < 2 && NUMBER.test(parts.at(-1) ?? "")) behind.unshift(parts.pop());
  row.word = parts.join(" ");
  [row.score = "", row.total = ""] = behind;
  return row;
}

// Seats nobody wrote: moves follow each other from the one who is due; who claimed and whose tiles counted is not filled in.
export function inTurn(rows, first, seats, moves, width) {
  let due = first;
  return rows.map((cells) => {
    if (!moves.has(kindOf(cells, width))) return cells;
    const seat = cells.seat || String(due);
    due = (Number(seat[0]) % seats) + 1;
    return { ...cells, seat };
  });
}
