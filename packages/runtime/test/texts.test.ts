import * as errors from '../src/messages/errors.js';
import { tooMany } from '../src/messages/more-arguments.js';
import { Scheduler, start, type Thread, wait } from '../src/index.js';
import { translate } from '../src/texts.js';
import { Stage } from './stage.js';

describe('the text of a message in another language', () => {
  const error = errors.timedOut('wait(500)', 100);

  test.each([
    [
      'a text that names values in braces',
      { SPN506: '{wait} dauert länger als {ms} ms.' },
      'wait(500) dauert länger als 100 ms.',
    ],
    [
      'a function that gets the values',
      { SPN506: ({ ms }: { ms: number }) => `Mehr als ${ms} ms.` },
      'Mehr als 100 ms.',
    ],
    ['a text that names what is not known', { SPN506: '{ms} {wer} {}' }, '100 {wer} {}'],
    ['no text of that code', { SPN505: 'Abgebrochen.' }, error.message],
    ['what every object has', { SPN506: undefined } as never, error.message],
  ])('%s', (_what, texts, expected) => {
    expect(translate(error, texts)).toBe(expected);
  });

  test('gets the fields of the message, too: those of an error, and of a diagnostic of the compiler', () => {
    const lost = errors.cancelled('walk', 'STOP');
    expect(translate(lost, { SPN505: '{thread}: {reason}' })).toBe('walk: STOP');
    const runaway = errors.runaway(20);
    errors.nameRunaway(runaway, 'walk()', [3, 7]);
    expect(translate(runaway, { SPN508: '{call}, {lines}, {limit}' })).toBe('walk(), 3, 7, 20');
    const diagnostic = { code: 'SPN216', message: 'no', line: 2, values: { name: 'forwad', near: ['forward', 'for'] } };
    expect(translate(diagnostic, { SPN216: 'Zeile {line}: {name}? {near}?' })).toBe('Zeile 2: forwad? forward, for?');
  });

  test.each([
    ['an error of the game', new Error('boom'), 'boom'],
    ['what is no error', 'boom', 'boom'],
    ['nothing', undefined, 'undefined'],
    ['a code that only objects have', { code: 'toString', message: 'boom' }, 'boom'],
  ])('%s keeps its own', (_what, thrown, expected) => {
    expect(translate(thrown, { SPN505: 'x' })).toBe(expected);
  });
});

describe('the values of an error are enough to write its text', () => {
  const mark = (key: string): string => `<${key}>`;
  const call = { code: { label: 'walk', path: 'Hero.walk' }, args: [1] };
  const hero = { name: 'hero' };
  const cases: [string, Error & { values?: object }][] = Object.entries({
    SPN501: errors.lostPause(mark('wait'), [mark('calls')], mark('noticed')),
    SPN502: errors.cannotPauseHere(mark('wait'), mark('region')),
    SPN520: errors.cannotQueueHere(mark('call'), mark('owner'), mark('threads'), mark('region')),
    SPN504: errors.notInThread(mark('word')),
    SPN532: errors.notCompiledHere(mark('word')),
    SPN534: errors.ownWaitMissing(mark('word')),
    SPN527: errors.noTestRunner(mark('word')),
    SPN528: errors.neverEnded(mark('title'), 7, mark('dump')),
    SPN539: errors.dependsOnOrder(mark('message'), mark('order'), mark('trace')),
    SPN505: errors.cancelled(mark('thread'), mark('reason')),
    SPN506: errors.timedOut(mark('wait'), 100),
    SPN507: errors.ownerGone(hero, call, mark('reason')),
    SPN521: errors.schedulerClosed(mark('call'), mark('reason')),
    SPN508: errors.runaway(20),
    SPN511: errors.deadlock([mark('threads')]),
    SPN510: errors.otherScheduler(hero, mark('call')),
    SPN512: errors.foreignQueue(mark('queue')),
    SPN515: errors.replayDiffers(1, 2, mark('expected'), mark('given')),
    SPN516: errors.cannotSupply(1, 2, mark('name'), mark('value')),
    SPN518: errors.noSuchScript(mark('name'), [mark('names')]),
    SPN536: tooMany('wait', 1, [1, 2]),
    SPN537: errors.badArgument(mark('word'), mark('expected'), 5),
  }).map(([code, error]) => [code, error]);

  test.each(cases)('%s', (code, error) => {
    expect(error).toMatchObject({ code });
    const facts = Object.assign({}, error, error.values) as Record<string, unknown>;
    for (const [, key = ''] of error.message.matchAll(/<(\w+)>/g))
      expect([key, String(facts[key])]).toEqual([key, mark(key)]);
    // Numbers stand in the text as they are in the values.
    for (const value of Object.values(error.values ?? {}).flat())
      if (typeof value === 'number') expect(error.message).toContain(String(value));
  });

  test('and are plain data, so that a page can send them to a worker', () => {
    for (const [, error] of cases) expect(structuredClone(error.values)).toEqual(error.values);
  });
});

test('a page tells its learners of errors in their language', () => {
  const stage = new Stage();
  const texts = {
    SPN506: 'Zu langsam: {wait}',
    SPN537: '{word} braucht eine Zahl, nicht {given}.',
    SPN505: '{thread} wurde beendet.',
  };
  const told: string[] = [];
  const room = new Scheduler({ onError: (error) => told.push(translate(error, texts)) });
  room.spawn(function program() {
    return wait('bald' as never);
  });
  room.pulse(16);
  const sleeps = stage.script('sleeps', function* () {
    yield wait(100);
  });
  const thread = room.enter(() => start(sleeps as never)) as unknown as Thread;
  thread.cancel('STOP');
  expect(told).toEqual(['wait braucht eine Zahl, nicht "bald" (string).']);
  return expect(thread.catch((error: unknown) => translate(error, texts))).resolves.toBe('sleeps wurde beendet.');
});
