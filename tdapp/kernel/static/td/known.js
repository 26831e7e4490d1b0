// Who it may be, while a name is typed: arrow down goes from the name to the first suggestion, the arrows from one to the
// next, Escape back to the name. Enter on a suggestion is the link itself.
const NAMES = "#id_surname, #id_given";

/** @param {number} step */
function move(step) {
  const links = /** @type {HTMLElement[]} */ ([...document.querySelectorAll("[data-known] a")]);
  const at = links.indexOf(/** @type {HTMLElement} */ (document.activeElement)) + step;
  const next = at < 0 ? document.querySelector("#id_surname") : links[Math.min(at, links.length - 1)];
  if (next instanceof HTMLElement) next.focus();
  return links.length > 0;
}

document.addEventListener("keydown", (event) => {
  const target = event.target;
  if (!(target instanceof HTMLElement)) return;
  const listed = target.closest("[data-known]") !== null;
  if (event.key === "Escape" && listed) move(-1000);
  else if (event.key === "ArrowDown" && (listed || target.matches(NAMES))) {
    if (move(1)) event.preventDefault();
  } else if (event.key === "ArrowUp" && listed) {
    move(-1);
    event.preventDefault();
  }
});
