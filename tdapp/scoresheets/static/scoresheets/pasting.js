// Rows pasted into the grid: in one writing, so that one undo takes all of them back. Nothing that stands there is written over.
import { toast } from "../td/lib.js";
import { MOVES, misread, toTurn } from "./cells.js";
import { inTurn, pastedRows } from "./pasted.js";
import { say } from "./said.js";
import { newRow } from "./store.js";

const AT_ONCE = 150;

export function pasteIn(grid, event) {
  const row = grid.rowOf(event.target);
  const { seats } = grid.store.base;
  const found = row && !grid.readOnly ? pastedRows(event.clipboardData?.getData("text/plain") ?? "", { width: grid.page.width, seats: seats.map((one) => one.name) }) : null;
  if (!found?.length) return;
  event.preventDefault();
  if (!grid.commit(row)) return;
  const rows = grid.store.rows();
  const above = row.turn ? row.id : rows.at(-1)?.id;
  const due = grid.expected(grid.wanted(), rows.findIndex((one) => one.id === above) + 2);
  const told = put(grid, inTurn(found, due, seats.length, MOVES, grid.page.width), above === rows.at(-1)?.id ? undefined : above);
  toast(told.unread ? "ask" : "ok", [say("pasted", { n: told.taken }), told.unread ? say("pasted_unread", { n: told.unread }) : ""].filter(Boolean).join(" "));
}

// Rows that can be read are written under each other; one with a number that is none stays typed, to be looked at.
function put(grid, rows, above) {
  const operations = [];
  let [after, unread] = [above, 0];
  for (const cells of rows) {
    const [id, wrong] = [newRow(), misread(cells)];
    if (wrong.length) {
      unread += 1;
      grid.store.draft(id, { cells, after, added: true, said: wrong.map((name) => say("no_number", { cell: say(`head_${name}`), text: cells[name] })) });
      continue;
    }
    operations.push({ op: "add", row: id, ...(after === undefined ? {} : { after }), turn: toTurn(cells, null, grid.page) });
    after = id;
  }
  for (let at = 0; at < operations.length; at += AT_ONCE) grid.store.put(...operations.slice(at, at + AT_ONCE));
  grid.draw();
  return { taken: operations.length, unread };
}
