// The arithmetic of a slip, column by column: where the running sum broke, and what the difference may be.

// cells: [{score, total}] of one seat, in order; said: the final total on the slip, null for none.
// -> {sum, broken: [{turn, from, score, right, written}], last, off: what the slip says more, null if it says nothing}
export function added(cells, said) {
  const broken = [];
  let [sum, carried] = [0, 0];
  cells.forEach(({ score, total }, at) => {
    const from = carried;
    sum += score ?? 0;
    carried += score ?? 0;
    if (total == null) return;
    // A total is right when it follows from the one before as written, or is what the turns really make.
    if (total !== carried && total !== sum) broken.push({ turn: at + 1, from, score: score ?? 0, right: carried, written: total });
    carried = total;
  });
  return { sum, broken, carried, off: said == null ? null : said - sum };
}

// What a wrong final total may come from: a turn left out or counted twice, digits changed round.
export function hint(cells, off) {
  if (!off) return null;
  const scores = cells.map((cell) => cell.score ?? 0);
  const left = scores.filter((score) => score && score === -off);
  if (left.length === 1) return { kind: "left_out", turn: scores.indexOf(-off) + 1 };
  const twice = scores.filter((score) => score && score === off);
  if (twice.length === 1) return { kind: "twice", turn: scores.indexOf(off) + 1 };
  const said = scores.reduce((sum, score) => sum + score, off);
  return scores.some((score) => turned(score).includes(score + off)) || turned(said).includes(said - off) ? { kind: "digits" } : null;
}

// What a number may have been before two digits beside each other were changed round.
function turned(number) {
  const digits = String(Math.abs(number));
  return Array.from(digits.slice(1), (digit, at) => Math.sign(number) * Number(digits.slice(0, at) + digit + digits[at] + digits.slice(at + 2)));
}
