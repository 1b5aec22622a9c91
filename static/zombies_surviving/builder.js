// The points of a character in the making, added up while its boxes are ticked.

function add(form) {
  const chosen = [...form.querySelectorAll("[data-cost]:checked")];
  const sum = chosen.reduce((points, box) => points + Number(box.dataset.cost), Number(form.dataset.base));
  form.querySelector("[data-sum]").textContent = sum;
  const left = form.querySelector("[data-left]");
  form.classList.toggle("dear", left !== null && sum > Number(left.textContent));
}

document.addEventListener("change", ({ target }) => {
  const form = target.closest("[data-builder]");
  if (form !== null) add(form);
});
