/** The passes that rewrite a function in a simpler form before it is lowered. */
import type { types as t } from '@babel/core';
import { readCallees } from '../read/callee-texts.js';
import type { Facts } from '../read/facts.js';
import type { DeclaredParameter } from '../read/parameter-names.js';
import type { Variables } from '../read/variable.js';
import { spreadBlockFunctions } from './block-functions.js';
import { redirectExits } from './redirect-exits.js';
import { bringIntoNormalForm, type NormalForm } from './normal-form.js';
import { handlersToTell } from './error-messages.js';
import { assignBeforeKeys, assignParameters } from './var-assignments.js';
import { takeArguments } from './arguments.js';
import { areSimple, declaredParameters, takeFromList } from './parameters.js';
import { foldDeletedNames } from './deleted-names.js';

export interface Simplified {
  readonly normal: NormalForm;
  /** The step is called without a receiver: `$this` stands for `this`. */
  readonly isBare: boolean;
  /** If its arguments come in a list: the parameters that it declares. */
  readonly declared: readonly DeclaredParameter[] | undefined;
  /** The variables of redirected exits. */
  readonly exits: readonly string[];
  /** The texts of callees, `this.leap`, by call: see `callee-texts.ts`. */
  readonly calleeTexts: ReadonlyMap<t.Node, string>;
}

/** `isWritten`: a function in it that the plugin has written. */
export function simplify(facts: Facts, isWritten: (node: t.Node) => boolean): Simplified {
  const { tools, fn, plan } = facts;
  const { types } = tools;
  if (!plan.isStrict) {
    const hasDeleted = foldDeletedNames(types, facts.variables);
    const hasFirst = assignBeforeKeys(types, fn);
    if (spreadBlockFunctions(tools, fn, isWritten) || hasDeleted || hasFirst) facts.noteChange();
  }
  // No pass below changes whether `this`, `super` or `try` occurs, so these variables answer that to the end.
  const { variables } = facts;
  const isBare = canDoWithoutReceiver(variables, plan.isStrict);
  const declared = takeParameters(facts);
  const hasAssigned = declared === undefined && assignParameters(types, fn);
  const { pauses } = facts;
  const calleeTexts = readCallees(types, fn, pauses);
  const telling = variables.holdsTry ? handlersToTell(types, fn, { pauses, isBare }) : new Set<t.CatchClause>();
  const normal = bringIntoNormalForm(tools, fn, { pauses, telling });
  const isHeld = (node: t.Node): boolean =>
    normal.finallys.has(node) || normal.usings.has(node) || (types.isForOfStatement(node) && pauses.holds(node));
  const mayHold = normal.finallys.size > 0 || normal.usings.size > 0 || pauses.isInForOf;
  const exits = redirectExits(tools, fn, { lasting: facts.lasting, isHeld, mayHold });
  if (declared !== undefined || hasAssigned || normal.isChanged || exits.length > 0) facts.noteChange();
  return { normal, isBare, declared, exits, calleeTexts };
}

/** Gives the declared parameters of a function that gets its arguments as a list; undefined for one that does not. */
function takeParameters({ tools, fn, plan, variables }: Facts): DeclaredParameter[] | undefined {
  const isUsed = variables.free.has('arguments') || variables.own.some(({ name }) => name === 'arguments');
  if (areSimple(tools, fn) && !isUsed) return undefined;
  const declared = declaredParameters(tools, fn, variables);
  const list = tools.names.parameter(fn, '$args');
  const taken = takeArguments({ tools, fn, list, isStrict: plan.isStrict, variables });
  takeFromList(tools, fn, { list, ...taken });
  return declared;
}

/**
 * Engines inline a step into its caller only if it is called without a receiver. `super` needs one, and in sloppy code `this` may differ from what was given:
 * there the engine converts it.
 */
const canDoWithoutReceiver = ({ others, thisUses }: Variables, isStrict: boolean): boolean =>
  !others.some(({ type }) => type === 'Super') && (thisUses.length === 0 || isStrict);
