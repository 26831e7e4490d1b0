// Nobody types: back to the players' screen, with nothing of a password left in a field.
const form = document.querySelector("[data-leave-form]");

if (form) {
  const back = () => location.replace(form.dataset.kioskUrl);
  let timer = setTimeout(back, 30000);
  addEventListener("keydown", (event) => {
    clearTimeout(timer);
    timer = setTimeout(back, 30000);
    if (event.key === "Escape") back();
  });
}
