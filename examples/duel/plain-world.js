/** A world of points that fall and bounce, in a list. Any engine that can write itself down and be put back does. */
const GRAVITY = -9.8;
const STEP_S = 1 / 60;

export class PlainWorld {
  #bodies = new Map();
  #last = 0;

  /** Gives a handle. */
  add({ x, y }) {
    this.#bodies.set(++this.#last, { x, y, vx: 0, vy: 0 });
    return this.#last;
  }

  remove(handle) {
    this.#bodies.delete(handle);
  }

  push(handle, x, y) {
    const body = this.#bodies.get(handle);
    body.vx += x;
    body.vy += y;
  }

  put(handle, { x, y }) {
    Object.assign(this.#bodies.get(handle), { x, y, vx: 0, vy: 0 });
  }

  placeOf(handle) {
    return this.#bodies.get(handle);
  }

  step() {
    for (const body of this.#bodies.values()) {
      body.vx *= 0.97;
      body.vy += GRAVITY * STEP_S;
      body.x = Math.max(-10, Math.min(10, body.x + body.vx * STEP_S));
      body.y += body.vy * STEP_S;
      if (body.y < 0) Object.assign(body, { y: -body.y, vy: body.vy * -0.3 });
    }
  }

  mark() {
    return { last: this.#last, bodies: Array.from(this.#bodies, ([handle, body]) => [handle, { ...body }]) };
  }

  rewind({ last, bodies }) {
    this.#last = last;
    this.#bodies = new Map(bodies.map(([handle, body]) => [handle, { ...body }]));
  }

  /** A text that differs where the world does. */
  look() {
    return JSON.stringify([...this.#bodies]);
  }
}
