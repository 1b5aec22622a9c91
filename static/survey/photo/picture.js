// Take a picture as the browser decodes it, turned as its EXIF says, and make it some 4 megapixels.
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

// ---- How large it is -------------------------------------------------------------------------------

// Read from its first bytes, before anything decodes it.

const MAX_MEGAPIXELS = 60;
const READ = 512_000;
const MAX_SEGMENTS = 2000;
const NO_PICTURE = "This browser cannot open the file as a picture. Choose a JPEG, a PNG or a WebP.";

/** Throw an Error, with a sentence, for a file that is not a picture or a picture that is too large. */
async function checkSize(file) {
  const bytes = new DataView(await file.slice(0, READ).arrayBuffer());
  if (bytes.byteLength < 16) throw new Error(NO_PICTURE);
  const size = [png, gif, webp, bmp, heif].map((read) => read(bytes)).find(Boolean) ?? await jpeg(file);
  if (size) checkPixels(...size);
}

/** Throw an Error, with a sentence, for a picture with too many pixels. */
function checkPixels(width, height) {
  const mega = (width * height) / 1_000_000;
  if (mega <= MAX_MEGAPIXELS) return;
  const told = `This picture has ${Math.round(mega)} megapixels.`;
  throw new Error(`${told} Choose one with at most ${MAX_MEGAPIXELS}.`);
}

/** Return the picture of a file as the browser decodes it. Throws an Error, with a sentence. */
async function decoded(file) {
  await checkSize(file);
  let image;
  try {
    image = await createImageBitmap(file, { imageOrientation: "from-image" });
  } catch {
    throw new Error(NO_PICTURE);
  }
  checkPixels(image.width, image.height);
  return image;
}

const starts = (bytes, at, text) => [...text].every((letter, i) => (
  bytes.getUint8(at + i) === letter.charCodeAt(0)
));

function png(bytes) {
  if (bytes.byteLength < 24 || !starts(bytes, 1, "PNG")) return null;
  return [bytes.getUint32(16), bytes.getUint32(20)];
}

function gif(bytes) {
  return starts(bytes, 0, "GIF8") ? [bytes.getUint16(6, true), bytes.getUint16(8, true)] : null;
}

function webp(bytes) {
  if (bytes.byteLength < 30 || !starts(bytes, 0, "RIFF") || !starts(bytes, 8, "WEBP")) return null;
  const three = (at) => bytes.getUint16(at, true) + 65_536 * bytes.getUint8(at + 2);
  if (starts(bytes, 12, "VP8X")) return [three(24) + 1, three(27) + 1];
  if (starts(bytes, 12, "VP8L")) {
    const packed = bytes.getUint32(21, true);
    return [(packed & 0x3fff) + 1, ((packed >> 14) & 0x3fff) + 1];
  }
  return [bytes.getUint16(26, true) & 0x3fff, bytes.getUint16(28, true) & 0x3fff];
}

function bmp(bytes) {
  if (bytes.byteLength < 26 || !starts(bytes, 0, "BM")) return null;
  return [bytes.getInt32(18, true), bytes.getInt32(22, true)].map(Math.abs);
}

/** HEIC and AVIF: boxes in boxes, of which each `ispe` has the size of a picture, or of a part of one. */
function heif(bytes) {
  if (!starts(bytes, 4, "ftyp")) return null;
  let largest = null;
  for (let at = 8; at + 16 <= bytes.byteLength; at += 1) {
    if (bytes.getUint8(at) !== 0x69 || !starts(bytes, at, "ispe")) continue;
    const size = [bytes.getUint32(at + 8), bytes.getUint32(at + 12)];
    if (!largest || size[0] * size[1] > largest[0] * largest[1]) largest = size;
  }
  return largest;
}

/** A JPEG is a row of segments; one of those that begin a frame has the size. Long notes may come first. */
async function jpeg(file) {
  const read = async (at) => new DataView(await file.slice(at, at + 9).arrayBuffer());
  if ((await read(0)).getUint16(0) !== 0xffd8) return null;
  for (let at = 2, count = 0; at + 9 < file.size; count += 1) {
    const bytes = await read(at);
    if (bytes.getUint8(0) !== 0xff) return null;
    if (count === MAX_SEGMENTS) throw new Error(NO_PICTURE);
    const mark = bytes.getUint8(1);
    const isFrame = mark >= 0xc0 && mark <= 0xcf && ![0xc4, 0xc8, 0xcc].includes(mark);
    if (isFrame) return [bytes.getUint16(7), bytes.getUint16(5)];
    at += 2 + bytes.getUint16(2);
  }
  return null;
}
