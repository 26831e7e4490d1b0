// [data-picker="id"] holds a colour field that writes what is picked into the field of that id. Without scripts it is typed there.
for (const box of document.querySelectorAll("[data-picker]")) {
  const field = document.getElementById(box.dataset.picker);
  const pick = box.querySelector("input");
  box.hidden = !field;
  pick.addEventListener("input", () => {
    field.value = pick.value;
    field.dispatchEvent(new Event("input", { bubbles: true }));
  });
  field?.addEventListener("change", () => /^#[0-9a-f]{6}$/i.test(field.value) && (pick.value = field.value));
}
