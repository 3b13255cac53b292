/** What the validators work on, and what they give. */
import type { types as t } from '@babel/core';
import type { Analysis } from '../analyse/facts/facts.js';
import type { MendAt } from '../context/diagnostic.js';

export type Validation = Analysis;

/** Code that its author may not mean, and what is said of it. */
export interface Finding {
  readonly at: t.Node;
  readonly text: string;
  readonly mends?: readonly MendAt[];
}
