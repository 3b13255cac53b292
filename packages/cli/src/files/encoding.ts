import { isUtf8 } from 'node:buffer';

/** The first byte that is not part of a valid UTF-8 character. */
export interface BadByte {
  offset: number;
  /** Counted from 1. */
  line: number;
  value: number;
}

/** The text, including a byte order mark; or the place where the bytes stop being UTF-8. */
export function decode(bytes: Buffer): { text: string } | { bad: BadByte } {
  if (isUtf8(bytes)) return { text: bytes.toString('utf8') };
  const offset = findBadByte(bytes);
  const line = bytes.subarray(0, offset).toString('latin1').split('\n').length;
  return { bad: { offset, line, value: bytes[offset]! } };
}

/**
 * Finds the shortest invalid prefix by binary search. If its last bytes are an incomplete character, gives the first
 * byte of that character.
 */
function findBadByte(bytes: Buffer): number {
  let good = 0;
  let bad = bytes.length;
  while (bad - good > 1) {
    const middle = (good + bad) >> 1;
    if (isBeginning(bytes.subarray(0, middle))) good = middle;
    else bad = middle;
  }
  let offset = bad - 1;
  while (!isUtf8(bytes.subarray(0, offset))) offset--;
  return offset;
}

/** Whether this is the beginning of a UTF-8 text: its last character may be incomplete. */
function isBeginning(bytes: Buffer): boolean {
  try {
    new TextDecoder('utf-8', { fatal: true }).decode(bytes, { stream: true });
    return true;
  } catch {
    return false;
  }
}
