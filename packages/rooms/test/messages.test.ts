/** What is printed where nobody listens to reports. */
import { type Report, warn } from '../src/messages.js';

const { jest: spies } = import.meta as unknown as { readonly jest: typeof jest };

const room = 'inn';
const MENDED: readonly Report[] = [
  { kind: 'not made', room, why: new Error('no such door') },
  { kind: 'untrue', room, pulse: 3 },
  { kind: 'inputs lost', room, client: 'ann', first: 3, last: 4 },
  { kind: 'unsaved', room, why: ['`fetch` is waited for'] },
  { kind: 'unloaded', room, why: 'no such line' },
  { kind: 'aside', room },
  { kind: 'too slow', silentMs: 700 },
];
const ORDINARY: readonly Report[] = [
  { kind: 'moved', room, to: 'b' },
  { kind: 'not moved', room, reason: 'it is here' },
  { kind: 'written anew', room },
  { kind: 'fenced', room },
  { kind: 'ended', room },
  { kind: 'stopped', waiting: [] },
];

test('what somebody has to mend is printed, and nothing else', () => {
  const print = spies.spyOn(console, 'warn').mockImplementation(() => {});
  for (const report of [...MENDED, ...ORDINARY]) warn(report);
  const printed = print.mock.calls.map(([report]) => report as Report);
  print.mockRestore();
  expect(printed).toEqual(MENDED);
});
