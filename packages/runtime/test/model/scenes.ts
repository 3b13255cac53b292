import { number, type Program, type Receiver, type Statement } from './program.js';

/** Small scripts for the fault tests. Whatever goes wrong in them, all of their threads end. */

type Part = Omit<Statement, 'id'> & Record<string, unknown>;

const part = (fields: Part): Statement => ({ id: 0, ...fields }) as Statement;

/** Every body stands in `try … finally`, and the `finally` block waits and acts too. */
const careful = (...body: Statement[]): Statement[] => [
  part({ do: 'try', body, catch: null, finally: [wait(10, true), part({ do: 'log' })] }),
];

const call = (on: Receiver, how: 'used' | 'beside' | 'outside', ...body: Statement[]): Statement =>
  part({ do: 'call', on, fn: 0, how, slot: how === 'outside' ? 0 : null, gives: null, body: careful(...body) });
const wait = (ms: number, held = false): Statement => part({ do: 'wait', ms, held });
const loop = (times: number, ...body: Statement[]): Statement => part({ do: 'loop', times, body });
const group = (how: string, held: boolean, ...branches: Statement[][]): Statement =>
  part({ do: 'group', how, held, ms: 40, branches: branches.map((branch) => careful(...branch)) });
const join = (held: boolean): Statement => part({ do: 'join', slot: 0, held });
const waitEntity = (on: number): Statement => part({ do: 'waitEntity', on, held: false });
const attach = (...body: Statement[]): Statement =>
  part({ do: 'start', how: 'attach', slot: 1, priority: 0, owner: null, body: careful(...body) });
const caught = (...body: Statement[]): Statement =>
  part({ do: 'try', body, catch: [wait(10)], finally: [part({ do: 'log' })] });

const [a, b, c] = [0, 1, 2];
const play = (...body: Statement[]): Program => number({ actors: 3, firstSource: 0, roots: [{ frame: 0, body }] });

export const scenes: Readonly<Record<string, Program>> = {
  'used calls through three owners': play(call(a, 'outside', call(b, 'used', call(c, 'used', wait(20), loop(2))))),
  'a queue of three': play(
    call(a, 'outside', wait(20, true)),
    call(a, 'outside', loop(2)),
    call(a, 'outside', call('this', 'used', wait(10, true))),
  ),
  'statements on others': play(
    call(a, 'outside', call(b, 'beside', loop(3)), call(c, 'beside', wait(20)), waitEntity(b)),
  ),
  'the family comes back': play(
    call(a, 'outside', call(b, 'used', wait(10), call(a, 'used', wait(10, true)), call(a, 'beside', loop(1)))),
  ),
  'lost in its own turn': play(
    call(a, 'outside', call(a, 'outside', wait(20, true)), call(b, 'used', loop(2)), loop(1), join(false)),
  ),
  'all held': play(
    call(a, 'outside', group('all', true, [call(a, 'used', loop(2))], [call(a, 'used', wait(20, true))])),
  ),
  'all free': play(
    call(a, 'outside', group('all', false, [call(a, 'used', loop(2))], [call(a, 'used', wait(20, true))])),
  ),
  'a race on one owner': play(
    call(a, 'outside', group('race', false, [call(b, 'used', loop(5))], [wait(20)], [call(b, 'used', loop(1))])),
  ),
  'a timeout': play(call(a, 'outside', caught(group('withTimeout', true, [call(b, 'used', loop(9))])), wait(10))),
  'a scene that is held': play(
    call(a, 'outside', group('hold', true, [wait(10), call(a, 'used', loop(1)), wait(10)])),
    call(a, 'outside', loop(1)),
  ),
  'attached threads': play(call(a, 'outside', attach(loop(9)), attach(call(b, 'used', loop(9))), loop(2))),
  'a join of a queued call': play(
    call(b, 'outside', call(a, 'outside', loop(2)), call(a, 'outside', loop(1)), join(true)),
  ),
};
