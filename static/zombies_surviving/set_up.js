// Before the first turn: the points of a character in the making, and rosters and scenarios from files.

function add(form) {
  const chosen = [...form.querySelectorAll("[data-cost]:checked")];
  const sum = chosen.reduce((points, box) => points + Number(box.dataset.cost), Number(form.dataset.base));
  form.querySelector("[data-sum]").textContent = sum;
  const left = form.querySelector("[data-left]");
  form.classList.toggle("dear", left !== null && sum > Number(left.textContent));
}

async function send(form, file) {
  const said = form.querySelector("[data-said]");
  try {
    const data = JSON.parse(await file.text());
    const action = form.dataset.file === "scenario"
      ? { do: "use_scenario", scenario: data }
      : { ...data, do: "use_roster", seat: form.dataset.seat };
    form.elements.action.value = JSON.stringify(action);
    form.elements["field.file"].value = file.name.slice(0, 60);
  } catch {
    said.textContent = "This file is no JSON.";
    return;
  }
  said.textContent = "";
  form.requestSubmit();
}

document.addEventListener("change", ({ target }) => {
  const made = target.closest("[data-builder]"), read = target.closest("[data-file]");
  if (made !== null) add(made);
  if (read !== null && target.files?.length) send(read, target.files[0]);
});
