// The seat of this page. Another tab of the same browser may have changed the seat of this device since. The
// referee then redirects each request of this page to a page that says so.
const NAME = "Referee-Seat";

const named = () => (document.body.dataset.seat ? { [NAME]: document.body.dataset.seat } : {});

/** Fetch for the seat of this page. Throws if there is no answer. */
export async function fetchForSeat(url, options = {}) {
  const answer = await fetch(url, { ...options, headers: { ...options.headers, ...named() } });
  const elsewhere = answer.headers.get("HX-Redirect");
  if (elsewhere) location.assign(elsewhere);
  return answer;
}

document.addEventListener("htmx:config:request", ({ detail }) => {
  Object.assign(detail.ctx.request.headers, named());
});

// A tab that opens informs the others, so that a tab for another seat leaves at once. Otherwise it would show
// its secrets until the next news.
const tabs = new BroadcastChannel("seats");
const table = () => document.body.dataset.events && location.pathname;

tabs.onmessage = ({ data }) => {
  const { seat } = document.body.dataset;
  if (data.table === table() && data.seat !== seat) location.replace(`${data.table}?as=${seat}`);
};
if (table()) tabs.postMessage({ table: table(), seat: document.body.dataset.seat });
