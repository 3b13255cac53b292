/** The facts of a function for saves, which stand behind a line break in its text of the table of positions. */
import type { FirstValue, SavedStep } from '../lower/lower-function.js';
import { constructsOf, type PauseFacts } from './function-facts.js';
import { textOfGiven } from './given-arguments.js';

/**
 *   for-of:vv49 if:k3f<0              the constructs that hold a pause, each with the hash of its head and the number of the one around it
 *   n~=0\tname="Jo"\t-by              the first values of variables that are literals; `~` where something else assigns to the variable; with `-` those
 *                                     that stand in no place
 *   1\t0t\t\tthis.say(name);           of each pause the innermost construct, what is live, what is called, its statement
 *   0\t\t:frame\twhile (true)\tgate\t-   then the name that `@pause` gives it, and what is called with, where its statement does not say it
 *                                     (given-arguments.ts)
 *
 * Of the parameters that are live there are the places, `t` is the receiver. A statement that is that of the pause before is left out, and so is a callee that is
 * the first one in its statement: what stands right before a `(`. Constructs stand in the order in which pauses come in them. The runtime reads it in
 * saves/facts.ts.
 */
export function textOfFacts(pauses: readonly PauseFacts[], { live, firstValues, others }: SavedStep): string {
  const constructs = constructsOf(pauses);
  const around = constructs.map(
    ({ kind, hash, parent }) => `${kind}:${hash}${parent ? `<${constructs.indexOf(parent)}` : ''}`,
  );
  const lines = pauses.map(({ pause, construct, callee, statement, given }, n) => {
    const at = construct && constructs.indexOf(construct);
    const isFirst = callee === (/[^\s()]+(?=\()/.exec(statement)?.[0] ?? '');
    const called = isFirst ? '' : callee || ':';
    const own = statement === pauses[n - 1]?.statement ? '' : statement;
    return [at, live[n]!, called, own, pause.name, textOfGiven(given, statement, callee)].join('\t').trimEnd();
  });
  const values = [...firstValues.map(textOfValue), ...others.map((name) => `-${name}`)];
  return [around.join(' '), values.join('\t'), ...lines].join('\n');
}

const textOfValue = ({ name, value: { value }, isChanged }: FirstValue): string =>
  `${name}${isChanged ? '~' : ''}=${JSON.stringify(value) ?? ''}`;
