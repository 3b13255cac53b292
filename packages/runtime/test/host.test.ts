import { EventEmitter } from 'node:events';
import { Scheduler, wait, waitForEvent } from '../src/index.js';
import { ScriptHost } from '../src/host.js';
import { recorder, replay } from '../src/replay.js';
import { Stage } from './stage.js';

test('a script is started by its name, at once, with arguments, and gives a thread', () => {
  const stage = new Stage();
  const onAlert = stage.script('onAlert', function* (this: unknown, ...args: unknown[]): Generator {
    stage.log(`alert ${args.join()}`);
    yield wait(20);
    stage.log('calm');
    return 'over';
  } as () => Generator);
  const host = new ScriptHost(stage.scheduler, { onAlert });
  const thread = host.run('onAlert', 'north', 3);
  expect([thread.name, thread.status, host.threads]).toEqual(['onAlert', 'sleeping', [thread]]);
  stage.finish();
  expect(stage.lines).toEqual(['0 alert north,3', '2 calm']);
  expect([thread.result, host.threads]).toEqual(['over', []]);
});

test('an event that a script waits for resumes it by its id; the other script goes on waiting', () => {
  const stage = new Stage();
  const messages = new EventEmitter();
  const guard = stage.script('guard', function* () {
    stage.log(`${yield waitForEvent(messages, 'door')} opens`);
  });
  const host = new ScriptHost(stage.scheduler, { guard, other: guard });
  const [first, second] = [host.run('guard'), host.run('other')];
  expect(stage.scheduler.dump().split('\n')).toEqual([
    '#1 guard, priority 0, waiting: waitForEvent(EventEmitter, door), since frame 0',
    '#2 other, priority 0, waiting: waitForEvent(EventEmitter, door), since frame 0',
  ]);
  expect([host.resume(second.id, 'a trick'), host.resume(99)]).toEqual([true, false]);
  messages.emit('door', 'the gate');
  stage.pulse();
  expect(stage.lines).toEqual(['1 a trick opens', '1 the gate opens']);
  expect([first.status, second.status, messages.listenerCount('door')]).toEqual(['done', 'done', 0]);
});

test('a script that waits long holds up none that was started after it', () => {
  const stage = new Stage();
  const messages = new EventEmitter();
  const ask = (type: string) =>
    stage.script(type, function* () {
      stage.log(yield waitForEvent(messages, type));
    });
  const host = new ScriptHost(stage.scheduler, { long: ask('long'), short: ask('short') });
  host.run('long');
  messages.once('start', () => host.run('short'));
  messages.emit('start');
  messages.emit('short', 'the second is answered');
  stage.pulse();
  messages.emit('long', 'the first is answered');
  stage.pulse();
  expect(stage.lines).toEqual(['1 the second is answered', '2 the first is answered']);
});

test('a message resumes a script by its id, but none that another started', () => {
  const stage = new Stage();
  const talk = stage.script('talk', function* () {
    stage.log(`heard ${yield wait(1e9)}`);
  });
  const host = new ScriptHost(stage.scheduler, { talk });
  const foreign = stage.scheduler.spawn(talk);
  stage.pulse();
  const { id } = host.run('talk');
  expect([host.resume(foreign.id, 'no'), host.resume(id, 'yes'), host.resume(id, 'twice')]).toEqual([
    false,
    true,
    false,
  ]);
  stage.pulse();
  expect(stage.lines).toEqual(['2 heard yes']);
});

test('scripts act for an owner and with a priority, where those are given', () => {
  const stage = new Stage();
  const hero = stage.actor('hero');
  const host = new ScriptHost(stage.scheduler);
  host.define('walk', (steps: number) => hero.walk(steps), { owner: hero });
  host.define('late', () => wait(10), { priority: 5 });
  expect([host.run('walk', 1).owner, host.run('late').priority]).toEqual([hero, 5]);
  expect(host.names).toEqual(['walk', 'late']);
  host.run('walk', 1);
  expect(hero.threads.map(({ status }) => status)).toEqual(['sleeping', 'blocked']);
  stage.finish();
  expect(stage.lines).toEqual(['0 hero step 1', '1 hero step 1']);
});

test('a definition is replaced by a later one and taken back by the function that it gave', () => {
  const stage = new Stage();
  const host = new ScriptHost(stage.scheduler);
  const undoFirst = host.define('say', () => stage.log('first'));
  const undoSecond = host.define('say', () => stage.log('second'));
  undoFirst();
  host.run('say');
  undoSecond();
  expect(() => host.run('say')).toThrow('`run` knows no script `say`; it knows none. Define it first.');
  expect(stage.lines).toEqual(['0 second']);
});

test('an error of a script goes to onError, and the host goes on', () => {
  const stage = new Stage();
  const host = new ScriptHost(stage.scheduler, {
    fail: () => {
      throw new Error('broken');
    },
    say: () => stage.log('still here'),
  });
  expect(host.run('fail').status).toBe('failed');
  host.run('say');
  stage.pulse();
  expect(stage.lines).toEqual(['0 still here', '1 uncaught: broken in fail()']);
});

test('all scripts of a host end together, last started first', () => {
  const stage = new Stage();
  const nap = (name: string) =>
    stage.script(name, function* () {
      try {
        yield wait(1e6);
      } finally {
        stage.log(`${name} ends`);
      }
    });
  const host = new ScriptHost(stage.scheduler, { a: nap('a'), b: nap('b') });
  host.run('a');
  host.run('b');
  host.cancelAll('level over');
  expect(stage.lines).toEqual(['0 b ends', '0 a ends']);
  expect(host.threads).toEqual([]);
});

test('runs by name are records like any other: a replay checks them', () => {
  const play = (name: string) => (scheduler: Scheduler) =>
    void new ScriptHost(scheduler, { a: () => 1, b: () => 1 }).run(name, 7);
  const scheduler = new Scheduler({ inbox: recorder() });
  play('a')(scheduler);
  const log = scheduler.record();
  replay(log, play('a'));
  expect(() => replay(log, play('b'))).toThrow('the log has `run a(7)`, the run `run b(7)`');
});

test.each([
  [() => new ScriptHost({} as never), 'new ScriptHost expected a scheduler, got Object (object).'],
  [
    () => new ScriptHost(new Scheduler(), { a: 3 as never }),
    'new ScriptHost expected scripts that are functions, as a, got 3 (number).',
  ],
  [
    () => new ScriptHost(new Scheduler()).define('', () => 1),
    'define expected a name and a function, got "" (string).',
  ],
  [
    () => new ScriptHost(new Scheduler()).define('a', () => 1, { owner: globalThis }),
    'define expected an owner that can own (an object)',
  ],
])('wrong arguments are named: %#', (fn, message) => {
  expect(fn).toThrow(message);
});
