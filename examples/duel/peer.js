/**
 * One of two players over a network. It never waits for the other one: where a key has not come, it plays on as if there was none, and goes back when it comes
 * (rollback, as GGPO does it).
 */
export class Peer {
  /** The next frame to play. */
  frame = 0;
  /** Up to this frame, exclusive, it knows the keys of both. */
  known = 0;
  rollbacks = 0;
  /** Frames that were played again. */
  again = 0;
  /** Frames in which it had to wait, as it may not go back further. */
  stalls = 0;
  #game;
  #seat;
  #send;
  #onPlayed;
  #delay;
  #most;
  #marks = new Map();
  /** By the frame, what was pressed in it: its own keys, and those that have come. */
  #keys = [new Map(), new Map()];
  /** What the other one has of its keys. */
  #acked = 0;
  #late = Infinity;

  /** `delay`: its own keys count so many frames later, so that most come in time. `most`: so many frames it goes back. */
  constructor({ game, seat, send, delay = 2, most = 8, onPlayed = () => {} }) {
    this.#game = game;
    this.#seat = seat;
    this.#send = send;
    this.#onPlayed = onPlayed;
    this.#delay = delay;
    this.#most = most;
    for (let frame = 0; frame < delay; frame++) for (const keys of this.#keys) keys.set(frame, null);
    this.known = this.#acked = delay;
  }

  /** Each frame: `key` is what the player presses now, or null. */
  tick(key) {
    this.#goBack();
    if (this.frame >= this.known + this.#most) this.stalls++;
    else {
      this.#keys[this.#seat].set(this.frame + this.#delay, key);
      this.#play(this.frame++);
    }
    const from = this.#acked;
    const mine = this.#keys[this.#seat];
    const keys = Array.from({ length: this.frame + this.#delay - from }, (_, i) => mine.get(from + i));
    this.#send({ from, keys, known: this.known });
  }

  /** What the other one has sent: its keys from a frame on, until it hears that they came. It may come late, twice, or never. */
  hear({ from, keys, known }) {
    this.#acked = Math.max(this.#acked, known);
    const theirs = this.#keys[1 - this.#seat];
    keys.forEach((key, i) => {
      const frame = from + i;
      if (frame !== this.known) return;
      theirs.set(frame, key);
      this.known++;
      // Until now it was played as if nothing had been pressed.
      if (frame < this.frame && key !== null) this.#late = Math.min(this.#late, frame);
    });
  }

  /** So many frames it has played that never change again. */
  get played() {
    return Math.min(this.frame, this.known, this.#late);
  }

  #goBack() {
    const late = this.#late;
    this.#late = Infinity;
    if (late === Infinity) return;
    this.#game.rewind(this.#marks.get(late));
    for (let frame = late; frame < this.frame; frame++) this.#play(frame);
    this.rollbacks++;
    this.again += this.frame - late;
  }

  #play(frame) {
    this.#marks.set(frame, this.#game.mark());
    this.#marks.delete(frame - this.#most - 1);
    this.#game.play(this.keysAt(frame));
    this.#onPlayed(frame);
  }

  /** The keys of both, as far as they are known. */
  keysAt(frame) {
    return this.#keys.map((keys) => keys.get(frame) ?? null);
  }
}
