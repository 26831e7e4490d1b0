// Rows of a sheet: the id of a new one, and what one write does to them.

// A row's id in the form of a UUID, from 32 hex digits.
export function rowFrom(hex) {
  return `${hex.slice(0, 8)}-${hex.slice(8, 12)}-4${hex.slice(13, 16)}-a${hex.slice(17, 20)}-${hex.slice(20, 32)}`;
}

export function lay(rows, op) {
  const at = rows.findIndex((row) => row.id === op.row);
  const place = (row) => {
    const before = rows.findIndex((one) => one.id === op.after);
    rows.splice(op.after === null ? 0 : op.after === undefined || before < 0 ? rows.length : before + 1, 0, row);
  };
  if (op.op === "add" && at < 0) place({ id: op.row, version: null, turn: op.turn, findings: [], computed: {} });
  if (at < 0) return;
  if (op.op === "set" || op.op === "add") rows[at] = { ...rows[at], turn: op.turn };
  if (op.op === "remove") rows.splice(at, 1);
  if (op.op === "move") place(rows.splice(at, 1)[0]);
}
