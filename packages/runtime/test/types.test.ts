import { typeCheck } from './type-check.js';

/** The types that the package ships. */
const shipped = { entry: 'dist/public.d.ts', others: 'dist/*.d.ts' };

const script = `import { Clock, Scheduler, scheduler, start, type Thread } from '@spindle/runtime';
import { ScriptHost } from '@spindle/runtime/host';
import { recorder, replay } from '@spindle/runtime/replay';
import { runToEnd } from '@spindle/runtime/testing';
import type {} from '@spindle/runtime/abi';
import type {} from '@spindle/runtime/globals';
import type {} from '@spindle/runtime/natives';
import type {} from '@spindle/runtime/schema';
import type {} from '@spindle/runtime/stacks';
export const thread: Thread = start(() => 1);
const room = new Scheduler({ inbox: recorder(), onError: (error, { name }) => void [error, name] });
runToEnd(replay(room.record(), (again) => new ScriptHost(again)));
export const numbers = [new Clock(scheduler.clock).now, thread.id, room.threads.length];
`;

test('the types that are shipped hold without those of the runtime itself, which no editor offers', () => {
  expect(typeCheck(script, shipped)).toBe('');
  const said = typeCheck(
    `${script}export const inside = [thread.flags, thread.lock, room.live, room.signals];`,
    shipped,
  );
  const missing = [...said.matchAll(/Property '(\w+)' does not exist on type '(\w+)'/g)].map(
    ([, name, of]) => `${of}.${name}`,
  );
  expect(missing).toEqual(['Thread.flags', 'Thread.lock', 'Scheduler.live', 'Scheduler.signals']);
}, 60_000);
