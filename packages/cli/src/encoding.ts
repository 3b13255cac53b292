import { isUtf8 } from 'node:buffer';

/** A byte at which a text stops being UTF-8. */
export interface BadByte {
  offset: number;
  /** Counted from 1. */
  line: number;
  value: number;
}

/** The text of these bytes, a byte order mark with it; or where they are no UTF-8. */
export function decode(bytes: Buffer): { text: string } | { bad: BadByte } {
  if (isUtf8(bytes)) return { text: bytes.toString('utf8') };
  const offset = firstBad(bytes);
  const line = bytes.subarray(0, offset).toString('latin1').split('\n').length;
  return { bad: { offset, line, value: bytes[offset]! } };
}

/** The shortest beginning that cannot be gone on with, by halves; in front of its last byte an unfinished character may stand. */
function firstBad(bytes: Buffer): number {
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

/** UTF-8, but for a last character that may be unfinished. */
function isBeginning(bytes: Buffer): boolean {
  try {
    new TextDecoder('utf-8', { fatal: true }).decode(bytes, { stream: true });
    return true;
  } catch {
    return false;
  }
}
