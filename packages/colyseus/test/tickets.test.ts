import { readTicket, tokenOf, writeTicket } from '../src/tickets.js';

const data = { auth: { id: 7, name: 'Änn' }, options: null };

test('a ticket is read by who has the secret of the room, and nobody else', () => {
  const ticket = writeTicket('secret', 'ann', data)!;
  expect(readTicket('secret', 'ann', ticket)).toEqual(data);
  expect(readTicket('another', 'ann', ticket)).toBeNull();
  expect(readTicket('secret', 'bob', ticket)).toBeNull();
  expect(Buffer.from(ticket, 'base64url').includes('name')).toBe(false);
});

test.each([undefined, null, 7, '', 'AAAA', 'x'.repeat(60), {}])('%j is no ticket', (given) => {
  expect(readTicket('secret', 'ann', given)).toBeNull();
});

test('each changed byte is noticed', () => {
  const bytes = Buffer.from(writeTicket('secret', 'ann', data)!, 'base64url');
  for (let at = 0; at < bytes.length; at++) {
    const changed = Buffer.from(bytes);
    changed[at]! ^= 1;
    expect(readTicket('secret', 'ann', changed.toString('base64url'))).toBeNull();
  }
});

test('what is too long for a message has no ticket', () => {
  expect(writeTicket('secret', 'ann', { auth: 'x'.repeat(3000), options: null })).toBeNull();
});

test('each player of each room has a token of its own', () => {
  const tokens = [tokenOf('a', 'ann'), tokenOf('a', 'bob'), tokenOf('b', 'ann')];
  expect(new Set(tokens).size).toBe(3);
  expect(tokenOf('a', 'ann')).toBe(tokens[0]);
});
