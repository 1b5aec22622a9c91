// Add up the units of a counter sheet while they are typed.
const units = document.querySelector(".units");
const total = document.querySelector("#total");
const wanted = Number(units.dataset.units);

function add() {
  const counts = [...units.querySelectorAll("input")].map((input) => Math.trunc(input.value) || 0);
  const sum = counts.reduce((a, b) => a + b, 0);
  const left = wanted - sum;
  const rest = left > 0 ? `${left} to go` : `${-left} too many`;
  total.textContent = `${sum} of ${wanted} units${left ? `: ${rest}` : " ✓"}`;
  total.dataset.right = left === 0;
}

units.addEventListener("input", add);
add();
