import { NotInThreadError, race, Scheduler, wait, withTimeout } from '../../src/index.js';
import { defineWait } from '../../src/host.js';
import { recorder, replay } from '../../src/replay.js';
import { subscribe } from '../../src/waits/channels.js';
import { unsubscribe } from '../../src/waits/unsubscribe.js';
import { channelOf, DefinedWait, definitionOf } from '../../src/words/define-wait.js';
import { Stage } from '../stage.js';

/** What has begun, and how to end it. */
class Doors {
  readonly log: string[] = [];
  readonly settle = new Map<string, (value: string) => void>();
  readonly wait = defineWait<[door: string, width?: number], string>({
    kind: 'castle.door',
    begin: ([door], settle) => {
      this.log.push(`begin ${door}`);
      this.settle.set(door, settle);
      return () => void this.log.push(`undo ${door}`);
    },
  });
}

const doorsAndStage = (): [Doors, Stage] => [new Doors(), new Stage()];

test('a wait begins with its arguments, ends with what it is settled with, and is undone at once', () => {
  const [doors, stage] = doorsAndStage();
  const guest = stage.play(
    stage.script('guest', function* () {
      stage.log(yield doors.wait('north', 2));
      yield wait(20);
    }),
  );
  expect([doors.log, guest.status, guest.waitingFor]).toEqual([
    ['begin north'],
    'waiting',
    'castle.door(north, 2), since frame 0',
  ]);
  doors.settle.get('north')?.('the porter');
  doors.settle.get('north')?.('somebody else');
  expect(doors.log).toEqual(['begin north', 'undo north']);
  stage.pulse();
  expect([stage.lines, doors.log]).toEqual([['1 the porter'], ['begin north', 'undo north']]);
  stage.finish();
  expect(doors.log).toEqual(['begin north', 'undo north']);
});

test('in a loop the wait before is undone when the next one of the same kind begins', () => {
  const doors = new Map<string, (who: string) => void>();
  const waitForDoor = defineWait<[door: string], string>({
    kind: 'castle.door by its name',
    begin([door], settle) {
      doors.set(door, settle);
      return () => void doors.delete(door);
    },
  });
  const stage = new Stage();
  stage.play(
    stage.script('guest', function* () {
      for (let i = 0; i < 3; i++) stage.log(yield waitForDoor('north'));
    }),
  );
  for (const who of ['the porter', 'the cook', 'the cat']) {
    doors.get('north')!(who);
    stage.pulse();
  }
  expect([stage.lines, doors.size]).toEqual([['1 the porter', '2 the cook', '3 the cat'], 0]);
});

test.each<[string, (doors: Doors) => unknown, (stage: Stage) => void]>([
  ['a cancel', (doors) => doors.wait('north'), ({ scheduler }) => scheduler.cancelAll('enough')],
  [
    'a race that is lost',
    (doors) =>
      race(
        () => wait(10),
        () => doors.wait('north'),
      ),
    () => {},
  ],
  ['a time that is out', (doors) => withTimeout(10, () => doors.wait('north')), () => {}],
])('%s undoes it once; what settles it then does nothing', (_how, body, meanwhile) => {
  const [doors, stage] = doorsAndStage();
  stage.play(
    stage.script('guest', function* () {
      try {
        yield body(doors);
      } catch {}
      yield wait(10);
      stage.log('goes on');
    }),
  );
  meanwhile(stage);
  stage.pulse();
  doors.settle.get('north')?.('late');
  stage.finish();
  expect(doors.log).toEqual(['begin north', 'undo north']);
});

test('what is over as it begins lets the script go on in the next pulse', () => {
  const stage = new Stage();
  const ready = defineWait<[], number>({
    kind: 'ready',
    begin(_args, settle) {
      settle(7);
      return () => {};
    },
  });
  stage.play(
    stage.script('guest', function* () {
      stage.log(yield ready());
    }),
  );
  stage.finish();
  expect(stage.lines).toEqual(['1 7']);
});

test('an error of begin is thrown at the wait, also that of one that returns no function', () => {
  const stage = new Stage();
  const broken = defineWait({
    kind: 'broken',
    begin() {
      throw new Error('no such door');
    },
  });
  const forgetful = defineWait({ kind: 'forgetful', begin: (() => undefined) as never });
  for (const word of [broken, forgetful])
    stage.play(
      stage.script('guest', function* () {
        try {
          yield word();
        } catch (error) {
          stage.log((error as Error).message);
        }
      }),
    );
  stage.finish();
  expect(stage.lines).toEqual([
    '1 no such door',
    '1 forgetful expected a `begin` that returns a function which undoes it, got undefined.',
  ]);
});

test('an error of what undoes it comes out of the pulse, and the script goes on', () => {
  const stage = new Stage();
  let open = (): void => {};
  const jammed = defineWait({
    kind: 'jammed',
    begin: (_args, settle) => {
      open = settle;
      return () => {
        throw new Error('the door is jammed');
      };
    },
  });
  stage.play(
    stage.script('guest', function* () {
      yield jammed();
      yield wait(10);
      stage.log('goes on');
    }),
  );
  open();
  expect(() => stage.pulse()).toThrow('the door is jammed');
  stage.pulse();
  expect(stage.lines).toEqual(['2 goes on']);
});

test('outside any thread the word is refused by its kind', () => {
  const doors = new Doors();
  expect(() => doors.wait('north')).toThrow(NotInThreadError);
  expect(() => doors.wait('north')).toThrow(/castle\.door/);
  expect(doors.log).toEqual([]);
});

test('the arguments are named only where somebody looks', () => {
  const stage = new Stage();
  const shy = defineWait<[object]>({ kind: 'shy', begin: () => () => {} });
  let asked = 0;
  const object = {
    get name() {
      asked++;
      return 'it';
    },
  };
  const thread = stage.play(
    stage.script('guest', function* () {
      yield shy(object);
    }),
  );
  stage.pulse();
  expect(asked).toBe(0);
  expect(thread.waitingFor).toBe('shy(it), since frame 0');
});

test('the thread has its kind and its arguments as data', () => {
  const [doors, stage] = doorsAndStage();
  const thread = stage.play(
    stage.script('guest', function* () {
      yield doors.wait('north');
    }),
  );
  const { source } = thread.subscription.channel;
  expect(source).toBeInstanceOf(DefinedWait);
  expect([source.definition.kind, source.args]).toEqual(['castle.door', ['north']]);
});

test('its kind and its arguments are all that is needed to begin it again', () => {
  const [doors, stage] = doorsAndStage();
  const thread = stage.play(
    stage.script('guest', function* () {
      stage.log(yield doors.wait('north'));
    }),
  );
  const { kind } = thread.subscription.channel.source.definition;
  unsubscribe(thread);
  subscribe(thread, channelOf(new DefinedWait(definitionOf(kind)!, ['south']), thread));
  thread.content = thread.subscription.channel;
  expect([doors.log, thread.waitingFor]).toEqual([
    ['begin north', 'undo north', 'begin south'],
    'castle.door(south), since frame 0',
  ]);
  doors.settle.get('north')?.('nobody');
  doors.settle.get('south')?.('the porter');
  stage.finish();
  expect(stage.lines).toEqual(['1 the porter']);
});

test('a later definition of a kind takes the place of the earlier one, where it is looked up by its name', () => {
  const first = { kind: 'again', begin: () => () => {} };
  const second = { ...first };
  defineWait(first);
  defineWait(second);
  expect(definitionOf('again')).toBe(second);
  expect(definitionOf('never')).toBeUndefined();
});

test('a log has how it ended; its replay begins it, and is not settled by it', () => {
  const run = (scheduler: Scheduler): [Doors, string[]] => {
    const doors = new Doors();
    const stage = new Stage();
    scheduler.enter(
      stage.script('guest', function* () {
        stage.log(yield doors.wait('north'));
      }),
    );
    return [doors, stage.lines];
  };
  const recorded = new Scheduler({ inbox: recorder() });
  const [doors, lines] = run(recorded);
  recorded.pulse(10);
  doors.settle.get('north')?.('the porter');
  recorded.pulse(10);
  const log = recorded.record();
  expect(log.records.find(({ kind }) => kind === 'event')).toMatchObject({ name: 'castle.door, end' });
  let again: string[] = [];
  replay(log, (scheduler) => {
    const [replayed, shown] = run(scheduler);
    again = shown;
    replayed.settle.get('north')?.('nobody');
  });
  expect(again).toEqual(lines);
  expect(lines).toEqual(['0 the porter']);
});
