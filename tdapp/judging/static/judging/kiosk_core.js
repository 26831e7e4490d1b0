// What the kiosk asks for, step by step, without a page: `fresh`, `take` an answer, go `back`. A state is never changed.
export const NUMBERS = ["table", "code", "seat", "whose", "count"];
export const ASKING = [...NUMBERS, "words"];

// `at`: the opened table as the server told it, {table, seats: names, turn: the last turn of its sheet or null}.
const empty = { table: "", code: "", link: "", at: null, seat: "", whose: "", play: "", count: 0, words: [] };
const LINK = /\/q\/[\w-]+/;

export function fresh(facts) {
  if (!facts.open) return { ...empty, step: "closed" };
  return { ...empty, step: facts.playing ? "table" : "idle" };
}

export const isFresh = (state, facts) => state.step === fresh(facts).step && !state.table;

// Letters as they are typed: capitals, Ñ in one piece, everything else left out.
export const letters = (text) => text.normalize("NFC").toUpperCase().replace(/[^\p{L}]/gu, "");

// A reader types the address on a card into the first field; everything else there is a number.
const digits = (text) => text.replace(/\D/g, "");
export function kept(step, text, longest) {
  if (step === "words") return letters(text).slice(0, longest);
  if (step === "table" && /^h/i.test(text)) return text;
  return digits(text).slice(0, step === "code" ? 6 : 4);
}

const within = (text, low, high) => Number(text) >= low && Number(text) <= high;
const wrong = (problem, facts = {}) => ({ problem, facts });

const TAKERS = {
  table(state, facts, text) {
    if (LINK.test(text)) return { ...state, link: text, step: "opening" };
    return /^\d+$/.test(text) ? { ...state, table: text, step: "code" } : wrong("no_table");
  },
  code: (state, facts, text) => (text.length === 6 ? { ...state, code: text, step: "opening" } : wrong("no_code")),
  seat(state, facts, text) {
    const seats = state.at.seats.length;
    return within(text, 1, seats) ? theirs({ ...state, seat: text }) : wrong("no_seat", { n: seats });
  },
  whose(state, facts, text) {
    const seats = state.at.seats.length;
    if (!within(text, 1, seats)) return wrong("no_seat", { n: seats });
    return text === state.seat ? wrong("own_play") : { ...state, whose: text, step: "count" };
  },
  count(state, facts, text) {
    if (!within(text, 1, facts.most)) return wrong("no_count", { n: facts.most });
    return { ...state, count: Number(text), words: state.words.slice(0, Number(text)), step: "words" };
  },
  words(state, facts, text) {
    if (!text) return wrong("no_word");
    const words = [...state.words, text];
    return { ...state, words, step: words.length === state.count ? "check" : "words" };
  },
};

// Whose play it is, where that is known, and whether the sheet has it.
function theirs(state) {
  const { seats, turn } = state.at;
  const whose = seats.length === 2 ? String(3 - Number(state.seat)) : String(turn?.seat ?? "");
  if (turn && (!turn.open || String(turn.seat) === state.seat)) return { ...state, step: "none" };
  if (turn?.words.length) return { ...state, whose, step: "play" };
  return { ...state, whose, play: turn?.play ?? "", step: whose ? "count" : "whose" };
}

// The next state, or {problem, facts}.
export function take(state, facts, text) {
  return TAKERS[state.step](state, facts, text);
}

export const challenged = (state) => ({ ...state, play: state.at.turn.play, words: state.at.turn.words, step: "check" });

// One step back: {state, text}, text being what stood in the field there.
export function back(state, facts) {
  if (state.step === "check" && !state.count) return { state: { ...state, play: "", words: [], step: "play" }, text: "" };
  if (state.words.length) {
    return { state: { ...state, step: "words", words: state.words.slice(0, -1) }, text: state.words.at(-1) };
  }
  if (state.step === "words") return { state: { ...state, step: "count", count: 0 }, text: String(state.count) };
  if (state.step === "code") return { state: fresh(facts), text: state.table };
  if (state.at && state.step !== "seat") return { state: { ...state, step: "seat", seat: "", whose: "", play: "" }, text: "" };
  return { state: fresh(facts), text: "" };
}

const fields = (pairs) => new URLSearchParams(pairs.filter(([, value]) => value));

// What opens a table, and the fields of a ruling, as the server wants them.
export const card = (state) => fields([["link", state.link], ["table", state.table], ["code", state.code]]);

export const asked = (state) =>
  fields([...state.words.map((word) => ["word", word]), ["challenger", state.seat], ["challenged", state.whose], ["play", state.play]]);
