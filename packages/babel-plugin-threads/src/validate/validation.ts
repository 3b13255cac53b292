/** What the validators work on, and what they give. */
import type { Analysis } from '../analyse/analysis.js';
import type { Selves } from '../analyse/kind-of-this.js';
import type { types as t } from '@babel/core';

export interface Validation extends Analysis {
  readonly selves: Selves;
}

/** Code that its author may not mean, and what is said of it. */
export interface Finding {
  readonly at: t.Node;
  readonly text: string;
}
