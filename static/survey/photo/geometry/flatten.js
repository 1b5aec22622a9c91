// The picture under the drawing: seen straight from above, with the paper flattened.
const CELL = 8;
const MAX_PIXELS = 3_000_000;

/** Return the picture of a part of the plane: `{image, box}`, an ImageBitmap, and what part it shows. */
export async function flattened(picture, bend, [left, top, right, bottom]) {
  const share = Math.min(bend.scale([(left + right) / 2, (top + bottom) / 2]),
    Math.sqrt(MAX_PIXELS / ((right - left) * (bottom - top))));
  const [wide, high] = [Math.ceil((right - left) * share), Math.ceil((bottom - top) * share)];
  const spot = (i, j) => bend.pixel([left + i / share, top + j / share]);
  const image = new ImageData(wide, high);
  for (let j = 0; j < high; j += CELL) {
    for (let i = 0; i < wide; i += CELL) {
      const corners = [spot(i, j), spot(i + CELL, j), spot(i, j + CELL), spot(i + CELL, j + CELL)];
      fill(image, picture, i, j, corners);
    }
  }
  return { image: await createImageBitmap(image), box: [left, top, left + wide / share, top + high / share] };
}

/** Fill one cell. Between its corners the way to the picture is taken for straight. */
function fill(image, { data, width, height }, i, j, [a, b, c, d]) {
  for (let y = 0; y < CELL && j + y < image.height; y += 1) {
    const [down, left] = [y / CELL, 1 - y / CELL];
    const [ax, ay] = [a[0] * left + c[0] * down, a[1] * left + c[1] * down];
    const [bx, by] = [b[0] * left + d[0] * down, b[1] * left + d[1] * down];
    for (let x = 0; x < CELL && i + x < image.width; x += 1) {
      const px = Math.round(ax + ((bx - ax) * x) / CELL);
      const py = Math.round(ay + ((by - ay) * x) / CELL);
      if (px < 0 || py < 0 || px >= width || py >= height) continue;
      const to = 4 * ((j + y) * image.width + i + x);
      const from = 4 * (py * width + px);
      image.data[to] = data[from];
      image.data[to + 1] = data[from + 1];
      image.data[to + 2] = data[from + 2];
      image.data[to + 3] = 255;
    }
  }
}
