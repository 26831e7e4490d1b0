// Sentences of the sheet's pages, from the page itself (scoresheets/editor/_words.html), so that they are translated.
import { word } from "../td/lib.js";

export function say(name, facts = {}) {
  const text = document.getElementById("sheet-words")?.content.querySelector(`[data-word="${name}"]`)?.textContent;
  return text == null ? word(name, facts) : text.replace(/\{(\w+)\}/g, (whole, key) => facts[key] ?? whole);
}

// Read out politely; never moves the focus.
export function announce(text) {
  const place = document.querySelector("[data-announce]");
  if (place && place.textContent !== text) place.textContent = text;
}
