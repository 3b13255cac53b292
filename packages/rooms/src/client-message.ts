/** Whatever a client sends is checked before a room sees it. */
import { type ClientMessage, MOST_INPUTS } from './messages.js';

const MOST_NAME = 200;

/** Only what a room reads of it; null: it is no message of a client. */
export function readClientMessage(given: unknown): ClientMessage | null {
  if (!isRecord(given)) return null;
  const { client, epoch, seen, sure, acked, entries, inputs, again, isIn, data = null } = given;
  const isGood =
    isName(client) &&
    [epoch, seen, sure, acked, entries].every(isCount) &&
    typeof again === 'boolean' &&
    typeof isIn === 'boolean' &&
    Array.isArray(inputs) &&
    inputs.length <= MOST_INPUTS &&
    inputs.every(isInput);
  return isGood
    ? ({ client, epoch, seen, sure, acked, entries, inputs, again, isIn, data } as unknown as ClientMessage)
    : null;
}

function isInput(given: unknown): boolean {
  if (!isRecord(given) || !isCount(given.n)) return false;
  return given.leave === true || (isName(given.name) && Array.isArray(given.args));
}

/** @internal */
export const isRecord = (given: unknown): given is Readonly<Record<string, unknown>> =>
  typeof given === 'object' && given !== null;
/** @internal */
export const isName = (given: unknown): given is string =>
  typeof given === 'string' && given.length > 0 && given.length <= MOST_NAME;
const isCount = (given: unknown): boolean => Number.isSafeInteger(given) && (given as number) >= 0;
