/** What the fields of a command have to be. It may have been written by anybody, so all that is read of a line is looked at here. */
import { clip } from './lines.js';

export type Is = (value: any) => boolean;

export const isText: Is = (value) => typeof value === 'string';
export const isNumber: Is = Number.isFinite;
export const isCount: Is = (value) => Number.isInteger(value) && value >= 1;
const isName: Is = (value) => isText(value) && value.length > 0 && value.length <= 4096;
/** It may be left out. */
const isList =
  (is: Is): Is =>
  (value) =>
    value === undefined || (Array.isArray(value) && value.length <= 1000 && value.every(is));

export type FieldName = 're' | 'id' | 'file' | 'line' | 'factor' | 'frame' | 'ids' | 'lanes';

interface Field {
  readonly is: Is;
  readonly text: string;
}

/** The fields of a command. */
const FIELDS: Readonly<Record<FieldName, Field>> = {
  re: { is: (value) => isNumber(value) || isName(value), text: 'a number or a short text' },
  id: { is: isCount, text: 'the id of a thread' },
  file: { is: isName, text: 'the name of a file' },
  line: { is: isCount, text: 'a line from 1' },
  factor: { is: (value) => isNumber(value) && value > 0 && value <= 1, text: 'a number above 0 and up to 1' },
  frame: { is: Number.isInteger, text: 'a frame' },
  ids: { is: isList(isCount), text: 'an array of up to 1,000 ids of threads' },
  lanes: {
    is: isList((value) => isCount(value?.id) && Number.isInteger(value.from) && Number.isInteger(value.to ?? 0)),
    text: 'an array of up to 1,000 { id, from }',
  },
};

/** @throws {TypeError} if a field of the line is not what it has to be. */
export function checkFields(what: string, line: Readonly<Record<string, unknown>>, names: readonly FieldName[]): void {
  for (const name of names) {
    const { is, text } = FIELDS[name];
    if (!is(line[name])) throw new TypeError(`${what} expected \`${name}\`: ${text}, got ${told(line[name])}.`);
  }
}

/** A value in a message. It may be nested so deep that no text can be made of it. */
export function told(value: unknown): string {
  if (value instanceof Object) return 'an object';
  const text: string | undefined = JSON.stringify(value);
  return clip(text ?? 'undefined');
}
