// The characters that this device keeps for later games: each as a roster of one, by name.
const PLACE = "zombies-characters";

/** Return the rosters that are kept here, by the name of their character. */
export function kept() {
  try {
    return JSON.parse(localStorage.getItem(PLACE) ?? "{}");
  } catch {
    return {};
  }
}

/** Keep a roster of one character, or forget the one of this name where there is none. */
export function keep(name, roster) {
  const all = kept();
  if (roster) all[name] = roster;
  else delete all[name];
  localStorage.setItem(PLACE, JSON.stringify(all));
}
