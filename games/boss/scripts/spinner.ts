import type { SpinnerFigure } from '../src/figures';
import type { Hud } from './stage';

const STRENGTH = 620;

/** The boss. */
// @compile
export class Spinner extends Executor {
  readonly #figure: SpinnerFigure;
  readonly #hud: Hud;
  x = 225;
  y = 0;
  /** From 1 to 0. */
  strength = 1;
  /** Can it be hurt? */
  isOpen = false;

  constructor(figure: SpinnerFigure, hud: Hud) {
    super();
    this.#figure = figure;
    this.#hud = hud;
  }

  // @instant
  appear(): void {
    this.cancelAll('the fight begins');
    this.strength = 1;
    this.isOpen = false;
    this.#figure.setMood(0);
    this.#figure.view.alpha = 1;
    this.#figure.view.scale.set(1);
    this.moveTo(225, 210);
  }

  walkTo(x: number, y: number, ms: number): void {
    const [fromX, fromY] = [this.x, this.y];
    const move = (t: number): void => this.moveTo(fromX + (x - fromX) * t, fromY + (y - fromY) * t);
    this.hold(() => tween(ms, move, (t) => t * t * (3 - 2 * t)));
  }

  /** From side to side, for ever. */
  sway(): void {
    while (true) {
      this.walkTo(120, 165, 3200);
      this.walkTo(330, 135, 3200);
    }
  }

  /** The words stand beside it until they are read, or until the player wants no more of them. */
  // @beside
  say(words: string): void {
    this.#hud.say(words, this);
    try {
      race(wait(700 + words.length * 55), waitSignal('next'));
    } finally {
      this.#hud.say('', this);
    }
  }

  /** The rings turn, whatever it does. */
  // @beside
  turn(): void {
    while (true) this.#figure.turn(clock.delta);
  }

  // @beside
  strengthBelow(share: number): void {
    waitUntil(() => this.strength <= share);
  }

  // @instant
  hurt(): void {
    if (!this.isOpen) return;
    this.strength = Math.max(0, this.strength - 1 / STRENGTH);
    this.#figure.flash();
  }

  // @instant
  nextMood(): void {
    this.#figure.setMood(this.#figure.mood + 1);
  }

  // @beside
  vanish(): void {
    tween(900, (t) => {
      this.#figure.view.alpha = 1 - t;
      this.#figure.view.scale.set(1 + t);
    });
  }

  moveTo(x: number, y: number): void {
    this.x = x;
    this.y = y;
    this.#figure.view.position.set(x, y);
  }
}
