import { ALLOWABLE, MARK_KINDS } from 'babel-plugin-threads';

/** The marks that an author may write, without the `@`. */
export const MARKS: readonly string[] = MARK_KINDS.filter((kind) => kind !== 'compiled');

/** The codes that `// @allow` can silence. */
export const ALLOWABLE_CODES: readonly string[] = ALLOWABLE;
