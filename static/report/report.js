// The report on paper or with a friend: it prints unfolded, and goes out as one file.
const folded = () => [...document.querySelectorAll("main details:not([open])")];
let opened = [];

addEventListener("beforeprint", () => {
  opened = folded();
  for (const details of opened) details.open = true;
});

addEventListener("afterprint", () => {
  for (const details of opened) details.open = false;
});

const share = document.querySelector("#share");
const print = document.querySelector("#print");
const link = document.querySelector("#file");

async function sent() {
  const answer = await fetch(link.href);
  const file = new File([await answer.blob()], link.download, { type: "text/html" });
  if (navigator.canShare({ files: [file] })) await navigator.share({ files: [file], title: document.title });
  else link.click();
}

if (print) {
  print.hidden = false;
  print.addEventListener("click", () => window.print());
}
// If the system has no share sheet, or somebody closes it, the file is still one tap away.
if (share && navigator.canShare) {
  share.hidden = false;
  const failed = (error) => { if (error.name !== "AbortError") link.click(); };
  share.addEventListener("click", () => sent().catch(failed));
}
