// Files dropped anywhere on the library page are sent with its form. The picture in a Universal VTT stays on
// the device: the map does without it, and it may be larger than the server takes.
const ENDINGS = /\.(uvtt|dd2vtt|df2vtt)$/i;
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

/** Return a file as it is sent. */
async function withoutPicture(file) {
  if (!ENDINGS.test(file.name)) return file;
  try {
    const { image, ...rest } = JSON.parse(await file.text());
    return new File([JSON.stringify(rest)], file.name, { type: file.type });
  } catch {
    // The server says what is wrong with it.
    return file;
  }
}

form.addEventListener("submit", async (event) => {
  if (![...picker.files].some(({ name }) => ENDINGS.test(name))) return;
  event.preventDefault();
  const sent = new DataTransfer();
  for (const file of await Promise.all([...picker.files].map(withoutPicture))) sent.items.add(file);
  picker.files = sent.files;
  form.submit();
});
