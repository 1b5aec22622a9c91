// Files dropped anywhere on the library page are sent with its form.
const form = document.querySelector("#bring");
const picker = form.querySelector("[type=file]");
const carriesFiles = (event) => [...event.dataTransfer.types].includes("Files");

addEventListener("dragover", (event) => {
  if (!carriesFiles(event)) return;
  event.preventDefault();
  form.classList.add("dropping");
});
addEventListener("dragleave", (event) => {
  if (!event.relatedTarget) form.classList.remove("dropping");
});
addEventListener("drop", (event) => {
  if (!carriesFiles(event)) return;
  event.preventDefault();
  form.classList.remove("dropping");
  picker.files = event.dataTransfer.files;
  form.requestSubmit();
});
