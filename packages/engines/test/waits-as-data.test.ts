/** What a script waits for with a word of an engine is data: a kind and arguments, from which the wait can be begun again. */
import { asExecutor, type Thread } from '@spindle/runtime';
import { compile, Game } from '../../runtime/test/saves/game.js';
import * as excalibur from '../src/excalibur.js';
import * as kaplay from '../src/kaplay.js';
import * as phaser from '../src/phaser.js';
import * as pixi from '../src/pixi.js';
import * as three from '../src/three.js';
import { Emitter, newScheduler, play } from './fakes.js';

/** Anything of an engine: it has every method, and each gives the same again. */
const anything: any = new Proxy(() => {}, {
  get: (_target, key) => (key === 'then' || typeof key === 'symbol' ? undefined : key === 'name' ? 'it' : anything),
  set: () => true,
  apply: () => anything,
});
const never = (): boolean => false;
const tween = { isPendingRemove: never, isRemoved: never, isFinished: never, isDestroyed: never, stop: never };
const timer = { getOverallProgress: () => 0, remove: never };
const sprite = { anims: { isPlaying: true, stop: never } };
const actions = { getQueue: () => ({ isComplete: never }), clearActions: never };
const clock = { complete: false, scene: null, cancel: never };
const film = { playing: true, stop: never };
const box = { getBounds: () => ({ minX: 0, minY: 0, maxX: 0, maxY: 0 }) };
const boxes = [box];
const action = { enabled: true, paused: false, isScheduled: () => true, stop: never };

/** Of each wait its kind, its arguments, the text, and whether a save refuses it as no other process finds its object. */
const WAITS: [string, unknown[], string, boolean, () => unknown][] = [
  ['phaser.tween', [tween], 'tween', true, () => phaser.waitForTween(tween)],
  ['phaser.timer', [timer], 'timer', true, () => phaser.waitForTimer(timer)],
  ['phaser.animation', [sprite], 'animation', false, () => phaser.waitForAnimation(sprite as never)],
  ['phaser.pointer', [anything, 'pointerup'], 'pointerup', false, () => phaser.waitForPointer(anything, 'pointerup')],
  ['phaser.collision', [anything, undefined], 'collision', false, () => phaser.waitForCollision(anything)],
  ['phaser.overlap', [anything, box, boxes], 'overlap', false, () => phaser.waitForOverlap(anything, box, boxes)],
  ['excalibur.actions', [actions], 'actions', true, () => excalibur.waitForActions(actions)],
  ['excalibur.timer', [clock], 'timer', true, () => excalibur.waitForTimer(clock)],
  ['excalibur.collision', [anything, box], 'collision', false, () => excalibur.waitForCollision(anything, box)],
  ['pixi.pointer', [anything, 'pointertap'], 'pointertap', false, () => pixi.waitForPointer(anything, 'pointertap')],
  ['pixi.animation', [film], 'animation', false, () => pixi.waitForAnimation(film)],
  ['pixi.overlap', [box, box], 'overlap', false, () => pixi.waitForOverlap(box as never, box as never)],
  ['three.animation', [action], 'animation', false, () => three.waitForAnimation(action)],
  ['kaplay.tween', [anything], 'tween', true, () => kaplay.waitForTween(anything)],
  ['kaplay.timer', [anything], 'timer', true, () => kaplay.waitForTimer(anything)],
  ['kaplay.click', [anything, 'left'], 'click', false, () => kaplay.waitForPointer(anything)],
  ['kaplay.collision', [anything, 'wall'], 'collision', false, () => kaplay.waitForCollision(anything, 'wall')],
];

interface AsData {
  readonly subscription: {
    readonly channel: {
      readonly source: {
        readonly args: readonly unknown[];
        readonly definition: { readonly kind: string; readonly unsavable?: string };
      };
    };
  };
}

test.each(WAITS)('%s', (kind, args, name, isUnsavable, word) => {
  const { scheduler } = newScheduler();
  const thread: Thread = play(scheduler, function* () {
    yield word();
  });
  expect(thread.waitingFor).toBe(`waitForEvent(${name}, end), since frame 0`);
  const { source } = (thread as unknown as AsData).subscription.channel;
  expect(source.definition.kind).toBe(kind);
  expect(source.args.map((given, at) => given === args[at])).toEqual(args.map(() => true));
  expect(/^Save when the \w+ ha(?:s|ve) ended/.test(source.definition.unsavable ?? '')).toBe(isUnsavable);
  thread.cancel();
});

test('each word of an engine that waits is looked at, but those that wait for an event or a time', () => {
  const words = Object.entries({ excalibur, kaplay, phaser, pixi, three }).flatMap(([engine, all]) =>
    Object.keys(all).flatMap((word) => (word.startsWith('waitFor') ? [`${engine}.${word}`] : [])),
  );
  const looked = WAITS.map(([kind, , , , word]) => `${kind.split('.')[0]}.${/waitFor\w+/.exec(String(word))![0]}`);
  expect(words.filter((word) => !looked.includes(word))).toEqual(['excalibur.waitForPointer', 'three.waitForPointer']);
});

test('a script that waits for a pointer is saved, and hears it again on the object of the same id after a load', () => {
  class Sprite extends Emitter {
    readonly id = 'door';
    input: object | null = null;
    setInteractive(): void {
      this.input = {};
    }
  }
  const start = compile(
    '// @compile the whole file\nexport function play(door, opens, waitForTween) { log(waitForTween === undefined ? opens(door).x : waitForTween(door)); }',
  );
  const gameWith = (door: Sprite): Game =>
    new Game(start, {
      objects: { idOf: (object: { id?: string }) => object.id, find: () => door },
      functions: { opens: phaser.waitForPointer, waitForTween: phaser.waitForTween },
    });
  const [before, after] = [new Sprite(), new Sprite()];
  const first = gameWith(before);
  const { play: begin } = first.module;
  begin(before, phaser.waitForPointer);
  const text = first.pulse().saves.save();
  const second = gameWith(after);
  second.saves.load(text);
  expect([after.input, after.count]).toEqual([{}, 1]);
  after.emit('pointerdown', {}, 3, 4);
  expect(second.finish()).toEqual(['2 3']);
  expect(after.count).toBe(0);
  const third = gameWith(before);
  const { play: beginAgain } = third.module;
  beginAgain(Object.assign(before, tween), undefined, phaser.waitForTween);
  expect(third.pulse().saves.whyNot()).toContainEqual(
    expect.objectContaining({ code: 'event', mend: expect.stringMatching(/^Save when the tween has ended/) }),
  );
});

test('a load leaves alone the animation that the game has put back; a script that is ended stops it', () => {
  const dancer = { id: 'dancer', playing: false, stop: () => void (dancer.playing = false) };
  const start = compile(`// @compile the whole file
    export function play(dancer, waitForAnimation) { dancer.playing = true; waitForAnimation(dancer); log('over'); }`);
  const { waitForAnimation } = pixi;
  const game = new Game(start, {
    objects: { idOf: (object: { id?: string }) => object.id, find: () => dancer },
    functions: { waitForAnimation },
    state: { save: () => dancer.playing, load: (isPlaying: boolean) => void (dancer.playing = isPlaying) },
  });
  const events = new Emitter();
  phaser.attachSpindle({ events }, { scheduler: game.scheduler });
  const update = (): unknown => events.emit('update', 0, 10);
  game.module['play'](dancer, waitForAnimation);
  update();
  game.saves.load(game.saves.save());
  update();
  expect([dancer.playing, game.lines]).toEqual([true, []]);
  dancer.stop();
  update();
  expect(game.lines).toEqual(['3 over']);
  const thread = game.module['play'](dancer, waitForAnimation) as Thread;
  thread.cancel();
  expect(dancer.playing).toBe(false);
});

test('an object that has come back by a load ends its threads when it is destroyed, also where later threads had been there', () => {
  class Sprite extends Emitter {
    readonly id = 'guard';
    scene: object | undefined = {};
    constructor() {
      super();
      asExecutor(this);
    }
    destroy(): void {
      this.emit('destroy', this);
      this.scene = undefined;
    }
  }
  const start = compile(`// @compile the whole file
    const patrol = function () { while (true) this.wait(10); };
    export function play(guard) { guard.patrol = patrol; guard.patrol(); }
    export function other() { wait(5); }`);
  let current = new Sprite();
  const game = new Game(start, {
    objects: { idOf: (object: { id?: string }) => object.id, find: () => current },
  });
  const events = new Emitter();
  phaser.attachSpindle({ events }, { scheduler: game.scheduler });
  const update = (): unknown => events.emit('update', 0, 10);
  const { play: begin, other } = game.module;
  begin(current);
  update();
  const text = game.saves.save();
  other();
  update();
  // The game makes its world anew.
  current = new Sprite();
  game.saves.load(text);
  update();
  const [thread] = game.scheduler.threads;
  expect([thread?.owner === current, current.listenerCount('destroy')]).toEqual([true, 1]);
  current.destroy();
  update();
  expect(thread?.status).toBe('cancelled');
});
