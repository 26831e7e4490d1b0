// What the buttons of lines built by pressing decide; no page needed.

// Whether what came back are the parts asked for, and not a page that wants a login or says what is wrong.
export function isAnswer(answer, text) {
  return Boolean(answer?.ok && text.includes("data-part"));
}

// Whether the server's lines replace those on the page: not while they are being typed.
export function takesLines(press) {
  return press !== "read";
}

// The words of a line of tie-breaks.
export function wordsOf(line) {
  return line.split(/[\s,]+/).filter(Boolean);
}

// The line that chosen words make; what the line says beyond the lists stays behind them.
export function inOrder(chosen, words) {
  return [...chosen.filter(Boolean), ...words.slice(chosen.length)].join(", ");
}

// Whether every word asked for begins one of the words of an item; without accents, case and signs.
export function fits(asked, words) {
  const own = plain(words);
  return plain(asked).every((word) => own.some((one) => one.startsWith(word)));
}

function plain(text) {
  return text.normalize("NFD").replace(/\p{M}/gu, "").toLowerCase().split(/[^\p{L}\p{N}]+/u).filter(Boolean);
}
