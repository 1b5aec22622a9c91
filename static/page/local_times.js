// Times in the reader’s own time zone, the near ones as people say them. The server knows only its own clock.
const DAY = 86_400_000; // ms
const day = (moment) => new Date(moment.getFullYear(), moment.getMonth(), moment.getDate());
const written = (moment, form) => new Intl.DateTimeFormat("en-GB", form).format(moment);

// "today", "yesterday", "Sunday", "14 November", "14 November 2025"
function dayOf(moment, now) {
  const ago = Math.round((day(now) - day(moment)) / DAY);
  if (ago === 0) return "today";
  if (ago === 1) return "yesterday";
  if (ago > 1 && ago < 7) return written(moment, { weekday: "long" });
  const year = moment.getFullYear() === now.getFullYear() ? {} : { year: "numeric" };
  return written(moment, { day: "numeric", month: "long", ...year });
}

for (const time of document.querySelectorAll("time[data-own]")) {
  const moment = new Date(time.dateTime);
  const clock = written(moment, { hour: "2-digit", minute: "2-digit" });
  const said = dayOf(moment, new Date());
  time.textContent = time.dataset.own === "moment" ? `${said} ${clock}` : said;
  time.title = written(moment, { dateStyle: "full", timeStyle: "short" });
}
