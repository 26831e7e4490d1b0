// Keys inside the grid. Enter: save, next row. Arrows: like a spreadsheet. Tab and Shift Tab: cell by cell.
const isWhole = (input) => input.selectionStart === 0 && input.selectionEnd === input.value.length;

export function keyIn(grid, event) {
  const row = grid.rowOf(event.target);
  const input = event.target;
  if (!row || !input.dataset.cell || event.isComposing) return;
  const control = event.ctrlKey || event.metaKey;
  const act = (control ? withControl(event) : event.altKey ? withAlt(event) : plain(event, input));
  if (act?.(grid, row, input) === true) event.preventDefault();
}

function withControl({ key, shiftKey }) {
  return {
    Enter: (grid, row) => insert(grid, row), Delete: (grid, row) => remove(grid, row), Home: (grid) => edge(grid, 0), End: (grid) => edge(grid, -1),
    z: shiftKey ? null : (grid, row) => undo(grid, row), Z: null,
  }[key];
}

function withAlt({ key }) {
  const by = { ArrowUp: -1, ArrowDown: 1 }[key];
  return by && ((grid, row) => {
    if (!grid.readOnly) grid.move(row, by);
    return true;
  });
}

function plain({ key, shiftKey }, input) {
  if (key === "Enter") return (grid, row) => enter(grid, row, shiftKey ? -1 : 1);
  if (key === "Escape") return (grid, row) => giveBack(grid, row);
  if (key === "ArrowUp" || key === "ArrowDown") return (grid, row) => vertical(grid, row, input, key === "ArrowUp" ? -1 : 1);
  if (key === "ArrowLeft" && (isWhole(input) || input.selectionEnd === 0)) return (grid, row) => sideways(row, input, -1);
  if (key === "ArrowRight" && (isWhole(input) || input.selectionStart === input.value.length)) return (grid, row) => sideways(row, input, 1);
  if (key === "Tab" && !shiftKey) return (grid, row) => cells(row).at(-1) === input && beyond(grid, row);
  return null;
}

const cells = (row) => Object.values(row.inputs).filter((input) => input.offsetParent);

// Enter saves the row and stands in the next one; in the last it makes a new one. In an empty score cell it takes the number
// that is shown there: the paper has it too.
function enter(grid, row, by) {
  const at = grid.order.indexOf(row.id);
  if (by > 0 && grid.column === "score" && !grid.readOnly) grid.accept(row);
  if (!grid.commit(row)) return true;
  const next = grid.order[Math.max(0, at + by)];
  grid.rows.get(next)?.go(by > 0 ? "at" : grid.column);
  return true;
}

// Tab in a row's last cell goes to the next row; out of the empty last row it leads on, past the grid.
function beyond(grid, row) {
  const isLast = grid.order.at(-1) === row.id;
  return !grid.readOnly && !(isLast && !grid.store.drafts[row.id]) && enter(grid, row, 1);
}

function vertical(grid, row, input, by) {
  const next = grid.rows.get(grid.order[grid.order.indexOf(row.id) + by]);
  next?.go(input.dataset.cell);
  return true;
}

function sideways(row, input, by) {
  const all = cells(row);
  const next = all[all.indexOf(input) + by];
  if (!next) return false;
  next.focus();
  next.select();
  return true;
}

function insert(grid, row) {
  if (!grid.readOnly && grid.commit(row) && row.turn) grid.insert(row.id);
  return true;
}

function remove(grid, row) {
  if (!grid.readOnly && (row.turn || grid.store.drafts[row.id])) grid.remove(row);
  return true;
}

function edge(grid, at) {
  grid.rows.get(grid.order.at(at))?.go(grid.column ?? "at");
  return true;
}

// What is typed in the row and not saved goes back to what was; a saved row is taken back by the server.
function undo(grid, row) {
  if (grid.readOnly) return true;
  if (grid.store.drafts[row.id]) return giveBack(grid, row);
  grid.store.undo();
  return true;
}

function giveBack(grid, row) {
  if (!grid.store.drafts[row.id]) return false;
  grid.store.draft(row.id, null);
  grid.draw();
  grid.rows.get(row.id)?.go(grid.column);
  return true;
}
