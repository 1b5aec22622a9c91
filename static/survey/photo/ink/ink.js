// The ink of each pixel: how much darker it is than the paper around it, whatever the light.
//
// The paper around a pixel is a closing: the darkest of the lightest nearby. It follows shadows, folds and
// printed fields, and passes over whatever is narrower than its window.
const NEAR = 0.007;
/** The window reaches this far to each side, as a share of the longer side of the picture. */
const STOUT = 0.16;
/** It reaches at least this many squares, and over the stoutest door. */

/** Return how far the window reaches in pixels; `unit` is the width of a square in pixels, if known. */
export function windowFor(width, height, unit = 0) {
  return Math.max(2, Math.round(Math.max(NEAR * Math.max(width, height), STOUT * unit)));
}

/**
 * Return the ink of a picture of `width` × `height` pixels in RGBA: `{ink, paper, rgba, width, height}`. Each
 * pixel has a byte of ink, from 0 to 255 for black, and one that says how light the paper is there.
 */
export function inkOf(rgba, width, height, reach = windowFor(width, height)) {
  const light = lightOf(rgba, width * height);
  const paper = closing(light, width, height, reach);
  const ink = new Uint8Array(width * height);
  const share = new Float32Array(256);
  for (let i = 1; i < 256; i += 1) share[i] = 255 / i;
  for (let i = 0; i < ink.length; i += 1) {
    const [bright, dark] = [paper[i], light[i]];
    if (dark < bright) ink[i] = (bright - dark) * share[Math.max(bright, 32)];
  }
  return { ink, paper, rgba, width, height };
}

/** Return how light pixels are. Coloured ink counts as dark: half is the grey, half the darkest colour. */
function lightOf(rgba, count) {
  const light = new Uint8Array(count);
  for (let i = 0, at = 0; i < count; i += 1, at += 4) {
    const [r, g, b] = [rgba[at], rgba[at + 1], rgba[at + 2]];
    const least = r < g ? (r < b ? r : b) : (g < b ? g : b);
    light[i] = (r + 2 * g + b + 4 * least) >> 3;
  }
  return light;
}

function closing(light, width, height, reach) {
  const across = acrossRows(light, width, height, reach, true);
  const most = downColumns(across, width, height, reach, true);
  const back = downColumns(most, width, height, reach, false);
  return acrossRows(back, width, height, reach, false);
}

/** Return the most (or the least) of each window along the rows: van Herk, three looks at each pixel. */
function acrossRows(from, width, height, reach, most) {
  const to = new Uint8Array(from.length);
  const size = 2 * reach + 1;
  const padded = Math.ceil((width + 2 * reach) / size) * size;
  const [line, ahead, behind] = [0, 1, 2].map(() => new Uint8Array(padded));
  const empty = most ? 0 : 255;
  for (let row = 0; row < height; row += 1) {
    const start = row * width;
    line.fill(empty);
    line.set(from.subarray(start, start + width), reach);
    for (let i = 0; i < padded; i += 1) {
      const here = line[i];
      if (i % size === 0) ahead[i] = here;
      else { const past = ahead[i - 1]; ahead[i] = (here > past) === most ? here : past; }
    }
    for (let i = padded - 1; i >= 0; i -= 1) {
      const here = line[i];
      if ((i + 1) % size === 0) behind[i] = here;
      else { const past = behind[i + 1]; behind[i] = (here > past) === most ? here : past; }
    }
    for (let i = 0; i < width; i += 1) {
      const [a, b] = [behind[i], ahead[i + size - 1]];
      to[start + i] = (a > b) === most ? a : b;
    }
  }
  return to;
}

/** Return the same down the columns, a row at a time, so that memory is read in order. */
function downColumns(from, width, height, reach, most) {
  const size = 2 * reach + 1;
  const to = new Uint8Array(from.length);
  const ahead = new Uint8Array(from.length);
  const behind = new Uint8Array(from.length);
  const join = (into, at, past) => {
    for (let i = at, j = past; i < at + width; i += 1, j += 1) {
      const [a, b] = [from[i], into[j]];
      into[i] = (a > b) === most ? a : b;
    }
  };
  for (let row = 0; row < height; row += 1) {
    const at = row * width;
    if (row % size === 0) ahead.set(from.subarray(at, at + width), at);
    else join(ahead, at, at - width);
  }
  for (let row = height - 1; row >= 0; row -= 1) {
    const at = row * width;
    if ((row + 1) % size === 0 || row === height - 1) behind.set(from.subarray(at, at + width), at);
    else join(behind, at, at + width);
  }
  for (let row = 0; row < height; row += 1) {
    const high = Math.max(0, row - reach) * width;
    const low = Math.min(height - 1, row + reach) * width;
    const whole = row - reach >= 0 && row + reach < height;
    windowed(to, row * width, behind, high, ahead, low, width, most);
    if (!whole) patch(to, row, from, width, height, reach, most);
  }
  return to;
}

function windowed(to, at, behind, high, ahead, low, width, most) {
  for (let i = 0; i < width; i += 1) {
    const [a, b] = [behind[high + i], ahead[low + i]];
    to[at + i] = (a > b) === most ? a : b;
  }
}

/** Look through the whole window where it reaches over the border of the picture. */
function patch(to, row, from, width, height, reach, most) {
  const [top, bottom] = [Math.max(0, row - reach), Math.min(height - 1, row + reach)];
  const at = row * width;
  to.set(from.subarray(top * width, (top + 1) * width), at);
  for (let line = top + 1; line <= bottom; line += 1) {
    for (let i = 0; i < width; i += 1) {
      const [a, b] = [from[line * width + i], to[at + i]];
      to[at + i] = (a > b) === most ? a : b;
    }
  }
}

/** Return the ink between pixels, from 0 to 1. Beside the picture there is none. */
export function inkAt({ ink, width, height }, x, y) {
  const [left, top] = [Math.floor(x), Math.floor(y)];
  if (left < 0 || top < 0 || left >= width - 1 || top >= height - 1) return 0;
  const [fx, fy] = [x - left, y - top];
  const at = top * width + left;
  const high = ink[at] * (1 - fx) + ink[at + 1] * fx;
  const low = ink[at + width] * (1 - fx) + ink[at + width + 1] * fx;
  return (high * (1 - fy) + low * fy) / 255;
}
