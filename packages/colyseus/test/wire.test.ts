import { readToRoom } from '../src/read-to-room.js';
import { processName, readProcessName } from '../src/wire.js';

const message = {
  epoch: 1,
  seen: 2,
  sure: 2,
  acked: 0,
  entries: 3,
  inputs: [{ n: 1, name: 'clap', args: [] }],
  again: false,
  isIn: true,
};

test('the name of a process says how clients reach it', () => {
  expect(readProcessName(processName('abc', 'host:2567'))).toEqual({ id: 'abc', address: 'host:2567' });
  expect(readProcessName(processName('abc', undefined))).toEqual({ id: 'abc', address: null });
});

test('who a client is and what it joined with is said by the server, whatever the client says', () => {
  const said = { link: 'ann/1', message: { ...message, client: 'bob', data: { auth: 'admin' } } };
  expect(readToRoom(said, 'ann', { auth: null })).toEqual({
    link: 'ann/1',
    message: { ...message, client: 'ann', data: { auth: null } },
  });
});

test.each([
  null,
  'text',
  {},
  { link: '', message },
  { link: 'x'.repeat(201), message },
  { link: 'a', message: { ...message, seen: -1 } },
  { link: 'a', message: { ...message, epoch: '1' } },
  { link: 'a', message: { ...message, inputs: {} } },
  { link: 'a', message: { ...message, inputs: [{ n: 1, name: 'clap' }] } },
  { link: 'a', message: { ...message, inputs: [{ n: 0.5, leave: true }] } },
  { link: 'a', message: { ...message, again: 1 } },
])('what no helper sends is dropped: %j', (given) => {
  expect(readToRoom(given, 'ann', null)).toBeNull();
});
