/** The buttons A, B and C below the stage. One appears when a script says what it does: `ButtonA.onPress = function () { … }`. */
import { COLUMNS, ROWS } from './grid.js';
import { type Key, type World } from './world.js';

type Handler = (() => unknown) | null;

/** How wide a button is, in squares. */
export const BUTTON_WIDTH = 3.7;

export class Button implements Key {
  readonly name: string;
  readonly letter: string;
  label = '';
  pressedAt = Number.NEGATIVE_INFINITY;
  readonly y: number = ROWS - 1;
  readonly #world: World;
  #onPress: Handler = null;

  constructor(world: World, letter: string) {
    this.#world = world;
    this.letter = letter;
    this.name = `button ${letter}`;
  }

  get onPress(): Handler {
    return this.#onPress;
  }

  set onPress(handler: Handler) {
    this.#onPress = handler;
    const { keys } = this.#world;
    if (handler !== null && !keys.includes(this)) keys.push(this);
  }

  /** They stand side by side, in the middle. */
  get x(): number {
    const { keys } = this.#world;
    const place = keys.indexOf(this) - (keys.length - 1) / 2;
    return (COLUMNS - 1) / 2 + place * (BUTTON_WIDTH + 0.4);
  }

  /** Gives what puts it back as it is now, but for its place. */
  mark(): () => void {
    const { label, pressedAt } = this;
    const handler = this.#onPress;
    return () => {
      Object.assign(this, { label, pressedAt });
      this.#onPress = handler;
    };
  }

  press(): void {
    this.pressedAt = this.#world.scheduler.clock.now;
    this.#world.scheduler.enter(() => this.onPress?.());
  }
}
