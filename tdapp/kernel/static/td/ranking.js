// Tie-breaks: the lists write the line, the line sets the lists. The server judges what is sent.
import { inOrder, wordsOf } from "./pressing_core.js";

const lineOf = (root) => root.querySelector(`input[name="${root.dataset.ranking}"]`);
const listsOf = (root) => [...root.querySelectorAll("[data-rank]")];

document.addEventListener("change", (event) => {
  const root = event.target.closest("[data-rank]")?.closest("[data-ranking]");
  if (root) lineOf(root).value = inOrder(listsOf(root).map((list) => list.value), wordsOf(lineOf(root).value));
});

document.addEventListener("input", (event) => {
  const root = event.target.closest("[data-ranking]");
  if (!root || event.target !== lineOf(root)) return;
  const words = wordsOf(lineOf(root).value);
  for (const [at, list] of listsOf(root).entries()) {
    const word = words[at] ?? "";
    if (word && ![...list.options].some((one) => one.value === word)) list.append(new Option(word, word));
    list.value = word;
  }
});
