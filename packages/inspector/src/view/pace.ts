/** How often a view is drawn, so that it does not slow the game. */

const SHORTEST_MS = 80;
const LONGEST_MS = 600;
/** The view may take this part of the time. */
const SHARE = 0.1;
/** The frames after a draw in which the browser paints it. */
const PAINTED_FRAMES = 3;

/**
 * Compares the frames of the browser behind a draw with all others: where those take longer, it is drawn less often. So also what
 * the browser does to paint it counts, of which no script is told.
 */
export class Pace {
  #lastMs = 0;
  #askedMs = -LONGEST_MS;
  #frames = PAINTED_FRAMES;
  #extraMs = 0;
  /** The time of a frame in which nothing is drawn. */
  #usualMs = 1000 / 60;
  /** By how much a draw makes its frames longer. */
  #costMs = 0;

  /** A frame of the browser has begun. */
  frame(ms: number): void {
    const tookMs = ms - this.#lastMs;
    this.#lastMs = ms;
    // Nobody has seen the page meanwhile.
    if (tookMs > 1000) return;
    if (this.#frames >= PAINTED_FRAMES) {
      this.#usualMs += (tookMs - this.#usualMs) * 0.1;
      return;
    }
    this.#extraMs += Math.max(tookMs - this.#usualMs, 0);
    if (++this.#frames === PAINTED_FRAMES) this.#costMs += (this.#extraMs - this.#costMs) * 0.3;
  }

  isDue(ms: number): boolean {
    return ms - this.#askedMs >= Math.min(Math.max(this.#costMs / SHARE, SHORTEST_MS), LONGEST_MS);
  }

  asked(ms: number): void {
    this.#askedMs = ms;
    this.#frames = 0;
    this.#extraMs = 0;
  }
}
