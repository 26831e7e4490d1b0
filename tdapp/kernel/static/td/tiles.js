// The tile table: sums as one types, one more row, and rows pasted from a spreadsheet.
const form = document.querySelector("form[data-tiles]");
const body = form.querySelector("[data-rows]");
const NAMES = ["tile_id", "tile_value", "tile_count", "tile_bag"];
const field = (row, name) => row.querySelector(`[name="${name}"]`);
const whole = (text) => (/^\d+$/.test(text.trim()) ? Number(text) : 0);

function sums() {
  let [size, face] = [0, 0];
  for (const row of body.rows) {
    const count = whole(field(row, "tile_count").value);
    size += count;
    face += count * whole(field(row, "tile_value").value);
  }
  form.querySelector("[data-size]").textContent = size;
  form.querySelector("[data-face]").textContent = face;
}

function oneMore() {
  const row = body.rows[body.rows.length - 1].cloneNode(true);
  const number = body.rows.length + 1;
  for (const input of row.querySelectorAll("input")) {
    input.value = "";
    input.setAttribute("aria-label", input.getAttribute("aria-label").replace(/\d+$/, number));
  }
  body.append(row);
  return row;
}

// tile, value, how many, bag: in the columns they were copied from. One cell alone is pasted as text.
function pasted(event) {
  const text = event.clipboardData?.getData("text/plain") ?? "";
  const input = event.target.closest('[name="tile_id"]');
  if (!input || !/[\t\n]/.test(text.trim())) return;
  event.preventDefault();
  let row = input.closest("tr");
  for (const line of text.trim().split(/\r?\n/)) {
    const cells = line.split("\t");
    if (!/^\d+$/.test((cells[1] ?? "").trim())) continue; // headings
    NAMES.forEach((name, n) => { if (cells[n] !== undefined && field(row, name)) field(row, name).value = cells[n].trim(); });
    row = row.nextElementSibling ?? oneMore();
  }
  form.dispatchEvent(new Event("input", { bubbles: true }));
  sums();
}

body.addEventListener("input", sums);
body.addEventListener("paste", pasted);
const more = form.querySelector("[data-more-rows]");
more.hidden = false;
more.addEventListener("click", () => field(oneMore(), "tile_id").focus());
form.querySelector("[data-sums]").hidden = false;
sums();
