import type { Values } from '../public.js';

/** A message as data. Its text is English, and is written from the values alone, so any other language has what it needs. */
export interface Message {
  /** Stable; docs/errors.md has a page for each. */
  readonly code: string;
  readonly values: Values;
  readonly text: string;
}

export const message = (code: string, values: Values, text: string): Message => ({ code, values, text });

/** As it is printed: the code stands at the end. */
export const withCode = ({ text, code }: Message): string => `${text} [${code}]`;
