/** Plans the form of each variable of a function, and rewrites its declarations and uses. */
import type { types as t } from '@babel/core';
import type { Facts } from '../read/facts.js';
import type { HoistedNames } from '../read/tools.js';
import type { Variables } from '../read/variable.js';
import type { Simplified } from './simplify.js';
import type { Bindings } from './iteration-bindings.js';
import { checkUses } from './tdz-checks.js';
import { writeAssignments } from './declarations.js';
import { foldDeletedThis } from './deleted-names.js';
import { findHoisted, type Hoisted, type Hoisting, planHoisting } from '../plan/hoisting.js';
import { putAt, renameUses } from './renaming.js';
import { takeDeclarationsIn } from './wrapped-declarations.js';

export interface Rewritten {
  readonly hoisting: Hoisting;
  readonly bounds: Bindings;
  /** The statements before each `switch` that pauses. */
  readonly openings: ReadonlyMap<t.Node, readonly t.Statement[]>;
  /** The boxes of each `for (let …)`: every iteration makes new ones. */
  readonly boxesOfLoops: Map<t.Node, readonly Hoisted[]>;
  /** `$this` stands for `this`. */
  readonly usesSelf: boolean;
  /** Names whose values nothing changes between two parts of an expression. */
  readonly isSettled: (name: string) => boolean;
}

interface RewriteInput extends Pick<Simplified, 'isBare'> {
  /** The name for `this`. */
  readonly self: string;
  /** A function in it that the plugin has written. */
  readonly isWritten: (node: t.Node) => boolean;
  /** A name outside of it that always means the same. */
  readonly isFixed: (name: string) => boolean;
}

export function rewriteVariables(facts: Facts, { self, isBare, isWritten, isFixed }: RewriteInput): Rewritten {
  const { tools, fn } = facts;
  const { types, names, choices } = tools;
  const unset = checkUses(tools, fn, findHoisted(facts).keys(), { variables: facts.variables, isWritten });
  if (unset) facts.noteRemoval();
  if (tools.saving) {
    takeDeclarationsIn(tools, fn, facts.plan.isStrict);
    facts.noteChange();
  }
  const { variables, pauses } = facts;
  const hoisting = planHoisting({
    variables,
    found: findHoisted(facts),
    unset,
    unique: (name) => names.unique(name),
    ofFunction: (name) => names.parameter(fn, name),
    // Only a step has to keep them.
    choices: facts.isStep ? choices : { ...choices, variables: Infinity },
    saving: tools.saving,
  });
  const thisUses = isBare ? foldDeletedThis(types, variables.thisUses) : [];
  for (const place of thisUses)
    putAt(place, types.isJSXMemberExpression(place.parent) ? types.jsxIdentifier(self) : types.identifier(self));
  const bounds: Bindings = { later: new Map(), declarations: new Map() };
  renameUses({ ...tools, pauses, bounds }, hoisting);
  const openings = writeAssignments({ ...tools, hoisting, pauses, bounds }, fn);
  if (tools.saving) tools.hoisted.set(fn.body, namesOf(hoisting));
  return {
    hoisting,
    bounds,
    openings,
    boxesOfLoops: boxesOfLoops(hoisting),
    usesSelf: thisUses.length > 0,
    isSettled: settledNames(variables, hoisting, isFixed),
  };
}

function namesOf({ hoisted }: Hoisting): HoistedNames {
  const all = [...hoisted.values()];
  const named = (which: readonly Hoisted[]): Set<string> => new Set(which.map(({ name }) => name));
  return {
    all: named(all),
    boxes: named(all.filter(({ as }) => as === 'box')),
    ofLoops: named(all.filter(({ variable }) => variable.scope.isInLoop)),
  };
}

function boxesOfLoops({ hoisted }: Hoisting): Map<t.Node, Hoisted[]> {
  const found = new Map<t.Node, Hoisted[]>();
  for (const one of hoisted.values()) {
    const { node } = one.variable.scope;
    if (one.as === 'box' && node.type.startsWith('For')) found.set(node, [...(found.get(node) ?? []), one]);
  }
  return found;
}

/** Variables that nobody assigns to, and names outside that always mean the same. */
function settledNames(
  variables: Variables,
  hoisting: Hoisting,
  isFixed: RewriteInput['isFixed'],
): (name: string) => boolean {
  const settled = new Set<string>(hoisting.shared === undefined ? [] : [hoisting.shared]);
  for (const variable of variables.own) {
    const isChanged = variable.uses.some(({ how }) => how === 'assigns');
    const known = hoisting.hoisted.get(variable);
    if (!isChanged && variable.kind !== 'var' && known?.as !== 'shared') settled.add((known ?? variable).name);
  }
  const { free } = variables;
  return (name) => settled.has(name) || (free.has(name) && isFixed(name));
}
