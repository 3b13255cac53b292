/** The client's half alone. */
import { type ClientEffect, ClientLink } from '../src/client.js';
import type { RoomMessage } from '../src/messages.js';

const made = (): ClientLink => new ClientLink({ client: 'ann', random: () => 0.5 });

/** Found, and welcomed. */
function entered(): ClientLink {
  const link = made();
  link.take({ kind: 'tick' }, 0);
  link.take({ kind: 'found', process: 'a' }, 5);
  link.take({ kind: 'message', link: 'ann/1', message: outputs({ welcome: { rewoundTo: null } }) }, 10);
  return link;
}

function outputs(given: Partial<Extract<RoomMessage, { kind: 'outputs' }>> = {}): RoomMessage {
  return {
    kind: 'outputs',
    epoch: 1,
    pulse: 1,
    after: 0,
    outputs: [],
    last: 0,
    sure: 0,
    acked: 0,
    entries: 0,
    welcome: null,
    ...given,
  };
}

const output = (n: number) => ({ n, pulse: n, to: null, body: `output ${n}` });
const kindsOf = (effects: readonly ClientEffect[]): string[] =>
  effects.map((one) => (one.to === 'game' ? one.what.kind : one.to));

test('it looks the room up once at a time', () => {
  const link = made();
  expect(kindsOf(link.take({ kind: 'tick' }, 0))).toEqual(['directory']);
  for (let ms = 50; ms < 1000; ms += 50) expect(link.take({ kind: 'tick' }, ms)).toEqual([]);
  expect(kindsOf(link.take({ kind: 'tick' }, 1000))).toEqual(['directory']);
});

test('while nobody has the room, it asks again, later and later, and gives up after its seat', () => {
  const link = made();
  const asked: number[] = [];
  let ended: readonly ClientEffect[] = [];
  for (let ms = 0; ms <= 61_000 && ended.length === 0; ms += 10) {
    const effects = link.take({ kind: 'tick' }, ms);
    if (kindsOf(effects).includes('directory')) {
      asked.push(ms);
      link.take({ kind: 'found', process: null }, ms);
    } else ended = effects;
  }
  expect(asked.slice(0, 6)).toEqual([0, 20, 60, 140, 300, 500]);
  expect(ended).toEqual([{ to: 'game', what: { kind: 'left', code: 4014 } }]);
});

test('whoever has a seat asks again soon where the process that was found is dead; who has none, later and later', () => {
  const asks = (link: ClientLink, sinceMs: number): number[] => {
    const asked: number[] = [];
    for (let ms = sinceMs; ms <= sinceMs + 2000; ms += 10) {
      if (!kindsOf(link.take({ kind: 'tick' }, ms)).includes('directory')) continue;
      asked.push(ms - sinceMs);
      const [hello] = link.take({ kind: 'found', process: 'a' }, ms);
      if (hello?.to === 'process') link.take({ kind: 'closed', link: hello.link }, ms);
    }
    return asked;
  };
  expect(asks(made(), 0).length).toBeLessThan(15);
  const link = entered();
  link.take({ kind: 'closed', link: 'ann/1' }, 20);
  link.take({ kind: 'found', process: null }, 20);
  expect(asks(link, 30).length).toBeGreaterThan(35);
});

test('inputs are sent until they are acknowledged', () => {
  const link = entered();
  expect(kindsOf(link.input('clap', [], 20))).toEqual(['process']);
  link.input('clap', [], 30);
  const [again] = link.take({ kind: 'tick' }, 300);
  expect(again).toMatchObject({ message: { inputs: [{ n: 1 }, { n: 2 }], again: false } });
  link.take({ kind: 'message', link: 'ann/1', message: outputs({ acked: 1 }) }, 310);
  expect(link.unacknowledged).toBe(1);
  const [hello] = link.take(
    { kind: 'message', link: 'ann/1', message: { kind: 'moved', epoch: 2, process: 'b' } },
    320,
  );
  expect(hello).toMatchObject({ process: 'b', link: 'ann/2', message: { again: true, acked: 1, inputs: [{ n: 2 }] } });
});

test('each output comes once and in order; what was lost is asked for', () => {
  const link = entered();
  const hear = (given: Parameters<typeof outputs>[0]) =>
    kindsOf(link.take({ kind: 'message', link: 'ann/1', message: outputs(given) }, 20));
  expect(hear({ outputs: [output(1), output(2)], last: 2 })).toEqual(['output', 'output']);
  expect(hear({ outputs: [output(1), output(2)], last: 2 })).toEqual([]);
  expect(hear({ after: 5, outputs: [output(6)], last: 6 })).toEqual(['process']);
  expect(hear({ after: 1, outputs: [output(2), output(3)], last: 3 })).toEqual(['output']);
});

test('a message of a lower epoch, or of an older connection, is not heard', () => {
  const link = entered();
  link.take({ kind: 'message', link: 'ann/1', message: { kind: 'moved', epoch: 3, process: 'b' } }, 20);
  expect(
    link.take({ kind: 'message', link: 'ann/1', message: outputs({ outputs: [output(1)], last: 1 }) }, 30),
  ).toEqual([]);
  link.take({ kind: 'message', link: 'ann/2', message: outputs({ epoch: 3, welcome: { rewoundTo: null } }) }, 40);
  expect(
    link.take({ kind: 'message', link: 'ann/2', message: outputs({ epoch: 2, outputs: [output(1)], last: 1 }) }, 50),
  ).toEqual([]);
});

test('an epoch begins with a welcome: without it the client asks', () => {
  const link = entered();
  const effects = link.take(
    { kind: 'message', link: 'ann/1', message: outputs({ epoch: 2, outputs: [output(1)], last: 1 }) },
    20,
  );
  expect(effects).toMatchObject([{ to: 'process', message: { again: true, epoch: 1 } }]);
});

test('after silence it looks the room up', () => {
  const link = entered();
  expect(kindsOf(link.take({ kind: 'tick' }, 900))).toEqual(['process']);
  expect(kindsOf(link.take({ kind: 'tick' }, 1100))).toEqual(['directory']);
});

test('leaving is remembered until it is acknowledged', () => {
  const link = entered();
  link.leave(20);
  expect(link.input('clap', [], 25)).toEqual([]);
  link.take({ kind: 'closed', link: 'ann/1' }, 30);
  const [hello] = link.take({ kind: 'found', process: 'b' }, 60);
  expect(hello).toMatchObject({ process: 'b', message: { inputs: [{ n: 1, leave: true }] } });
  const left = link.take(
    { kind: 'message', link: 'ann/2', message: outputs({ epoch: 2, acked: 1, welcome: { rewoundTo: null } }) },
    70,
  );
  expect(left.at(-1)).toEqual({ to: 'game', what: { kind: 'left', code: 4011 } });
});

test('outputs that are kept no more are named', () => {
  const link = entered();
  const message = outputs({ after: 7, outputs: [output(8)], last: 8, welcome: { rewoundTo: null } });
  expect(link.take({ kind: 'message', link: 'ann/1', message }, 20)).toEqual([
    { to: 'game', what: { kind: 'missed', first: 1, last: 7 } },
    { to: 'game', what: { kind: 'output', output: output(8) } },
  ]);
});
