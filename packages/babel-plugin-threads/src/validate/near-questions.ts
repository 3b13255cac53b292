import { warnings } from '../messages/warnings.js';
import { textOf } from './text-of.js';
import type { Finding, Validation } from './validation.js';

/** `if (boss.sees(player))`, where `sees` never waits, and yet queues, because it notes something: `this.seen = true`. */
export const findNearQuestionsAsked = ({ compilation, facts }: Validation): Finding[] =>
  facts.nearQuestions.map(({ path, name, fn, changes }) => ({
    at: path.node,
    message: warnings.nearlyQuestion({ name, changes: textOf(compilation, changes) }),
    mends: [{ kind: 'mark', text: '@instant', at: fn }],
  }));
