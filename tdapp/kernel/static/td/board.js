// Tiles and marks on a board that the server drew (events/board_svg.py). A square is named like J10; null is none.
function part(place, tag, name, ...children) {
  const node = document.createElementNS(place.namespaceURI, tag);
  if (name) node.setAttribute("class", name);
  node.append(...children);
  return node;
}

export function squareOf(svg, square) {
  return /^[A-Y]\d\d?$/.test(square ?? "") ? svg.querySelector(`[data-square="${square}"]`) : null;
}

// The square under a pointer or focus event, "" beside the board.
export function squareAt(event) {
  return event.target.closest?.("[data-square]")?.dataset.square ?? "";
}

function classes({ shown, blank, fresh }) {
  const long = shown.length > 1 ? `long-${Math.min(shown.length, 4)}` : "";
  return ["tile", long, blank && "blank", fresh && "fresh"].filter(Boolean).join(" ");
}

// tile: {shown, value, blank, fresh}; a tile that lies there already is replaced.
export function placeTile(svg, square, tile) {
  const place = squareOf(svg, square);
  if (!place) return false;
  clearTile(svg, square);
  const face = part(place, "text", "", tile.blank ? tile.shown.toLowerCase() : tile.shown);
  const node = part(place, "g", classes(tile), part(place, "rect"), face);
  if (!tile.blank && tile.value != null) node.append(part(place, "text", "v", String(tile.value)));
  place.append(node);
  return true;
}

export function clearTile(svg, square) {
  squareOf(svg, square)?.querySelector(".tile")?.remove();
}

// The squares that carry this mark from now on: one name, a list, or null for none. Known marks: board.css.
export function mark(svg, squares, name) {
  const wanted = new Set([squares ?? []].flat());
  for (const one of svg.querySelectorAll("[data-square]")) {
    one.classList.toggle(`mark-${name}`, wanted.has(one.dataset.square));
  }
}

// The board as these placements leave it: {square, shown or letter, value, blank, fresh} each; all else is cleared.
export function showAt(svg, placements) {
  for (const tile of svg.querySelectorAll(".tile")) tile.remove();
  for (const one of placements) placeTile(svg, one.square, { ...one, shown: one.shown ?? one.letter });
}
