// A grid is judged by the ink: its lines are laid over the photograph before any line of the drawing moves.
import { LOOSE, offGrid, stepBeside, stepsOf } from "./grid.js";
import { Refused } from "../plane/exact.js";
import { moveCorners } from "../plane/moves.js";

const CLOSE = 0.018;
/** The lines of a right grid are hardly further from their ink, in squares; those of a wrong one are. */
const MAX_TRIED = 2;
const AS_WELL = 1.3;
/** A grid is worth so much that its lines may be this many times as far off. */
const NEARLY = 1.1;
/** Lines that are at most so many times as far off are as close to their ink as they would be on no grid. */
const FAR_BETTER = 0.5;
const UNLIKELY = 0.1;
/** A small part of a step nearly always fits the widths; then the places of the cuts decide. */
const ON_INK = 0.6;
/** A line is on ink if this share of it is. */
const MOST_ON_INK = 0.8;
const DRAWN_ON_INK = 0.6;
/**
 * This share of all lines, and of those that were drawn, is on ink; otherwise the picture is in the wrong
 * place.
 */

/** Let the page answer a finger before the next long piece of work. */
const pause = () => new Promise((done) => { setTimeout(done); });

/** Return whether a line is on ink. */
export const isOnInk = (share) => share >= ON_INK;

/** Return the share of the lines that are on ink: `shares` has the photograph's figure for each. */
export const onInk = ({ shares }) => (
  shares.length ? shares.filter(isOnInk).length / shares.length : 1
);

/** The grids that a board may be printed on, and which of them fits the photograph. */
export class GridFit {
  constructor(surveyor, cuts, widths) {
    Object.assign(this, { surveyor, cuts, widths, offs: new Map() });
  }

  /**
   * Return the board on the grid that fits best: what `Surveyor.evened` returns, and `fit`, how its lines lie
   * on the ink: the worker has it so. `fits` says whether most of them do, `drawn` how each does that was
   * there before.
   */
  async best() {
    this.heights = await this.surveyor.heights();
    const first = await this.first();
    const tried = [await this.tried(first)];
    if (first && !isClose(tried[0])) tried.push(await this.tried(null));
    if (!isAsClose(...tried)) for (const step of await this.others(first)) tried.push(await this.tried(step));
    const sound = tried.filter(({ fit }) => fit);
    // The drawing itself reports a move that cannot be made, like any other.
    if (!sound.length) return { ...tried[0], fits: true };
    const best = sound.reduce((one, other) => (badness(other) < badness(one) ? other : one));
    if (best !== tried.at(-1)) await this.tried(best.across);
    const drawn = best.fit.shares.slice(0, best.fit.shares.length - best.cuts.length);
    const fits = onInk(best.fit) >= MOST_ON_INK && onInk({ shares: drawn }) >= DRAWN_ON_INK;
    return { ...best, drawn, fits };
  }

  /** Return the step to try first: that of the widths, unless the cuts lie far better on another. */
  async first() {
    const usual = stepBeside(stepsOf(this.widths));
    const steps = await this.likely();
    const off = usual ? this.off(usual) : UNLIKELY;
    return steps.length && this.off(steps[0]) < FAR_BETTER * off ? steps[0] : usual;
  }

  /** Return steps that the widths allow, those first that the places of the cuts fit best. */
  async likely() {
    if (!this.cuts.length) return [];
    const steps = stepsOf(this.widths, LOOSE).map(({ step }) => step);
    for (const step of steps) {
      await pause();
      this.off(step);
    }
    return steps.sort((a, b) => this.off(a) - this.off(b));
  }

  /** Return how far the cuts are off the lines of a grid. */
  off(step) {
    if (!this.offs.has(step)) this.offs.set(step, offGrid(this.cuts.flatMap(({ ends }) => ends), step));
    return this.offs.get(step);
  }

  /** Return other steps to try. */
  async others(first) {
    const isNew = (step) => !first || Math.abs(step / first - 1) > CLOSE;
    return (await this.likely()).filter(isNew).slice(0, MAX_TRIED);
  }

  /** Lay the board on a grid over the photograph; without `fit` its corners cannot be moved so. */
  async tried(across) {
    const { surveyor, cuts } = this;
    await pause();
    const grid = { ...surveyor.evened(cuts, across, this.heights), across };
    let plane;
    try {
      plane = moveCorners(surveyor.plane, grid.at, grid.to);
    } catch (refused) {
      if (!(refused instanceof Refused)) throw refused;
      return grid;
    }
    const { picture } = surveyor;
    await picture.ask("straighten", { box: grid.box, corners: picture.corners, unit: grid.unit });
    const there = new surveyor.constructor(picture, plane, grid.unit);
    return { ...grid, fit: await there.unbendAlong(grid.cuts) };
  }
}

/** Return how far the lines are from their ink, in squares. */
const offOf = ({ fit, unit }) => fit.off / unit;

/** Return whether the first grid is close, or as close as no grid is: each line then goes to its own ink. */
const isAsClose = (first, free = null) => isClose(first) || Boolean(first.fit && free?.fit
  && offOf(first) <= NEARLY * offOf(free) && onInk(first.fit) >= onInk(free.fit));

const isClose = (one) => Boolean(one.fit) && offOf(one) <= CLOSE && onInk(one.fit) >= MOST_ON_INK;

/** Return how badly a grid fits. Lines that are on no ink at all count most. */
const badness = (one) => offOf(one) * (one.isOnGrid ? 1 : AS_WELL) + CLOSE * (1 - onInk(one.fit));
