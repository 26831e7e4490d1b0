// The practice timer's own settings: rules, seats, seconds, names. Nothing of it leaves the browser.
import { say } from "./timer_draw.js";

// facts.rulesets: the timer of each ruleset by its id.
export function readSetup(form, facts) {
  const ruleset = form.elements.ruleset.value;
  const rules = { ...facts.rulesets[ruleset], seconds: Number(form.elements.seconds.value) };
  // Whoever opens a timer wants one, whatever the book says.
  if (rules.kind === "none") rules.kind = "per_move";
  const seats = Array.from({ length: Number(form.elements.seats.value) }, (_, i) => i + 1);
  return { ruleset, rules, names: seats.map((n) => form.elements[`name${n}`].value.trim() || say("seat", { n })) };
}

function nameFields(form) {
  for (const field of form.querySelectorAll("[data-seat-name]")) {
    field.hidden = Number(field.dataset.seatName) > Number(form.elements.seats.value);
  }
}

// changed(): something else was chosen. begin(): the form was sent.
export function offerSetup(form, facts, setup, { changed, begin }) {
  form.elements.ruleset.value = setup.ruleset;
  form.elements.seats.value = String(setup.names.length);
  form.elements.seconds.value = String(setup.rules.seconds);
  nameFields(form);
  form.addEventListener("change", ({ target }) => {
    if (target.name === "ruleset") form.elements.seconds.value = String(facts.rulesets[target.value].seconds);
    nameFields(form);
    if (form.checkValidity()) changed();
  });
  form.addEventListener("submit", (event) => {
    event.preventDefault();
    begin();
  });
}
