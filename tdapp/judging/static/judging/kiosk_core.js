// What the kiosk asks for, step by step, without a page: `fresh`, `take` an answer, go `back`. A state is never changed.
export const NUMBERS = ["table", "seat", "whose", "count"];
export const ASKING = [...NUMBERS, "words"];

const empty = { table: "", seat: "", whose: "", count: 0, words: [], another: false };

export function fresh(facts) {
  if (!facts.open) return { ...empty, step: "closed" };
  const tables = Object.keys(facts.tables).length > 0;
  return { ...empty, step: tables ? "table" : "idle" };
}

export const seatsAt = (state, facts) => facts.tables[state.table] ?? 0;

export const isFresh = (state, facts) => state.step === fresh(facts).step && !state.table && !state.count;

// Letters as they are typed: capitals, Ñ in one piece, everything else left out.
export const letters = (text) => text.normalize("NFC").toUpperCase().replace(/[^\p{L}]/gu, "");

export const digits = (text) => text.replace(/\D/g, "").slice(0, 4);

const within = (text, low, high) => Number(text) >= low && Number(text) <= high;
const wrong = (problem, facts = {}) => ({ problem, facts });

const TAKERS = {
  table(state, facts, text) {
    if (!text && !facts.needs_table) return { ...state, step: "count" };
    const table = String(Number(text));
    if (!(table in facts.tables)) return wrong("no_table");
    return { ...state, table, step: "seat" };
  },
  seat(state, facts, text) {
    const seats = seatsAt(state, facts);
    if (!within(text, 1, seats)) return wrong("no_seat", { n: seats });
    const two = seats === 2;
    return { ...state, seat: text, whose: two ? String(3 - Number(text)) : "", step: two ? "count" : "whose" };
  },
  whose(state, facts, text) {
    const seats = seatsAt(state, facts);
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

// The next state, or {problem, facts}.
export function take(state, facts, text) {
  return TAKERS[state.step](state, facts, text);
}

// One step back: {state, text}, text being what stood in the field there.
export function back(state, facts) {
  if (state.words.length) {
    return { state: { ...state, step: "words", words: state.words.slice(0, -1) }, text: state.words.at(-1) };
  }
  if (state.step === "words") return { state: { ...state, step: "count", count: 0 }, text: String(state.count) };
  return { state: fresh(facts), text: "" };
}

// The fields of a ruling as the server wants them.
export function asked(state) {
  const body = new URLSearchParams(state.words.map((word) => ["word", word]));
  for (const [name, value] of [["table", state.table], ["challenger", state.seat], ["challenged", state.whose]]) {
    if (value) body.append(name, value);
  }
  if (state.another) body.append("another", "1");
  return body;
}
