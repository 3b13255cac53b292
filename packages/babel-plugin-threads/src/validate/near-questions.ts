import type { types as t } from '@babel/core';
import { objectOfFunction, readLibraries } from '../analyse/objects/libraries.js';
import { readMembers } from '../analyse/objects/members.js';
import { homeOf } from '../analyse/orders/orders.js';
import { makeKnownWaits } from '../analyse/waiting/known-waits.js';
import { readableName } from '../babel/function-names.js';
import type { FunctionPlan } from '../plan.js';
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

/** `sees(other) { return other.isHidden(); }`: it gives plain code a Thread while its owner is busy, which is never false. */
export function findAskingFunctions(validation: Validation): Finding[] {
  const { compilation, facts } = validation;
  if (facts.askingFunctions.size === 0) return [];
  const libraries = readLibraries(validation);
  const found: Finding[] = [];
  for (const [fn, asked] of facts.askingFunctions) {
    if (libraries.has(objectOfFunction(fn.path)) || !mayBeBusy(validation, fn)) continue;
    const name = readableName(compilation.t, fn.path) ?? 'this function';
    found.push({
      at: asked,
      message: warnings.nearlyQuestion({ name, asked: textOf(compilation, asked) }),
      mends: [{ kind: 'mark', text: '@instant', at: fn.node }],
    });
  }
  return found;
}

/** Another function of the class or object, or of a class of the file that it extends, waits. */
function mayBeBusy(validation: Validation, asking: FunctionPlan): boolean {
  const members = readMembers(validation.compilation);
  const waits = makeKnownWaits(validation);
  const homes = new Set<t.Node>();
  for (
    let home: t.Node | undefined = homeOf(validation, asking);
    home && !homes.has(home);
    home = members.baseOf(home)?.node
  )
    homes.add(home);
  for (const fn of validation.plan.functions.values())
    if (homes.has(homeOf(validation, fn)) && waits.ofFunction(fn)) return true;
  return false;
}
