/** `waitFor(promise, { restart: () => fetchScore() })`: a wait for a Promise that says how it begins again. */
import { SaveError, type SavesOptions } from '../../src/saves.js';
import { compile, Game } from './game.js';

/** A server, which answers when it is told to. */
class Server {
  readonly asked: string[] = [];
  readonly answers: ((value: unknown) => void)[] = [];
  isBroken = false;
  readonly options: SavesOptions = {
    functions: { fetchScore: (who: string) => this.fetch(who), tweenTo: () => this.tween() },
  };

  fetch(who: string): Promise<unknown> {
    this.asked.push(who);
    if (this.isBroken) throw new RangeError('no server');
    return new Promise((resolve) => void this.answers.push(resolve));
  }

  /** As tweens do, it settles with itself. */
  tween(): object {
    const { answers } = this;
    return {
      name: 'a tween',
      // oxlint-disable-next-line unicorn/no-thenable -- it is waited for as that
      then(resolve: (value: unknown) => void) {
        answers.push(() => resolve(this));
      },
    };
  }

  async answer(value: unknown): Promise<void> {
    for (const answer of this.answers) answer(value);
    await settled();
  }
}

const settled = (): Promise<void> => new Promise((resolve) => void setImmediate(resolve));

/** The save of a game in the middle of `body`, loaded into a fresh one with another server. */
function loaded(body: string): { game: Game; server: Server; start: () => any } {
  const { start, text } = saved(body);
  const server = new Server();
  const game = new Game(start, server.options);
  game.saves.load(text);
  expect(game.saves.save()).toBe(text);
  return { game, server, start };
}

function saved(body: string): { start: () => any; text: string; game: Game } {
  const start = compile(`// @compile the whole file
    export let who = 'nobody';
    export let isLoaded = false;
    class Shop extends Executor {
      score(fetchScore) { return this.waitFor(this.early(fetchScore), { restart: () => this.later(fetchScore) }); }
      early(fetchScore) { try { return fetchScore('first'); } finally { log('never'); } }
      later(fetchScore) { this.wait(20); return fetchScore('later'); }
    }
    export function play(fetchScore, tweenTo) { who = 'Ada'; ${body} }`);
  const server = new Server();
  const game = new Game(start, server.options);
  const { play } = game.module;
  const { fetchScore, tweenTo } = server.options.functions!;
  play(fetchScore, tweenTo);
  return { start, game, text: game.pulse().saves.save() };
}

test('the script begins it again as soon as it goes on', async () => {
  const { game, server } = loaded(
    `const by = 2; log(waitFor(fetchScore('first'), { restart: () => fetchScore(who + by) }));`,
  );
  expect(server.asked).toEqual([]);
  await settled();
  expect([game.pulse().lines, server.asked]).toEqual([[], ['Ada2']]);
  await server.answer(12);
  expect(game.finish()).toEqual(['3 12']);
});

test('it can be saved again before it has settled', async () => {
  const { game, server, start } = loaded(
    `const load = { score: null, restart: () => fetchScore('again') }; log(waitFor(fetchScore('first'), { restart: () => load.restart() }));`,
  );
  const before = game.saves.save();
  await settled();
  const ready = game.saves.save();
  game.pulse();
  expect(server.asked).toEqual(['again']);
  const under = game.saves.save();
  for (const text of [before, ready, under]) {
    const next = new Server();
    const other = new Game(start, next.options);
    other.saves.load(text);
    await settled();
    other.pulse();
    expect(next.asked).toEqual(['again']);
    await next.answer(5);
    expect(other.finish().at(-1)).toMatch(/^\d 5$/);
  }
});

test('what it throws comes out at the wait', async () => {
  const { start, text } = saved(
    `try { waitFor(fetchScore('first'), { restart: () => fetchScore('again') }); } catch (error) { log(error.message); }`,
  );
  const server = new Server();
  server.isBroken = true;
  const game = new Game(start, server.options);
  game.saves.load(text);
  await settled();
  expect(game.finish()).toEqual(['2 no server']);
});

test('it may be a script that waits, on the owner of the script, and something with a `then` that settles with itself', async () => {
  const { game, server } = loaded(
    `start(() => log(waitFor(tweenTo(), { restart: () => tweenTo() }).name)); log(new Shop().score(fetchScore));`,
  );
  await settled();
  game.pulse();
  await server.answer(0);
  game.pulse(3);
  expect(server.asked).toEqual(['later']);
  await server.answer(3);
  expect(game.finish()).toEqual(['3 a tween', '6 3']);
});

test('in a race, and with a limit', async () => {
  const { game, server } = loaded(
    `log(race(waitFor(fetchScore('first'), { restart: () => fetchScore('again') }), wait(50)) ?? 'too late'); log(withTimeout(100, waitFor(fetchScore('second'), { restart: () => fetchScore('never') })));`,
  );
  await settled();
  game.pulse(5);
  expect(server.asked).toEqual(['again', 'second']);
  await server.answer(1);
  expect(game.finish()).toEqual(['5 too late', '7 1']);
});

test.each([
  ['without it', `waitFor(fetchScore('first'));`],
  [
    'where the object of a Promise has a method of that name',
    `const level = { loading: fetchScore('x'), restart() {} }; waitFor(level.loading);`,
  ],
])('a save is refused %s, with what to do', (_, body) => {
  expect(() => saved(body)).toThrow(SaveError);
  expect(() => saved(body)).toThrow(/waits for a Promise. .*`waitFor\(promise, { restart: \(\) => … }\)`/);
});

test('what is no function is refused where it stands', () => {
  expect(() => saved(`waitFor(new Promise(() => {}), { restart: 5 });`)).toThrow(
    'waitFor expected a function as restart, got 5 (number).',
  );
});
