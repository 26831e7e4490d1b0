// A form whose answer is a file leaves its page as it is: what `data-saves` names then says that it was sent. An answer
// that refuses is a page of its own and takes the place of this one, and another sending begins with a change.
for (const form of document.querySelectorAll("form[data-saves]")) {
  const told = document.getElementById(form.dataset.saves);
  const button = form.querySelector("button");
  form.addEventListener("submit", () => {
    setTimeout(() => {
      told.hidden = false;
      button.disabled = true;
      told.focus();
    });
  });
  form.addEventListener("input", () => {
    told.hidden = true;
    button.disabled = false;
  });
}
