// Which squares of a board are alike: mirror images as scoring/board/board.py counts them, and the weaker ways.
const WAYS = {
  eighth: (row, col, high, wide) => {
    const flips = WAYS.quarter(row, col, high, wide);
    return high === wide ? [...flips, ...flips.map(([r, c]) => [c, r])] : flips;
  },
  quarter: (row, col, high, wide) => [[row, col], [high - 1 - row, col], [row, wide - 1 - col], [high - 1 - row, wide - 1 - col]],
  sides: (row, col, high, wide) => [[row, col], [row, wide - 1 - col]],
  ends: (row, col, high) => [[row, col], [high - 1 - row, col]],
  turned: (row, col, high, wide) => [[row, col], [high - 1 - row, wide - 1 - col]],
  none: (row, col) => [[row, col]],
};

// The squares, as [row, col], that are alike with this one, itself among them, none twice.
export function images(way, row, col, high, wide) {
  const found = new Map(WAYS[way](row, col, high, wide).map((one) => [one.join(), one]));
  return [...found.values()];
}

// Whether a square is the one its images are painted from: the first of them, row by row.
export function isPart(way, row, col, high, wide) {
  return images(way, row, col, high, wide).every(([r, c]) => r > row || (r === row && c >= col));
}

// Squares that differ from one of their images, as [row, col].
export function uneven(way, rows) {
  const found = [];
  rows.forEach((signs, row) => [...signs].forEach((sign, col) => {
    if (images(way, row, col, rows.length, rows[0].length).some(([r, c]) => rows[r][c] !== sign)) found.push([row, col]);
  }));
  return found;
}

// The strongest way in which a board is alike.
export function strongest(rows) {
  return Object.keys(WAYS).find((way) => uneven(way, rows).length === 0);
}
