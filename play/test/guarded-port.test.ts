import { type Breach, GuardedPort } from '../src/sandbox/guarded-port.js';

/** A port whose messages come when the test says so. */
function portOf() {
  const listeners = new Set<(event: { readonly data: unknown }) => void>();
  const state = { isStarted: false, isClosed: false, readCount: 0, sent: [] as unknown[] };
  const port = {
    addEventListener: (_type: string, listener: never) => listeners.add(listener),
    start: () => (state.isStarted = true),
    close: () => (state.isClosed = true),
    postMessage: (message: unknown) => state.sent.push(message),
  };
  /** It counts how often it is read, as a browser makes the value of a message only then. */
  const come = (data: unknown): void => {
    const event = {
      get data() {
        state.readCount++;
        return data;
      },
    };
    for (const listener of listeners) listener(event);
  };
  return { port: port as unknown as MessagePort, state, come };
}

const isText = (data: unknown): data is string => typeof data === 'string';

function guarded({ most = 3, answers = 0 } = {}) {
  const { port, state, come } = portOf();
  const breaches: Breach[] = [];
  const heard: string[] = [];
  const guard = new GuardedPort(port, { most, answers, isRight: isText, onBreach: (one) => breaches.push(one) });
  const listener = ({ data }: { readonly data: string }): void => void heard.push(data);
  return { guard, state, come, breaches, heard, listener };
}

test('what is granted is heard; the first that is too many closes the port, and is not read', () => {
  const { guard, state, come, breaches, heard, listener } = guarded();
  guard.addEventListener('message', listener);
  for (const text of ['a', 'b', 'c']) come(text);
  guard.grant(1);
  come('d');
  expect([heard.join(''), breaches, state.isClosed, state.readCount]).toEqual(['abcd', [], false, 4]);
  come('e');
  come('f');
  expect([heard.join(''), breaches, state.isClosed, state.readCount]).toEqual(['abcd', ['too many'], true, 4]);
});

test('what has another shape closes it', () => {
  const { guard, state, come, breaches, heard, listener } = guarded();
  guard.addEventListener('message', listener);
  come('a');
  come({});
  come('b');
  expect([heard, breaches, state.isClosed]).toEqual([['a'], ['unknown'], true]);
});

test('more than the most is never granted, however much is asked for', () => {
  const { guard, come, breaches, heard, listener } = guarded({ most: 3, answers: 2 });
  guard.addEventListener('message', listener);
  for (let i = 0; i < 100; i++) guard.postMessage('?');
  for (const text of ['a', 'b', 'c', 'd']) come(text);
  expect([heard.join(''), breaches]).toEqual(['abc', ['too many']]);
});

test('each question asks for answers', () => {
  const { guard, state, come, breaches, heard, listener } = guarded({ most: 3, answers: 2 });
  guard.addEventListener('message', listener);
  for (const text of ['a', 'b', 'c']) come(text);
  guard.postMessage('?');
  come('d');
  come('e');
  expect([heard.join(''), breaches, state.sent]).toEqual(['abcde', [], ['?']]);
  come('f');
  expect(breaches).toEqual(['too many']);
});

test('what comes before anybody listens is kept as far as it is granted, as the port is read from the start', () => {
  const { guard, state, come, breaches, heard, listener } = guarded({ most: 2 });
  expect(state.isStarted).toBe(true);
  come('a');
  come('b');
  guard.addEventListener('close' as never, listener);
  expect(heard).toEqual([]);
  guard.addEventListener('message', listener);
  expect(heard).toEqual(['a', 'b']);
  guard.removeEventListener('message', listener);
  guard.grant(1);
  come('c');
  expect([heard, breaches]).toEqual([['a', 'b'], []]);
});

test('a port that the page has closed says nothing more, and nobody is blamed', () => {
  const { guard, state, come, breaches, heard, listener } = guarded({ most: 1 });
  guard.addEventListener('message', listener);
  guard.close();
  come('a');
  come('b');
  expect([heard, breaches, state.readCount]).toEqual([[], [], 0]);
});
