// Keeps the rulebook readable with no network. Only rule pages, the files they need and the page that says
// that there is no connection are kept; nothing of a table is.
"use strict";

const ROOT = {{ root | tojson }};
const CACHE = {{ ("referee-" ~ version) | tojson }} + ROOT;
const FILES = {{ files | tojson }};
const PAGES = {{ pages | tojson }};
const PREFIXES = [`${ROOT}/rules`, `${ROOT}/static/`];
const [NO_CONNECTION, ITS_KEY] = [`${ROOT}/offline`, `${ROOT}/static/offline.html`];

// A page and the fragment that the sheet shows have one address and differ by a header; here each has a key.
// A file has one key under every mark: a new edition of the rulebook alone brings another one.
const ALONE = { "HX-Request": "true" };
const MARKED = /\/static\/{{ mark }}\//;
const keyOf = (url, alone) => (alone ? `${url}?alone` : url.replace(MARKED, "/static/"));

// A response made here has no URL: a script keeps that of its request for its imports.
const freed = (answer) => new Response(answer.body, { headers: answer.headers });

async function keep(cache, url, alone = false, key = keyOf(url, alone)) {
  const answer = await fetch(url, { credentials: "omit", headers: alone ? ALONE : {} });
  const led = FILES.includes(url) || answer.redirected; // a page that is opened may not have been led here
  if (answer.ok) await cache.put(key, led ? freed(answer) : answer);
}

// Each page that opens asks for this: it fetches what was missing the last time.
// Only a page that is open by then is sure to be answered for from now on; one that is still loading when
// the worker starts may be passed over.
async function fill() {
  await self.clients.claim();
  const cache = await caches.open(CACHE);
  const complete = async (url, alone) => {
    if (!(await cache.match(keyOf(url, alone), { ignoreVary: true }))) await keep(cache, url, alone);
  };
  for (const url of PAGES) await Promise.all([complete(url, false), complete(url, true)]);
}

// Other sites on the same host may have caches too, another referee among them.
const isOurs = (name) => /^referee-[0-9a-f]+(.*)$/.exec(name)?.[1] === ROOT;

async function tidy() {
  for (const name of await caches.keys()) if (name !== CACHE && isOurs(name)) await caches.delete(name);
}

// The server does the searching. With no network the search box says so, and shows no other page as a hit.
const RESTS = `<section id="hits"><p class="notice">The search needs the network. You can still read every
  case: open it from its section.</p></section>`;
const HTML = { headers: { "Content-Type": "text/html; charset=utf-8" } };

// A chart that is opened with the row of a roll to mark is kept without the mark.
async function kept(request) {
  const { pathname: url, searchParams } = new URL(request.url);
  const cache = await caches.open(CACHE);
  const alone = Boolean(request.headers.get("HX-Request"));
  if (alone && searchParams.has("q")) return new Response(RESTS, HTML);
  const exact = await cache.match(keyOf(url, alone), { ignoreVary: true });
  return exact || cache.match(keyOf(url), { ignoreVary: true });
}

// How long a page waits for a silent network, perhaps because the referee's own device sleeps.
const PATIENCE = 2500; // ms
const inTime = (asked) => Promise.race([asked, new Promise((_, late) => setTimeout(late, PATIENCE))]);

async function answer(request) {
  const asked = fetch(request);
  return inTime(asked).catch(async () => (await kept(request)) ?? asked);
}

// A page that needs the table is never answered from here, but it need not be the browser's own error.
async function open(request) {
  try {
    return await fetch(request);
  } catch (error) {
    const instead = await (await caches.open(CACHE)).match(ITS_KEY, { ignoreVary: true });
    if (!instead) throw error;
    return new Response(instead.body, { status: 503, headers: instead.headers });
  }
}

async function install() {
  const cache = await caches.open(CACHE);
  await Promise.all([
    ...FILES.map((url) => keep(cache, url)),
    keep(cache, NO_CONNECTION, false, ITS_KEY),
  ]);
}

self.addEventListener("install", (event) => {
  self.skipWaiting();
  event.waitUntil(install());
});
self.addEventListener("activate", (event) => event.waitUntil(tidy()));
self.addEventListener("message", (event) => event.waitUntil(fill().catch(() => {})));
self.addEventListener("fetch", (event) => {
  const { method, url } = event.request;
  const asked = new URL(url);
  if (method !== "GET" || asked.origin !== location.origin) return;
  if (PREFIXES.some((prefix) => asked.pathname.startsWith(prefix))) event.respondWith(answer(event.request));
  else if (event.request.mode === "navigate") event.respondWith(open(event.request));
});
