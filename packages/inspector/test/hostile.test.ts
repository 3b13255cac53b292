/** What comes over a wire may have been written by anybody: it throws nothing, and nothing grows without bound. */
import fc from 'fast-check';
import { wait } from '@spindle/runtime';
import { connect, controlOf, serve, type Wire } from '../src/index.js';
import { Timeline } from '../src/timeline.js';
import { Session } from '../src/view/game/session.js';
import { lineOf, Stage } from './stage.js';

const FILE = 'hostile.test.ts';
const nested = (depth: number): string => '['.repeat(depth) + ']'.repeat(depth);
const FIRST = '{"spindle":1}';

interface End {
  readonly wire: Wire;
  /** Gives a text to whoever listens. */
  say(text: string): void;
  /** The lines that came out, once those of this turn are sent. */
  heard(): Promise<any[]>;
}

function endOf(): End {
  const listeners = new Set<(event: unknown) => void>();
  const sent: string[] = [];
  return {
    wire: {
      send: (text) => sent.push(...text.split('\n').filter(Boolean)),
      addEventListener: (type, listener) => type === 'message' && listeners.add(listener),
      removeEventListener: (_type, listener) => listeners.delete(listener),
    },
    say: (data) => listeners.forEach((tell) => tell({ data })),
    async heard() {
      for (let i = 0; i < 5; i++) await Promise.resolve();
      return sent.splice(0).map((line) => JSON.parse(line));
    },
  };
}

function served(): { readonly stage: Stage; readonly game: End } {
  const stage = new Stage();
  const guard = stage.script(`guard(0) ${lineOf(FILE, 'here')}:0:x`, function* () {
    for (;;) yield wait(20); // here
  });
  stage.play(guard);
  const game = endOf();
  serve(stage.scheduler, game.wire, { sourceOf: () => null });
  return { stage, game };
}

function looking(): { readonly game: End; readonly errors: string[] } {
  const game = endOf();
  const errors: string[] = [];
  connect(game.wire, { error: (message) => errors.push(message) });
  return { game, errors };
}

describe('lines that a game gets', () => {
  test.each([
    ['before the first line', `{"re":${nested(5000)},"command":"step"}`],
    ['as the version', `{"spindle":${nested(5000)}}`],
    ['as the number of a command', `${FIRST}\n{"re":${nested(5000)},"command":"step"}`],
    ['as the name of a command', `${FIRST}\n{"re":1,"command":${nested(5000)}}`],
    ['as a field', `${FIRST}\n{"re":1,"command":"break","file":${nested(5000)},"line":1}`],
    ['alone', `${FIRST}\n${nested(5000)}`],
  ])('arrays in arrays, 5,000 deep, are refused: %s', async (_where, text) => {
    const { stage, game } = served();
    game.say(text);
    const answers = await game.heard();
    expect(answers.at(-1)).toMatchObject({ type: 'error' });
    expect(JSON.stringify(answers).length).toBeLessThan(1000);
    stage.pulse(3);
    expect(stage.scheduler.clock.frame).toBe(3);
  });

  test('the number of a command is a number or a short text', async () => {
    const { game } = served();
    game.say(FIRST);
    await game.heard();
    for (const re of [1, 'a', -0.5]) game.say(JSON.stringify({ re, command: 'pause' }));
    for (const re of [null, true, {}, [1], 'x'.repeat(4097)]) game.say(JSON.stringify({ re, command: 'step' }));
    const answers = (await game.heard()).filter(({ type }) => type !== 'paused');
    expect(answers.slice(0, 3).map(({ type, re }) => [type, re])).toEqual([
      ['answer', 1],
      ['answer', 'a'],
      ['answer', -0.5],
    ]);
    expect(answers.slice(3).map(({ type, re, message }) => [type, re, message])).toEqual([
      ['error', undefined, 'A line expected `re`: a number or a short text, got null.'],
      ['error', undefined, 'A line expected `re`: a number or a short text, got true.'],
      ['error', undefined, 'A line expected `re`: a number or a short text, got an object.'],
      ['error', undefined, 'A line expected `re`: a number or a short text, got an object.'],
      ['error', undefined, expect.stringMatching(/got "x{78}…\.$/)],
    ]);
  });

  test('a view has 100 breakpoints at most, and one line to run to', async () => {
    const { stage, game } = served();
    const line = lineOf(FILE, 'here');
    game.say(FIRST);
    for (let i = 1; i <= 101; i++) game.say(`{"re":${i},"command":"break","file":"other.js","line":${i}}`);
    const answers = await game.heard();
    expect(answers.filter(({ type }) => type === 'answer')).toHaveLength(100);
    expect(answers.at(-1)).toEqual({
      type: 'error',
      re: 101,
      message: 'A view has at most 100 breakpoints: `unbreak` one.',
    });
    game.say('{"re":1,"command":"unbreak","file":"other.js","line":1}');
    game.say('{"re":2,"command":"break","file":"other.js","line":101}');
    expect((await game.heard()).at(-1)).toMatchObject({ type: 'answer', re: 2 });
    for (let i = 0; i < 1000; i++) game.say(`{"command":"runTo","file":"other.js","line":${i + 1}}`);
    game.say(`{"command":"runTo","file":"${FILE}","line":${line}}`);
    await game.heard();
    stage.pulse(4);
    expect((await game.heard()).filter(({ type }) => type === 'paused')).toHaveLength(1);
    game.say('{"command":"resume"}');
    stage.pulse(9);
    expect((await game.heard()).filter(({ type }) => type === 'paused')).toEqual([]);
  });

  test('the line to run to goes with the view that asked for it', () => {
    const stage = new Stage();
    const guard = stage.script(`guard(0) ${lineOf(FILE, 'there')}:0:x`, function* () {
      for (;;) yield wait(20); // there
    });
    stage.play(guard);
    const game = endOf();
    const end = serve(stage.scheduler, game.wire);
    game.say(`${FIRST}\n{"command":"runTo","file":"${FILE}","line":${lineOf(FILE, 'there')}}`);
    end();
    stage.pulse(9);
    expect([stage.scheduler.clock.frame, controlOf(stage.scheduler).hasBreakpoints]).toEqual([9, false]);
  });

  test.each([
    ['a file', { command: 'break', file: 'x'.repeat(5000), line: 1 }, /expected `file`: the name of a file/],
    ['ids', { command: 'timeline', ids: Array.from({ length: 1001 }, (_, i) => i + 1) }, /expected `ids`/],
    ['lanes', { command: 'timeline', lanes: Array.from({ length: 1001 }, () => ({ id: 1, from: 0 })) }, /`lanes`/],
    ['a line', { command: 'step', more: 'x'.repeat(20_000_000) }, /A line is too long/],
  ])('%s without an end is refused', async (_name, line, message) => {
    const { game } = served();
    game.say(FIRST);
    await game.heard();
    game.say(JSON.stringify(line));
    expect(await game.heard()).toEqual([{ type: 'error', message: expect.stringMatching(message) }]);
  });

  test('the spans of a thread are given once, however often they are asked for', async () => {
    const { stage, game } = served();
    game.say(FIRST);
    game.say('{"command":"timeline"}');
    await game.heard();
    stage.pulse(3);
    const lanes = [0, 1, 2].map((from) => ({ id: 1, from }));
    for (let times = 0; times < 2; times++) {
      game.say(JSON.stringify({ command: 'timeline', lanes }));
      const [{ value }] = await game.heard();
      expect(value.spans).toHaveLength(1);
    }
  });

  test('a view that no longer asks for what is new does not keep threads that have begun and ended', () => {
    const stage = new Stage();
    const timeline = new Timeline(stage.scheduler);
    const short = stage.script('short(0)', function* () {
      yield wait(10);
    });
    const long = stage.script('long(0)', function* () {
      yield wait(1e6);
    });
    stage.play(long);
    stage.pulse();
    expect(timeline.read({}).started).toHaveLength(1);
    for (let frame = 0; frame < 300; frame++) {
      for (let i = 0; i < 100; i++) stage.play(short);
      stage.pulse();
    }
    const { started, ended } = timeline.read({});
    expect(started.length).toBeGreaterThan(100);
    expect(started.length).toBeLessThan(10_000);
    expect(ended.length).toBeLessThan(10_000);
    // Each of whose end is told was told of before, or is.
    const known = new Set(started.map(({ id }) => id));
    expect(ended.filter(({ id }) => !known.has(id))).toEqual([]);
    timeline.stop();
  });

  const fields = ['spindle', 're', 'command', 'id', 'file', 'line', 'factor', 'lanes', 'ids', 'type', '__proto__'];
  const commands = ['snapshot', 'explain', 'watch', 'unwatch', 'pause', 'resume', 'step', 'stepThread', 'runTo'];
  const others = ['slowMotion', 'break', 'unbreak', 'source', 'timeline', 'endTimeline', 'toString'];
  const value = fc.oneof(
    fc.jsonValue({ maxDepth: 4 }),
    fc.constantFrom<unknown>(1, 2, 0, -1, 0.5, 1e308, FILE, '', [1], [{ id: 1, from: 0 }]),
    fc.constantFrom(...commands, ...others),
  );
  const line = fc
    .tuple(fc.constantFrom(...commands, ...others), fc.dictionary(fc.constantFrom(...fields), value))
    .map(([command, given]) => JSON.stringify({ command, ...given }));
  const text = fc.oneof(
    { weight: 6, arbitrary: line },
    fc.json(),
    fc.string(),
    fc.constantFrom(FIRST, '{"spindle":2}', '{', 'null', '{"re":1e999}'),
    fc.integer({ min: 1, max: 20_000 }).map((depth) => `{"re":${nested(depth)}}`),
  );

  test('whatever they are, they throw nothing, and each has at most one answer', async () => {
    await fc.assert(
      fc.asyncProperty(fc.boolean(), fc.array(text, { maxLength: 12 }), async (isKnown, lines) => {
        const { stage, game } = served();
        if (isKnown) game.say(FIRST);
        await game.heard();
        for (const one of lines) {
          game.say(one);
          stage.pulse();
        }
        const answers = await game.heard();
        const given = lines.join('\n').split('\n').length;
        expect(answers.filter(({ type }) => type === 'answer' || type === 'error').length).toBeLessThanOrEqual(given);
        for (const { re } of answers) expect(['number', 'string', 'undefined']).toContain(typeof re);
        for (const { message } of answers) expect((message ?? '').length).toBeLessThan(400);
      }),
      { numRuns: 300 },
    );
  });
});

describe('lines that a view gets', () => {
  test.each([
    ['the version', `{"spindle":${nested(5000)}}`],
    ['the first error', `{"type":"error","message":${nested(5000)}}`],
    ['an error without a text', '{"type":"error","message":{"toString":1,"valueOf":1}}'],
  ])('%s throws nothing', (_name, text) => {
    const { game, errors } = looking();
    game.say(text);
    expect(errors).toHaveLength(1);
    expect(errors[0]!.length).toBeLessThan(400);
  });

  test('the view takes no answer, and no thread at a breakpoint, that it cannot show', async () => {
    const game = endOf();
    const session = new Session(game.wire);
    const asks: string[] = [];
    session.onBreak = ({ name }) => asks.push(name);
    game.say('{"spindle":1,"frame":0}');
    game.say('{"type":"paused","frame":1,"at":{"id":1,"name":{}}}');
    expect([session.paused, session.at, asks]).toEqual([true, null, []]);
    const empty = { frame: 7, now: 1, started: [], ended: [], states: [], spans: [], infos: [], trace: [], missed: 0 };
    const bad = [null, 1, {}, { ...empty }, { ...empty, paused: 1 }, { ...empty, paused: true, states: { length: 9 } }];
    for (const value of [...bad, { ...empty, paused: true, states: [1, 9, 0] }]) {
      const asked = session.refresh({});
      const re = (await game.heard()).find(({ command }) => command === 'timeline')?.re;
      game.say(JSON.stringify({ type: 'answer', re, value }));
      expect([await asked, session.model.frame]).toEqual([false, 0]);
    }
    expect(session.problem).toBe('The game gave an answer that is no timeline.');
    const asked = session.refresh({});
    const re = (await game.heard()).find(({ command }) => command === 'timeline')?.re;
    game.say(JSON.stringify({ type: 'answer', re, value: { ...empty, paused: false } }));
    expect([await asked, session.model.frame]).toEqual([true, 7]);
  });

  test('whatever they are, they throw nothing, and the model of the view takes only what it can show', async () => {
    const name = fc.constantFrom('started', 'ended', 'states', 'spans', 'infos', 'trace', 'missed', 'frame', 'paused');
    const value = fc.oneof(fc.jsonValue({ maxDepth: 3 }), fc.constantFrom<unknown>([], 0, { length: 1e9 }, [null]));
    const empty = { frame: 1, now: 1, started: [], ended: [], states: [], spans: [], infos: [], trace: [], missed: 0 };
    const answer = fc.dictionary(name, value).map((given) => ({ ...empty, paused: false, ...given }));
    const line = fc.oneof(
      fc.tuple(fc.constantFrom('event', 'paused', 'error', 'hello'), fc.dictionary(fc.string(), value)),
      fc.tuple(fc.constant('answer'), answer),
    );
    await fc.assert(
      fc.asyncProperty(fc.array(line, { maxLength: 8 }), async (lines) => {
        const game = endOf();
        const session = new Session(game.wire);
        game.say('{"spindle":1,"frame":0}');
        for (const [type, given] of lines) {
          const asked = session.refresh({});
          const [{ re } = { re: 0 }] = (await game.heard()).filter(({ command }) => command === 'timeline');
          game.say(JSON.stringify(type === 'answer' ? { type, re, value: given } : { ...given, type, re }));
          if (type !== 'answer') game.say(JSON.stringify({ type: 'answer', re, value: null }));
          await asked;
        }
        expect(typeof session.model.frame).toBe('number');
        expect(typeof session.problem).toBe('string');
      }),
      { numRuns: 200 },
    );
  });
});
