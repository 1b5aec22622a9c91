// What every script begins with.

/** Return the first element that a selector names, in the page or in a part of it; null without one. */
export const find = (selector, root = document) => root.querySelector(selector);
