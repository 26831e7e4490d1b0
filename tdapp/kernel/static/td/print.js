// One button: the browser's print dialog.
document.addEventListener("click", (event) => event.target.closest("[data-print]") && window.print());
