// Universal VTT, the format of virtual tables: what is in such a file, and the photograph put into ours.
const ENDINGS = /\.(uvtt|dd2vtt|df2vtt)$/i;
const MB = 1024 * 1024;
const MAX_BYTES = 60 * MB;
const LEAST_PIXELS = 4;
/** The least pixels of a cell. */
const QUALITY = 0.85;
const LINES = ["line_of_sight", "objects_line_of_sight", "portals"];
/** Return the part of such a file that is sent: everything but the picture, which stays on this device. */
const MEMBERS = [...LINES, "resolution", "lights", "referee-map", "referee-place"];
const NO_FILE = "This file is not a Universal VTT, or it is damaged.";
const NO_PICTURE = "This Universal VTT has no picture.";
const BAD_PICTURE = "The picture in this Universal VTT is damaged.";

/** Return whether a file is a Universal VTT by its name. */
export const isVirtualTable = ({ name }) => ENDINGS.test(name);

/**
 * Return what is in a Universal VTT: its picture as a Blob, null without one, and what its lines are made of.
 * Throws an Error, with a sentence.
 */
export async function opened(file) {
  if (file.size > MAX_BYTES) throw new Error(`A Universal VTT has at most ${MAX_BYTES / MB} MB.`);
  let given;
  try {
    given = JSON.parse(await file.text());
  } catch {
    throw new Error(NO_FILE);
  }
  const there = MEMBERS.filter((name) => given?.[name]);
  const table = Object.fromEntries(there.map((name) => [name, given[name]]));
  // Lights are only counted.
  if (Array.isArray(table.lights)) table.lights = table.lights.map(() => 0);
  if (!given?.image && !there.length) throw new Error(NO_FILE);
  if (!given?.image && LINES.some((name) => table[name])) return { picture: null, table };
  if (typeof given?.image !== "string" || !given.image) throw new Error(NO_PICTURE);
  try {
    // Some programs write it as a data URL.
    const text = atob(given.image.replace(/^data:[^,]*,/, ""));
    return { picture: new Blob([Uint8Array.from(text, (letter) => letter.charCodeAt(0))]), table };
  } catch {
    throw new Error(BAD_PICTURE);
  }
}

/** Return whether a Universal VTT has a wall or a door. */
export const hasLines = (table) => LINES.some((name) => table[name]?.length !== 0 && table[name]);

/** Return a Universal VTT with the photograph in place of its plain picture. */
export async function withPhotograph(table, picture) {
  const { left, top, cell } = table["referee-place"];
  const { map_size: { x: wide, y: high } } = table.resolution;
  const cells = [left, top, left + wide * cell, top + high * cell];
  const { image, box } = await picture.ask("flat", { box: cells });
  const share = image.width / (box[2] - box[0]);
  const pixels = Math.max(LEAST_PIXELS, Math.round(cell * share));
  const canvas = new OffscreenCanvas(wide * pixels, high * pixels);
  const shown = [image.width, image.height].map((long) => (long * pixels) / (cell * share));
  canvas.getContext("2d").drawImage(image, 0, 0, ...shown);
  image.close();
  const blob = await canvas.convertToBlob({ type: "image/jpeg", quality: QUALITY });
  return {
    ...table, image: await base64(blob), resolution: { ...table.resolution, pixels_per_grid: pixels },
  };
}

async function base64(blob) {
  const reader = new FileReader();
  const read = new Promise((done, wrong) => {
    reader.addEventListener("load", done);
    reader.addEventListener("error", wrong);
  });
  reader.readAsDataURL(blob);
  await read;
  return reader.result.split(",")[1];
}

/** Let the browser save data as a file. */
export function saveAs(name, data) {
  const link = document.createElement("a");
  link.href = URL.createObjectURL(new Blob([JSON.stringify(data)], { type: "application/json" }));
  link.download = name;
  link.click();
  setTimeout(() => URL.revokeObjectURL(link.href), 60_000);
}
