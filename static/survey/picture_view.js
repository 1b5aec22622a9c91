// The picture on the screen: how much of it there is to see, and where a view has it.
import { cornersOf, matrix3d, taken } from "./photo/homography.js";
import { times } from "./picture_place.js";

/** Return what there is to see of a picture, as a box of the plane, or null without one. */
export function extentOf(picture) {
  if (picture.state === "none") return null;
  const { width, height } = picture.size;
  const corners = picture.isPlaced ? cornersOf(picture.box) : cornersOf([0, 0, width, height]);
  const seen = picture.isPlaced ? corners : corners.map((pixel) => taken(picture.way, pixel));
  return [...seen[0], ...seen[2]];
}

/** Draw a picture where a view has it. */
export function drawPicture(picture, view) {
  const { stage, image, flat, shown } = picture;
  const isThere = picture.state !== "none";
  stage.classList.toggle("pictured", isThere);
  stage.classList.toggle("placing", picture.state === "corners");
  image.hidden = !isThere || Boolean(shown);
  flat.hidden = !shown;
  if (!isThere) return;
  const { x, y, width } = view.shown();
  const zoom = view.svg.getBoundingClientRect().width / width;
  const seen = [zoom, 0, -x * zoom, 0, zoom, -y * zoom, 0, 0, 1];
  if (shown) {
    const [left, top, right] = shown.box;
    const share = (right - left) / flat.width;
    const way = times(seen, [share, 0, left, 0, share, top, 0, 0, 1]);
    flat.style.transform = `matrix3d(${matrix3d(way)})`;
  } else {
    image.style.transform = `matrix3d(${matrix3d(times(seen, picture.way))})`;
  }
}
