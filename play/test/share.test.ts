import { deflateRawSync } from 'node:zlib';
import { fragmentOf, readFragment } from '../src/share.js';

const MOST = 256 * 1024;
const linkOf = (text: string | Buffer): string => `#code=${deflateRawSync(text).toString('base64url')}`;

test('a fragment holds the code, up to the most that it may be', async () => {
  for (const code of ['', 'wait(1);\n// Ünïcode 🧵\n', 'x'.repeat(MOST)]) {
    const hash = await fragmentOf(code);
    expect(await readFragment(hash!)).toEqual({ code });
  }
  expect(await readFragment('#scene=guard')).toEqual({ scene: 'guard' });
  expect(await readFragment('')).toBeNull();
});

test('what is longer gets no link, and a link that holds more is not read to its end', async () => {
  expect(await fragmentOf('x'.repeat(MOST + 1))).toBeNull();
  // In bytes, not in characters.
  expect(await fragmentOf('ü'.repeat(MOST / 2 + 1))).toBeNull();
  expect(await readFragment(linkOf('x'.repeat(MOST + 1)))).toEqual({ problem: 'too long' });
  expect(await readFragment(linkOf(Buffer.alloc(60_000_000, 'x')))).toEqual({ problem: 'too long' });
  expect(await readFragment(`#code=${'A'.repeat(10_000_000)}`)).toEqual({ problem: 'too long' });
});

test('a link that was cut off is broken', async () => {
  const hash = await fragmentOf('start(() => walk(3));\n'.repeat(20));
  for (const bad of [hash!.slice(0, -8), '#code=AAAA', '#code=', '#code=%', '#code=ä'])
    expect(await readFragment(bad)).toEqual({ problem: 'broken' });
});
