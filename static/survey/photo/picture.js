// Take a picture as the browser decodes it, turned as its EXIF says, and make it some 4 megapixels.

import { decoded } from "./header.js";

export const MAX_PIXELS = 4_000_000;

/**
 * Return the pixels of a picture file: `{data, width, height, share, canvas}`; `share` is how much smaller it
 * is.
 * Throws an Error, with a sentence, for a file that is not a picture, and for too large a picture.
 */
export async function pixelsOf(file, most = MAX_PIXELS, progress = () => {}) {
  let image = await decoded(file);
  const [wide, high] = [image.width, image.height];
  const share = Math.min(1, Math.sqrt(most / (wide * high)));
  progress(0.5);
  while (image.width > 1.01 * wide * share) {
    const step = Math.max(0.5, (wide * share) / image.width);
    const next = drawn(image, Math.round(image.width * step), Math.round(image.height * step));
    image.close?.();
    image = next;
  }
  const canvas = drawn(image, image.width, image.height);
  const { data } = canvas.getContext("2d").getImageData(0, 0, canvas.width, canvas.height);
  progress(1);
  return { data, width: canvas.width, height: canvas.height, share: canvas.width / wide, canvas };
}

/** Return a picture drawn in a size; half of the size at most at a time keeps thin lines. */
function drawn(image, width, height) {
  const canvas = new OffscreenCanvas(width, height);
  const pen = canvas.getContext("2d", { willReadFrequently: true });
  pen.imageSmoothingQuality = "high";
  pen.drawImage(image, 0, 0, width, height);
  return canvas;
}

/** Return a spot of the whole picture as a spot of the smaller one. Pixels have their middle on integers. */
export const smaller = ([x, y], share) => [(x + 0.5) * share - 0.5, (y + 0.5) * share - 0.5];
