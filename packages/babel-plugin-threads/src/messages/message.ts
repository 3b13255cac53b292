import type { Values } from '../public.js';

/** A message as data. Its text is English, and is written from the values alone, so any other language has what it needs. */
export interface Message {
  /** Stable; docs/errors.md has a page for each. */
  readonly code: string;
  readonly values: Values;
  readonly text: string;
}

/** What can be said of code: an error, or a diagnostic. The text is written from the values alone. */
export interface Template<V = never> {
  readonly code: string;
  readonly text: (values: V) => string;
}

/**
 * A diagnostic, with what linters and `@allow` know of it. Its fields are plain data, so the lists that `npm run docs` writes are made
 * of them.
 */
export interface Warning<V = never> extends Template<V> {
  /** The rule of `@spindle/eslint-plugin` that reports it. */
  readonly rule: string;
  /** What is reported, as a part of a sentence: the lint rule and the READMEs list it. */
  readonly against: string;
  /** `@allow` can silence it; true if it does not say otherwise. */
  readonly isAllowable?: boolean;
}

export const makeMessage = <V extends Values>({ code, text }: Template<V>, values: NoInfer<V>): Message => ({
  code,
  values: { ...values },
  text: text(values),
});

/** As it is printed: the code stands at the end. */
export const withCode = ({ text, code }: Message): string => `${text} [${code}]`;
