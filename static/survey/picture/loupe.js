// The loupe: the spot under a finger, enlarged and beside it.
const ZOOM = 3;
const AWAY = 24;

/** The loupe of a stage; `image` is the picture that it enlarges. */
export class Loupe {
  constructor(canvas, image) {
    Object.assign(this, { canvas, image });
  }

  /** Show a pixel of the picture, at the side of the stage where the finger is not. */
  show([x, y], { isLeft }) {
    const { canvas, image } = this;
    canvas.hidden = false;
    canvas.classList.toggle("on-right", isLeft);
    const size = canvas.clientWidth;
    const dots = Math.round(size * devicePixelRatio);
    if (canvas.width !== dots) [canvas.width, canvas.height] = [dots, dots];
    const pen = canvas.getContext("2d");
    const part = size / ZOOM;
    pen.fillRect(0, 0, dots, dots);
    pen.drawImage(image, x - part / 2, y - part / 2, part, part, 0, 0, dots, dots);
    this.cross(pen, dots);
  }

  /** A cross with an open middle, dark on light: it shows on every picture. */
  cross(pen, dots) {
    const gap = dots / AWAY;
    for (const [wide, tone] of [[5, "#000"], [2, "#fff"]]) {
      pen.lineWidth = wide;
      pen.strokeStyle = tone;
      pen.beginPath();
      for (const [from, to] of [[0, dots / 2 - gap], [dots / 2 + gap, dots]]) {
        pen.moveTo(from, dots / 2);
        pen.lineTo(to, dots / 2);
        pen.moveTo(dots / 2, from);
        pen.lineTo(dots / 2, to);
      }
      pen.stroke();
    }
  }

  hide() {
    this.canvas.hidden = true;
  }
}
