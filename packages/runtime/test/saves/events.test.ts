/** Waits for what comes from outside: events of sources, and waits that `defineWait` has made. */
import { defineWait } from '../../src/host.js';
import { LoadError, SaveError, type SavesOptions } from '../../src/saves.js';
import { compile, Game, log } from './game.js';

/** A source of events, which notes who puts listeners on it. */
class Bell {
  readonly id: string;
  readonly notes: string[] = [];
  readonly listeners: ((...args: unknown[]) => void)[] = [];
  isBroken = false;

  constructor(id: string) {
    this.id = id;
  }

  on(type: string, listener: () => void): void {
    this.notes.push(`on ${type}`);
    this.listeners.push(listener);
  }

  off(type: string, listener: () => void): void {
    this.notes.push(`off ${type}`);
    this.listeners.splice(this.listeners.indexOf(listener), 1);
  }

  ring(...args: unknown[]): void {
    for (const listener of this.listeners.slice()) listener(...args);
  }
}

/** A world, whose objects are found by their ids. */
class World {
  readonly bells: ReadonlyMap<string, Bell> = new Map(['a', 'b'].map((id) => [id, new Bell(id)]));
  readonly options: SavesOptions = {
    objects: { idOf: (object: { id?: string }) => object.id, find: (id: string) => this.bells.get(id) },
    functions: { door: waitForDoor, tween: waitForTween },
  };

  bell(id: string): Bell {
    return this.bells.get(id)!;
  }
}

const settles: ((value: string) => void)[] = [];
const waitForDoor = defineWait<[bell: Bell, width: number], string>({
  kind: 'castle.door',
  begin([bell, width], settle) {
    if (bell.isBroken) throw new Error('no such door');
    bell.notes.push(`begin ${width}`);
    if (bell.notes.includes('is open')) settle('open');
    settles.push(settle);
    return (cause) => void bell.notes.push(`undo ${width}${cause === 'load' ? ' by a load' : ''}`);
  },
});
const waitForTween = defineWait<[]>({
  kind: 'castle.tween',
  unsavable: 'Save when the tween has ended.',
  begin: () => () => {},
});

/** A game in a world, whose script has begun and has had a pulse. */
function playing(body: string, world: World = new World()): { world: World; game: Game; start: () => any } {
  const start = compile(`// @compile the whole file
    function isLoud(volume) { return volume > 2; }
    export function play(a, b, door, tween) { ${body} }
    export function ask(name, bell, type) { log(name + ' ' + waitForEvent(bell, type)); }`);
  const game = new Game(start, world.options);
  const { play } = game.module;
  play(world.bell('a'), world.bell('b'), waitForDoor, waitForTween);
  game.pulse();
  return { world, game, start };
}

/** The save of a game, loaded into a fresh instance in another world. */
function loaded({ game, start }: ReturnType<typeof playing>, world: World = new World()): { world: World; game: Game } {
  const text = game.saves.save();
  const next = new Game(start, world.options);
  next.saves.load(text);
  expect(next.saves.save()).toBe(text);
  return { world, game: next };
}

test('a wait for an event of a source with an id goes on, and its listener is put on once', () => {
  const { world, game } = loaded(
    playing(`start(() => ask('first', a, 'ding')); start(() => ask('second', a, 'ding')); ask('third', b, 'dong');`),
  );
  expect([world.bell('a').notes, world.bell('b').notes]).toEqual([['on ding'], ['on dong']]);
  world.bell('a').ring('x', 'y');
  world.bell('b').ring('z');
  expect(game.finish()).toEqual(['2 first x,y', '2 second x,y', '2 third z']);
  expect(world.bell('a').listeners).toEqual([]);
});

test('a source is found by the name of its constant, also one that `eventSource` has made, or by that of the platform', () => {
  const made = 'eventSource({ on: (type, fn) => log.bell.on(type, fn), off: log.noting })';
  for (const [source, inConstant] of [
    ['source', 'log.bell'],
    ['source', made],
    ['process', '1'],
  ]) {
    const start = compile(`// @compile the whole file
      const source = ${inConstant};
      export function play() { log('heard ' + waitForEvent(${source}, 'ding')); }`);
    const bell = new Bell('');
    Object.assign(log, { bell, noting: (type: string) => bell.notes.push(`off ${type}`) });
    const first = new Game(start);
    first.module['play']();
    first.pulse();
    const text = first.saves.save();
    const second = new Game(start);
    second.saves.load(text);
    expect(second.saves.save()).toBe(text);
    if (source === 'process') (process as NodeJS.EventEmitter).emit('ding', 3);
    else bell.listeners.at(-1)!(3);
    expect(second.finish()).toEqual(['2 heard 3']);
  }
});

test('handlers that scripts put on emitters themselves are told, and timers', () => {
  const { game } = playing(`a.on('ding', () => log('ding'));
    b.on('ding', a.ring); clearInterval(setInterval(() => {}, 1)); clearTimeout(setTimeout(() => {}, 1)); wait(50);`);
  expect(game.saves.load(game.saves.save()).notSaved).toEqual([
    "`a.on('ding', …), b.on('ding', …), setInterval(…), setTimeout(…)` of `play`",
  ]);
});

test('so are they where rooms share the process, if a script of their file is under way', () => {
  const start = compile(`// @compile the whole file
    export function play(bell) { bell.on('ding', () => log('ding')); wait(50); }`);
  const game = new Game(start, { modules: false });
  const notSaved = (): readonly string[] => game.saves.load(game.saves.save()).notSaved;
  expect(notSaved()).toEqual([]);
  game.module['play']({ on() {} });
  game.pulse();
  expect(notSaved()).toEqual(["`bell.on('ding', …)` of `play`"]);
});

test('its filter counts, as a function with a name or one that the script has made', () => {
  for (const filter of ['isLoud', '(volume) => volume > least']) {
    const { world, game } = loaded(
      playing(`const least = 2; log('loud ' + waitForEvent(a, 'ding', { filter: ${filter} }) + least);`),
    );
    world.bell('a').ring(1);
    expect(game.pulse().lines).toEqual([]);
    world.bell('a').ring(3);
    expect(game.finish()).toEqual(['3 loud 32']);
  }
});

test('its time runs out as it would have', () => {
  const { world, game } = loaded(
    playing(`try { waitForEvent(a, 'ding', { timeout: 35 }); } catch (error) { log(error.message); }`),
  );
  expect(game.finish()).toEqual([
    '4 waitForEvent(Bell, ding) timed out after 35 ms. Give it more time, or catch TimeoutError.',
  ]);
  expect(world.bell('a').listeners).toEqual([]);
});

test('what had come before the save and was not taken is there', () => {
  const before = playing(`for (let i = 0; i < 3; i++) log(waitForEvent(a, 'ding'));`);
  for (const each of [1, 2]) before.world.bell('a').ring(each);
  const { world, game } = loaded(before);
  expect(game.pulse().lines).toEqual(['2 1', '2 2']);
  world.bell('a').ring(3);
  expect(game.finish()).toEqual(['2 1', '2 2', '3 3']);
});

test('a defined wait begins again by its kind and its arguments, in order', () => {
  const { world, game } = loaded(playing(`start(() => { log(door(a, 2)); }); log(door(a, 3));`));
  expect(world.bell('a').notes).toEqual(['begin 2', 'begin 3']);
  settles.at(-2)!('the porter');
  settles.at(-1)!('the cook');
  expect(game.finish()).toEqual(['2 the porter', '2 the cook']);
  expect(world.bell('a').notes).toEqual(['begin 2', 'begin 3', 'undo 2', 'undo 3']);
});

test('a defined wait that is over does not begin again', () => {
  const before = playing(`log(door(a, 2)); wait(20); log('goes on');`);
  settles.at(-1)!('the porter');
  const { world, game } = loaded(before);
  expect(world.bell('a').notes).toEqual([]);
  expect(game.finish()).toEqual(['2 the porter', '4 goes on']);
});

test('what comes while it begins again is not lost', () => {
  const world = new World();
  world.bell('a').notes.push('is open');
  const { game, start } = playing(`log(door(a, 2));`);
  const text = game.saves.save();
  const next = new Game(start, world.options);
  next.saves.load(text);
  expect(next.finish()).toEqual(['2 open']);
});

test('a load into the world that is there begins the new wait before the old one is undone, which is told why', () => {
  const { world, game } = playing(`start(() => ask('heard', b, 'dong')); log(door(a, 2));`);
  game.saves.load(game.saves.save());
  expect(world.bell('a').notes).toEqual(['begin 2', 'begin 2', 'undo 2 by a load']);
  // The listener is the same.
  expect(world.bell('b').notes).toEqual(['on dong']);
  settles.at(-2)!('nobody');
  settles.at(-1)!('the porter');
  world.bell('b').ring('z');
  expect(game.finish()).toEqual(['2 the porter', '2 heard z']);
});

test('a signal that is aborted by then ends the wait for it', () => {
  const controller = new AbortController();
  const options = (): SavesOptions => ({
    objects: { idOf: (one) => (one === controller.signal ? 'stop' : undefined), find: () => controller.signal },
  });
  const start = compile(
    `// @compile the whole file\nexport function play(stop) { log(waitForEvent(stop, 'abort').type); }`,
  );
  const first = new Game(start, options());
  const { play } = first.module;
  play(controller.signal);
  const text = first.pulse().saves.save();
  controller.abort();
  const second = new Game(start, options());
  second.saves.load(text);
  expect(second.finish()).toEqual(['2 abort']);
});

test.each([
  ['what no other process can go on with', 'tween();', 'waits for castle.tween()', 'Save when the tween has ended.'],
  [
    'a source without an id',
    `waitForEvent({ on() {}, off() {} }, 'ding');`,
    'waits for waitForEvent(Object, ding)',
    'Keep its source in a constant of a file, or give it an id by `objects`.',
  ],
])('%s is refused with what to do', (_, body, text, mend) => {
  const { game } = playing(body);
  const refusals = game.saves.whyNot();
  expect(refusals.map(({ code, function: fn }) => [code, fn])).toContainEqual(['event', 'play']);
  expect(refusals.find(({ code }) => code === 'event')).toMatchObject({ text, mend });
  expect(() => game.saves.save()).toThrow(SaveError);
});

test('an argument that no save can have is refused with its place', () => {
  const { game } = playing(`door({ id: undefined, notes: [new WeakMap()] , isBroken: false }, 1);`);
  expect(game.saves.whyNot()).toContainEqual(
    expect.objectContaining({ code: 'object', path: 'argument 1 of castle.door.notes[0]' }),
  );
});

test('a kind that is not defined refuses the load, and nothing has changed', () => {
  const { world, game } = playing(`log(door(a, 2));`);
  const text = game.saves.save().replaceAll('castle.door', 'castle.gate');
  const before = game.scheduler.dump();
  expect(() => game.saves.load(text)).toThrow(/there is no wait `castle.gate` in this build/);
  expect([game.scheduler.dump(), world.bell('a').notes]).toEqual([before, ['begin 2']]);
});

const fail = (): never => {
  throw new Error('broken');
};

test.each([
  ['begin', ['on ding', 'begin 2', 'undo 2', 'off ding'], (next: World) => void (next.bell('b').isBroken = true)],
  ['the source', ['on ding', 'off ding'], (next: World) => void Object.assign(next.bell('b'), { on: fail })],
  ['commit', ['on ding', 'begin 2', 'undo 2', 'off ding'], () => {}],
])('a throw in %s leaves the old scripts and their waits, and takes off what has begun', (place, notes, breakIt) => {
  const world = new World();
  const next = new World();
  breakIt(next);
  const done: string[] = [];
  const state = {
    save: () => 1,
    prepare: () => ({
      find: (id: string) => next.bell(id),
      commit: () => (done.push('commit'), place === 'commit' && fail()),
      discard: () => void done.push('discard'),
    }),
  };
  const body = `start(() => ask('heard', a, 'ding')); start(() => { log(door(a, 2)); }); start(() => ask('heard', b, 'dong')); log(door(b, 3));`;
  Object.assign(world, { options: { ...world.options, state } });
  const { game } = playing(body, world);
  const settle = settles.slice(-2);
  const text = game.saves.save();
  const before = game.scheduler.dump();
  expect(() => game.saves.load(text)).toThrow(LoadError);
  expect(game.scheduler.dump()).toBe(before);
  expect(done).toEqual(place === 'commit' ? ['commit', 'discard'] : ['discard']);
  expect(next.bell('a').notes).toEqual(notes);
  expect([next.bell('a').listeners, next.bell('b').listeners]).toEqual([[], []]);
  world.bell('a').ring('x');
  world.bell('b').ring('y');
  settle.forEach((one, at) => one(`guest ${at}`));
  expect(game.finish()).toEqual(['2 heard x', '2 heard y', '2 guest 0', '2 guest 1']);
});

test('a script whose source has refused its listener is saved with the error that it gets', () => {
  const world = new World();
  Object.assign(world.bell('a'), { on: fail });
  const start = compile(
    `// @compile the whole file\nexport function play(a) { try { waitForEvent(a, 'ding'); } catch (error) { log(error.message); } }`,
  );
  const first = new Game(start, world.options);
  const { play } = first.module;
  play(world.bell('a'));
  const text = first.saves.save();
  const second = new Game(start, new World().options);
  second.saves.load(text);
  expect(second.finish()).toEqual(['1 broken']);
});
