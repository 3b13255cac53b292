/** The same for modules of a page: one entry of an import map serves all that they import. */
import { begin } from './begin.js';

export * from './words.js';

begin(import.meta.url, null);
