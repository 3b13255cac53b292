import { errors } from '../messages/errors.js';
import type { Finding, Validation } from './validation.js';

/** Loops that only compute, and take a frame for each iteration: no loop is `@fast` by itself. */
export const findComputingLoops = ({ facts }: Validation): Finding[] =>
  facts.computingLoops.map(({ node }) => ({
    at: node,
    text: errors.loopOnlyComputes(),
    mends: ['@fast', '@wait'].map((text) => ({ kind: 'mark', text, at: node })),
  }));
