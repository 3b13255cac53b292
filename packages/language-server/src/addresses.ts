/** Where the documentation is. */
const DOCS = 'https://github.com/spindle-scripts/spindle/blob/main/docs';

/** The place of a code in docs/errors.md. */
export const pageOf = (code: string): string => `${DOCS}/errors.md#${code.toLowerCase()}`;

export const OWNERS_PAGE: string = `${DOCS}/ownership.md`;
export const EDITOR_PAGE: string = `${DOCS}/editor.md`;
