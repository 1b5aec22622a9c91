"""A distance on a photograph in WebKit: the picture is opened, kept and measured there too."""

from __future__ import annotations

from tests import soak
from tests.browser.conftest import PHONE
from tests.browser.webkit.conftest import OpenDevice

_OPEN = """
const done = arguments[0];
(async () => {
  document.body.insertAdjacentHTML("beforeend", `<form><input name="action" value="{}"><div
    class="dial"><input type="number" name="inches" max="72" step="0.5"></div><button type="button"
    data-measures="inches" data-asks="How far?" data-bands='[["8", "up to 8"], ["9", "over 8"]]'>
    </button></form>`);
  const { measureFor } = await import("/static/table/questions/photograph/dialog.js");
  await measureFor(document.querySelector("[data-measures]"));
  const canvas = Object.assign(document.createElement("canvas"), { width: 800, height: 600 });
  canvas.getContext("2d").fillRect(100, 100, 500, 400);
  const blob = await new Promise((made) => canvas.toBlob(made, "image/jpeg"));
  const files = new DataTransfer();
  files.items.add(new File([blob], "table.jpg", { type: "image/jpeg" }));
  const input = document.querySelector(".photograph input[type=file]");
  input.files = files.files;
  input.dispatchEvent(new Event("change"));
})().then(() => done("open"), (error) => done(String(error)));"""
_STEP = "return document.querySelector('.photograph').dataset.step"
_SHOWN = "return document.querySelector('.photograph image').getBoundingClientRect().width > 100"
_TAP = """
const svg = document.querySelector(".photograph svg");
svg.setPointerCapture = () => {};
const { a, d, e, f } = svg.getScreenCTM();
for (const [x, y] of arguments[0]) {
  for (const kind of ["pointerdown", "pointerup"]) svg.dispatchEvent(new PointerEvent(kind, {
    bubbles: true, pointerId: 5, pointerType: "touch", clientX: a * x + e, clientY: d * y + f }));
}"""
_TYPE = """
const input = document.querySelector(".photograph .lengths input");
input.value = 50;
input.dispatchEvent(new Event("input"));
document.querySelector(".photograph .main").click();"""
_FIGURE = "return document.querySelector('.photograph .figure').textContent"
_KEPT = """
const done = arguments[0];
import("/static/survey/picture/picture_store.js").then(async ({ kept }) => {
  const [picture, scale] = [await kept("photograph of the table"), await kept("scale of that photograph")];
  done(picture?.bytes.byteLength > 0 && scale?.isScaled);
});"""


@soak.LOOKS
def test_a_distance_is_measured_on_a_photograph(open_device: OpenDevice) -> None:
    phone = open_device(PHONE, "/")
    assert phone.later(_OPEN) == "open"
    phone.until(lambda: phone.run(_STEP) == "scale" and phone.run(_SHOWN), "The picture")
    phone.run(_TAP, [[100, 100], [600, 100]])
    phone.run(_TYPE)
    assert phone.run(_STEP) == "distance"
    phone.run(_TAP, [[200, 200], [275, 200]])
    assert phone.run(_FIGURE) == "7.5 inchesup to 8Close to 8: check with a ruler."
    phone.until(lambda: phone.later(_KEPT), "The kept picture")
