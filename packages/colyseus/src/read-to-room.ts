/** Who sends may be anybody: what a helper says is checked before a room sees it. */
import { readClientMessage } from '@spindle/rooms';
import { isRecord, type ToRoom } from './wire.js';

const MOST_LINK = 200;

/** Null for what no helper sends. Who the client is, and what it joins with, the server knows better. */
export function readToRoom(given: unknown, client: string, data: unknown): ToRoom | null {
  if (!isRecord(given) || !isRecord(given.message)) return null;
  const { link } = given;
  if (typeof link !== 'string' || link === '' || link.length > MOST_LINK) return null;
  const message = readClientMessage({ ...given.message, client, data });
  return message && { link, message };
}
