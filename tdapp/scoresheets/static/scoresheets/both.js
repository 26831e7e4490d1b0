// Two people changed one row: both versions stand beside each other under it until somebody chooses.
import { el, icon } from "../td/lib.js";
import { toCells } from "./cells.js";
import { say } from "./said.js";

export function written(turn, page) {
  if (!turn) return say("row_gone");
  const { seat, at, word, rack, score, total, clock } = toCells(turn, page);
  const parts = [seat && `${seat}:`, at, word, rack && `(${rack})`, score, total && `= ${total}`, clock];
  return parts.filter(Boolean).join(" ") || say("empty_row");
}

const drawn = new Map();

// The same node as long as it says the same, so that its buttons keep the focus.
export function bothRow(id, both, grid) {
  const said = JSON.stringify(both);
  if (drawn.get(id)?.said !== said) drawn.set(id, { said, node: made(id, both, grid) });
  return drawn.get(id).node;
}

function made(id, { theirs, yours, op, by }, grid) {
  const choose = (mine) => () => {
    grid.store.choose(id, mine);
    (grid.rows.get(id) ?? grid.rows.get(grid.endId))?.go("at");
  };
  const mine = op === "remove" ? say("you_removed") : op === "move" ? say("you_moved") : written(yours, grid.page);
  return el("tr", { class: "both", "data-keep-row": "" }, el("td", { colspan: 10 }, el("div", { class: "both-box", role: "group", "aria-label": say("both_title") },
    el("strong", {}, icon("ask"), say("both_title")),
    el("dl", { class: "facts" }, el("dt", {}, by || say("theirs")), el("dd", { class: "both-turn" }, written(theirs?.turn, grid.page)), el("dt", {}, say("yours")), el("dd", { class: "both-turn" }, mine)),
    el("div", { class: "btn-row" }, el("button", { type: "button", class: "btn btn-small", "data-theirs": "", click: choose(false) }, say("keep_theirs")),
      el("button", { type: "button", class: "btn btn-small", "data-yours": "", click: choose(true) }, say("keep_mine"))))));
}
