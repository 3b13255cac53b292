/**
 * Is it a log? It comes from a file, so each field is checked before anything runs, and an error names the path of the
 * field.
 */
import { badLog } from '../messages/errors.js';
import { describe } from '../messages/format.js';
import { isOrder } from '../scheduling/order.js';
import type { Log } from '../threads/inbox.js';
import { isDecodable } from './codec.js';

type Fields = Readonly<Record<string, unknown>>;
type Rule = readonly [name: string, expected: string, isRight: (value: any) => boolean];

const isCount = (value: unknown): boolean => Number.isSafeInteger(value) && (value as number) >= 0;
const isText = (value: unknown): boolean => typeof value === 'string';
const isState = (value: unknown): boolean =>
  Array.isArray(value) && value.length === 3 && value.every((part) => Number.isSafeInteger(part));
const isObject = (value: unknown): value is Fields =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

const LOG: readonly Rule[] = [
  ['version', '1', (version) => version === 1],
  ['seed', 'a finite number', Number.isFinite],
  ['order', 'a seed, the text of an order or nothing', (order) => order === undefined || isOrder(order)],
  ['save', 'a text or nothing', (save) => save === undefined || isText(save)],
  // Older logs have none.
  [
    'maxStepsPerTurn',
    'a number > 0 or null',
    (steps) => steps === undefined || steps === null || (typeof steps === 'number' && steps > 0),
  ],
  ['records', 'an array', Array.isArray],
  ['end', 'three whole numbers', isState],
  ['count', 'a whole number ≥ 0', (count) => count === undefined || isCount(count)],
];

const RECORD: readonly Rule[] = [
  ['frame', 'a whole number ≥ 0', isCount],
  ['seq', 'a whole number ≥ 0', isCount],
  ['kind', 'a text', isText],
  ['name', 'a text', isText],
  ['args', 'an array of JSON', (args) => Array.isArray(args) && isDecodable(args)],
  // What only some kinds have is shown where a record differs, whatever its kind.
  ['state', 'three whole numbers or nothing', (state) => state === undefined || isState(state)],
];

/** What some kinds of record have besides. */
const OF_KIND: Readonly<Record<string, readonly Rule[]>> = {
  pulse: [
    ['args', 'one number of ms ≥ 0', (args) => args.length === 1 && Number.isFinite(args[0]) && args[0] >= 0],
    ['state', 'three whole numbers', isState],
  ],
  event: [['link', 'a whole number ≥ 1', (link) => isCount(link) && link > 0]],
  input: [
    [
      'args',
      '"value" or "error", and one more',
      ([how, ...more]) => (how === 'value' || how === 'error') && more.length === 1,
    ],
  ],
};

/** @throws {TypeError} naming the record and the field. */
export function checkLog(log: unknown): asserts log is Log {
  let fault: string | undefined;
  try {
    fault = isObject(log) ? faultOf(log) : describe(log);
  } catch {
    fault = `${describe(log)}, which cannot be read`;
  }
  if (fault !== undefined) throw badLog(fault);
}

function faultOf(log: Fields): string | undefined {
  const fault = faultOfFields(log, LOG);
  if (fault !== undefined) return `one whose ${fault}`;
  const { records, count = records } = log as { records: readonly unknown[]; count?: unknown };
  let before: Position = { frame: 0, seq: -1 };
  for (let i = 0; i < records.length; i++) {
    const record = records[i];
    const wrong = isObject(record) ? faultOfRecord(record, before) : `is ${describe(record)}`;
    if (wrong !== undefined) return `one whose record ${i} ${wrong}`;
    before = record as Position;
  }
  if (typeof count === 'number' && count !== records.length) return `one with ${records.length} records of ${count}`;
  return undefined;
}

interface Position {
  readonly frame: number;
  readonly seq: number;
  readonly kind?: string;
}

function faultOfRecord(record: Fields, before: Position): string | undefined {
  const fault = faultOfFields(record, RECORD) ?? faultOfFields(record, OF_KIND[record['kind'] as string] ?? []);
  if (fault !== undefined) return `has a wrong field: ${fault}`;
  const { frame, seq } = record as unknown as Position;
  const wanted = frame === before.frame ? before.seq + 1 : 0;
  // A run goes back only where it rewinds.
  if ((frame >= before.frame || before.kind === 'rewind') && seq === wanted) return undefined;
  return `is number ${seq} of frame ${frame}, behind number ${before.seq} of frame ${before.frame}`;
}

function faultOfFields(fields: Fields, rules: readonly Rule[]): string | undefined {
  const broken = rules.find(([name, , isRight]) => !isRight(fields[name]));
  if (broken === undefined) return undefined;
  const [name, expected] = broken;
  return `\`${name}\` is ${describe(fields[name])}, not ${expected}`;
}
