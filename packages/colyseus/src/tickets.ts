/** What a client joined with, as the client itself keeps it: whichever process has the room can read it, and nobody else. */
import { createCipheriv, createDecipheriv, createHash, createHmac, randomBytes } from 'node:crypto';
import type { JoinData } from './player.js';
import { MOST_CHARACTERS } from './wire.js';

const IV_BYTES = 12;
const TAG_BYTES = 16;

/** Only who has it may come back as this player. */
export const tokenOf = (secret: string, sessionId: string): string =>
  createHmac('sha256', secret).update(sessionId).digest('base64url').slice(0, 32);

const keyOf = (secret: string): Buffer => createHash('sha256').update(`ticket ${secret}`).digest();

/** Null: it is too long. Such a client loses its place if its process dies while it joins. */
export function writeTicket(secret: string, sessionId: string, data: JoinData): string | null {
  const iv = randomBytes(IV_BYTES);
  const cipher = createCipheriv('aes-256-gcm', keyOf(secret), iv).setAAD(Buffer.from(sessionId));
  const text = Buffer.concat([cipher.update(JSON.stringify(data), 'utf8'), cipher.final()]);
  const ticket = Buffer.concat([iv, cipher.getAuthTag(), text]).toString('base64url');
  return ticket.length > MOST_CHARACTERS ? null : ticket;
}

/** Null: it is none of this room and this client. */
export function readTicket(secret: string, sessionId: string, ticket: unknown): JoinData | null {
  if (typeof ticket !== 'string') return null;
  const bytes = Buffer.from(ticket, 'base64url');
  if (bytes.length < IV_BYTES + TAG_BYTES) return null;
  const decipher = createDecipheriv('aes-256-gcm', keyOf(secret), bytes.subarray(0, IV_BYTES))
    .setAAD(Buffer.from(sessionId))
    .setAuthTag(bytes.subarray(IV_BYTES, IV_BYTES + TAG_BYTES));
  try {
    const text = Buffer.concat([decipher.update(bytes.subarray(IV_BYTES + TAG_BYTES)), decipher.final()]);
    return JSON.parse(text.toString('utf8')) as JoinData;
  } catch {
    return null;
  }
}
