// The part of the plane that the drawing shows: pan, zoom, and the conversion from a finger to a point.
const SMALLEST = 40;
const LARGEST = 4_000_000;
const STEPS = [1, 2, 5, 10, 20, 50, 100, 200, 500, 1000, 2000, 5000, 10_000, 50_000, 100_000];

/** The view of one SVG. `changed` is called after every change; `keys` lie over its lower right corner. */
export class View {
  constructor(svg, changed, keys = null) {
    this.svg = svg;
    this.changed = changed;
    this.keys = keys;
    this.box = { x: -200, y: -200, width: 4400, height: 3400 };
    new ResizeObserver(() => this.apply()).observe(svg);
  }

  /** Units of the plane for one pixel of the screen. */
  get unit() {
    const { width, height } = this.svg.getBoundingClientRect();
    return Math.max(this.box.width / Math.max(width, 1), this.box.height / Math.max(height, 1));
  }

  /** Return the spot of the plane, not rounded, under a place on the screen. */
  spot({ clientX, clientY }) {
    const there = this.svg.getBoundingClientRect();
    const middle = [this.box.x + this.box.width / 2, this.box.y + this.box.height / 2];
    const away = [clientX - there.left - there.width / 2, clientY - there.top - there.height / 2];
    return [middle[0] + away[0] * this.unit, middle[1] + away[1] * this.unit];
  }

  /** Move the view by pixels. */
  pan(dx, dy) {
    this.box.x -= dx * this.unit;
    this.box.y -= dy * this.unit;
    this.apply();
  }

  /** Zoom by a factor; what is at `spot` stays where it is on the screen. */
  zoom(factor, spot = this.middle()) {
    const width = Math.min(Math.max(this.box.width / factor, SMALLEST), LARGEST);
    const by = width / this.box.width;
    const { x, y, height } = this.box;
    this.box = {
      x: spot[0] + (x - spot[0]) * by, y: spot[1] + (y - spot[1]) * by, width, height: height * by,
    };
    this.apply();
  }

  middle() {
    return [this.box.x + this.box.width / 2, this.box.y + this.box.height / 2];
  }

  /** Show all of a plane with what is written beside it, or a box, or empty paper. */
  showAll(plane, box = null) {
    const points = box ? [box.slice(0, 2), box.slice(2)] : drawnPoints(plane, this.svg);
    if (!points.length) {
      this.box = { x: -200, y: -200, width: 4400, height: 3400 };
    } else {
      const [xs, ys] = [0, 1].map((i) => points.map((p) => p[i]));
      const [left, top] = [Math.min(...xs), Math.min(...ys)];
      const [width, height] = [Math.max(...xs) - left, Math.max(...ys) - top];
      const edge = Math.max(width, height) * 0.06;
      this.box = this.besideKeys({
        x: left - edge, y: top - edge, width: width + 2 * edge, height: height + 2 * edge,
      });
    }
    this.apply();
  }

  /** Return a box with so much beside or below it that the keys lie over none of it: whichever is less. */
  besideKeys(box) {
    const [there, over] = [this.svg, this.keys].map((part) => part?.getBoundingClientRect());
    if (!over?.width || !there.width) return box;
    const lost = { x: there.right - over.left, y: there.bottom - over.top };
    const across = (pixels) => box.width / Math.max(pixels, 1);
    const down = (pixels) => box.height / Math.max(pixels, 1);
    const units = {
      x: Math.max(across(there.width - lost.x), down(there.height)),
      y: Math.max(across(there.width), down(there.height - lost.y)),
    };
    const way = units.x <= units.y ? "x" : "y";
    const [width, height] = [there.width * units[way], there.height * units[way]];
    const free = { x: width, y: height };
    free[way] -= lost[way] * units[way];
    return { x: box.x - (free.x - box.width) / 2, y: box.y - (free.y - box.height) / 2, width, height };
  }

  /** Show some spots, and as much around them. */
  frame(spots) {
    const [xs, ys] = [0, 1].map((i) => spots.map((p) => p[i]));
    const [left, top] = [Math.min(...xs), Math.min(...ys)];
    const [width, height] = [Math.max(...xs) - left, Math.max(...ys) - top];
    const edge = Math.max(width, height, SMALLEST) / 2;
    this.box = { x: left - edge, y: top - edge, width: width + 2 * edge, height: height + 2 * edge };
    this.apply();
  }

  /** Bring a spot into the middle unless it can be seen well already. */
  bring(spot) {
    const away = [0, 1].map((i) => Math.abs(spot[i] - this.middle()[i]) / this.unit);
    const { width, height } = this.svg.getBoundingClientRect();
    if (away[0] < width * 0.4 && away[1] < height * 0.4) return;
    this.box.x = spot[0] - this.box.width / 2;
    this.box.y = spot[1] - this.box.height / 2;
    this.apply();
  }

  apply() {
    const { x, y, width, height } = this.box;
    this.svg.setAttribute("viewBox", `${x} ${y} ${width} ${height}`);
    this.changed(this);
  }

  /**
   * The part of the plane that the whole SVG shows, also beside the box where the shapes of the two differ.
   */
  shown() {
    const there = this.svg.getBoundingClientRect();
    const [width, height] = [there.width * this.unit, there.height * this.unit];
    const [x, y] = this.middle();
    return { x: x - width / 2, y: y - height / 2, width, height };
  }

  /** The step of the grid: at least this many pixels wide, and a round number. */
  step() {
    const least = 14 * this.unit;
    return STEPS.find((step) => step >= least) ?? STEPS.at(-1);
  }
}

/** Return the corners of a plane, and of the box around the names of its doors. */
function drawnPoints(plane, svg) {
  const points = [...plane.faces.values()].flatMap((face) => face.outline);
  const { x, y, width, height } = svg.querySelector(".marks")?.getBBox() ?? { width: 0 };
  return points.length && width ? [...points, [x, y], [x + width, y + height]] : points;
}
