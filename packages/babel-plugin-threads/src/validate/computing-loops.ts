import { warnings } from '../messages/warnings.js';
import type { Finding, Validation } from './validation.js';

/** Loops that only compute, and take a frame for each iteration: no loop is `@fast` by itself. */
export const findComputingLoops = ({ facts }: Validation): Finding[] =>
  facts.computingLoops.map(({ node }) => ({
    at: node,
    message: warnings.loopOnlyComputes(),
    mends: ['@fast', '@wait'].map((text) => ({ kind: 'mark', text, at: node })),
  }));
