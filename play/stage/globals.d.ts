/// <reference types="@spindle/runtime/globals" />
/** What a script of the playground has without an import, besides the words of Spindle. A test compares it with what `createStage` gives. */

/** A square of the stage, or somebody who stands on one: x from 0 to 15, y from 0 to 8. */
interface Place {
  readonly x: number;
  readonly y: number;
}

/** `NORTH`, `SOUTH`, `EAST` or `WEST`. */
interface Direction {
  readonly name: string;
  readonly dx: number;
  readonly dy: number;
}

interface ActorOptions {
  /** For the console and the timeline. */
  name?: string;
  look?:
    | 'player'
    | 'glitch'
    | 'guard'
    | 'robot'
    | 'boss'
    | 'creep'
    | 'tower'
    | 'dot'
    | 'bolt'
    | 'gem'
    | 'flag'
    | 'door';
  /** `blue`, `orange`, `green`, `rose`, `violet`, `yellow`, `grey`, `ice`, or any colour of CSS. */
  color?: string;
  /** How many squares it is high. */
  size?: number;
  /** Squares in a second. */
  speed?: number;
  /** How far it can see, in squares. It is drawn. */
  sight?: number;
  /** It comes onto the stage when it first does something. */
  isLate?: boolean;
}

/** Somebody on the stage. It does one thing at a time: what it is told meanwhile queues. */
declare class Actor extends Executor {
  /** Puts a new one on a square: `new Actor(3, 4, { look: 'robot', color: 'green' })`. */
  constructor(x?: number, y?: number, options?: ActorOptions);
  x: number;
  y: number;
  name: string;
  look: NonNullable<ActorOptions['look']>;
  color: string;
  size: number;
  /** Squares in a second. */
  speed: number;
  /** What it says now. */
  words: string;
  facing: Direction;
  /** How high it is above the floor; how far a door is open, from 0 to 1. */
  lift: number;
  /** How whole it is, from 0 to 1. Less than 1 is drawn as a bar above it. */
  life: number;
  /** How far it can see, in squares. It is drawn. */
  sight: number;
  /** The colour of the line that it draws as it goes; '' for none. */
  pen: string;
  /** Is it still bright where `stage.shade` makes all else pale? */
  above: boolean;
  /** Called when somebody taps on it. */
  onPress: (() => unknown) | null;
  /** Puts it on a square, at once. */
  place(x: number, y: number): void;
  /** Takes it off the stage. */
  leave(): void;
  /** Walks straight on: `player.walk(NORTH, 3)`. False if a wall was in the way. */
  walk(direction: Direction, squares?: number): boolean;
  /** Walks to a square, around walls: `walkTo(8, 3)`, `walkTo(door)`. False if there is no way. */
  walkTo(goal: Place | number, y?: number): boolean;
  /** Walks until it stands beside somebody, who may walk away meanwhile. */
  walkTowards(other: Place): void;
  /** One square. False if a wall is there. */
  step(direction: Direction): boolean;
  /** Goes straight to a point, also through walls. */
  glide(x: number, y: number): void;
  /** The same, as far as it comes in one frame. Is it there? */
  approach(x: number, y: number): boolean;
  /** Goes where the arrow keys, or a finger that stays down, say. It never ends: write `player.steer()` in plain code, or `start(() => player.steer())`. */
  steer(): void;
  jump(): void;
  /** Says it, and waits until it has been read. */
  say(words: string): void;
  /** Trembles for a moment, whatever else it does. */
  shake(): void;
  /** How many squares are between them. */
  distanceFrom(other: Place): number;
  /** Is it near enough, with no wall between? Without a number: as far as its `sight`. */
  sees(other: Place, squares?: number): boolean;
  canWalk(direction: Direction): boolean;
}

/** A button below the stage. It appears when you say what it does. */
interface StageButton extends Place {
  readonly name: string;
  label: string;
  /** What it does: `ButtonA.onPress = function () { … }`. The key with its letter presses it, too. */
  onPress: (() => unknown) | null;
}

/** The blue one. It comes onto the stage when it first does something: `player.place(3, 4)`. */
declare const player: Actor;
/** Ada, Bo and Cy. They come onto the stage when they first do something. */
declare const glitches: readonly Actor[];
declare const ButtonA: StageButton;
declare const ButtonB: StageButton;
declare const ButtonC: StageButton;
declare const NORTH: Direction;
declare const SOUTH: Direction;
declare const EAST: Direction;
declare const WEST: Direction;

/** The stage itself. */
declare const stage: {
  readonly columns: number;
  readonly rows: number;
  /** Big words in the middle. */
  banner: string;
  /** A small line that says what the player can do. */
  hint: string;
  /** Bars above and below, as in a film. */
  cinema: boolean;
  /** Makes all pale but the banner. */
  shade: boolean;
  /** The dots at the corners of the squares. */
  dots: boolean;
  /** Builds walls: `stage.wall(4, 2)`, `stage.wall(4, 2, 1, 5)`. */
  wall(x: number, y: number, width?: number, height?: number): void;
  /** Takes walls away. */
  open(x: number, y: number, width?: number, height?: number): void;
};

/** What stands at the top: `hud.coins = 3` is shown as `coins 3`. */
// oxlint-disable-next-line typescript/no-explicit-any -- scripts count in it: `hud.coins++`
declare const hud: Record<string, any>;
/** Where the mouse or the finger is, in squares. */
declare const pointer: Place & { readonly down: boolean };
/** Writes a line to the console. */
declare function log(...values: unknown[]): void;
/** For clocks of your own: `new Clock(clock)`. */
declare const Clock: typeof import('@spindle/runtime').Clock;
declare const scheduler: import('@spindle/runtime').Scheduler;

/** The signals of the stage, for `waitSignal`, `listen` and `skippable(…, { by })`. */
interface StageSignals {
  /** A key goes down: its `KeyboardEvent.code`, such as `KeyR`. */
  key: string;
  /** A tap on a square where nothing else is pressed. */
  tap: Place;
  /** The space bar, Enter, or a tap: for "go on". */
  action: undefined;
}
