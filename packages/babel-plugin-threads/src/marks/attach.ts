/** Attaches the marks in comments to the functions and loops that they are for; refuses those that are for none. */
import type { types as t } from '@babel/core';
import type { ListedPath } from '../babel/path.js';
import { refuseAt } from '../context/diagnostic.js';
import { errors } from '../messages/errors.js';
import { markTargetsOf, commentTargetOf } from './mark-targets.js';
import { hasCompiledDirective } from './directives.js';
import {
  isModifier,
  isNaming,
  type MarkKind,
  MODIFIERS,
  nameBehind,
  type Naming,
  says,
  kindsOf,
  TAKINGS,
} from './mark-kinds.js';
import { isInOutput, addMark, type Reading, refuseUncompilable } from './reading.js';
import { callsForm } from '../vocabulary.js';

const OF_FUNCTIONS: ReadonlySet<MarkKind> = new Set<MarkKind>(['compile', 'instant', 'fast', 'was', ...TAKINGS]);

/** A mark of a comment, and what the comment stands for. */
interface Placed {
  readonly kind: MarkKind;
  readonly commentTarget: ListedPath | undefined;
}

export function attachMark(reading: Reading, comment: t.Comment, placed: Placed): void {
  const { kind, commentTarget } = placed;
  const markTargets = commentTarget ? markTargetsOf(reading, commentTarget.node, kind) : [];
  if (markTargets.length === 0) return refuseOnNothing(reading, comment, placed);
  for (const node of markTargets) {
    if (kind !== 'compile' && kind !== 'compiled' && isInOutput(reading, node)) continue;
    if (isTaking(kind)) refuseTaking(reading, comment, { kind, node });
    if (OF_FUNCTIONS.has(kind)) refuseUncompilable(reading, node);
    addMark(reading, node, kind);
    if (isNaming(kind)) addName(reading, comment, { kind, node });
    if (MODIFIERS.has(kind)) reading.modifying.push({ comment, kind, node });
  }
}

function addName(
  { compilation, naming }: Reading,
  comment: t.Comment,
  { kind, node }: { kind: Naming; node: t.Node },
): void {
  const name = nameBehind(comment, kind);
  if (name === '') return refuseAt(compilation, comment, errors.nameOfSaves, { why: kind });
  if (kind === 'was' && naming.some((one) => one.kind === 'was' && one.name === name))
    refuseAt(compilation, comment, errors.nameOfSaves, { why: 'wasTwice' });
  naming.push({ comment, kind, node, name });
}

const isTaking = (kind: MarkKind): boolean => TAKINGS.some((taking) => taking === kind);

/** A mark that says how a call is taken is for one function, and for one that has an owner: it has a `this` of its own. */
function refuseTaking(
  { compilation }: Reading,
  comment: t.Comment,
  { kind, node }: { kind: MarkKind; node: t.Node },
): void {
  const on = 'static' in node && node.static === true ? 'static' : OWNERLESS.get(node.type);
  if (on !== undefined) refuseAt(compilation, comment, errors.takingOf, { mark: kind, on });
}

const OWNERLESS: ReadonlyMap<t.Node['type'], 'class' | 'object' | 'arrow'> = new Map([
  ['ClassDeclaration', 'class'],
  ['ClassExpression', 'class'],
  ['ObjectExpression', 'object'],
  ['ArrowFunctionExpression', 'arrow'],
]);

function refuseOnNothing(reading: Reading, comment: t.Comment, { kind, commentTarget }: Placed): void {
  const { compilation, commentTargets } = reading;
  if (kind === 'compiled' || isInOutput(reading, comment)) return;
  if (commentTargets.isTrailing(comment))
    return refuseAt(compilation, comment, errors.markOnNothing, { mark: kind, where: 'atLineEnd' });
  if (commentTarget && commentTarget.parent.type === 'ClassBody' && 'value' in commentTarget.node) {
    const { start, end } = (commentTarget.node as t.ClassProperty).key;
    return refuseAt(compilation, commentTarget.node, errors.fieldWithoutFunction, {
      name: compilation.code.slice(start!, end!),
    });
  }
  refuseAt(compilation, comment, errors.markOnNothing, { mark: kind, where: 'above' });
}

/** Refuses marks that only say how code is compiled, in a file where none is. The output of the plugin keeps such marks. */
export function refuseModifiers(reading: Reading): void {
  const { compilation, comments, kinds } = reading;
  const isOutput =
    callsForm(compilation.code) ||
    comments.some((one) => says(one, 'compiled')) ||
    kinds.size > 0 ||
    hasCompiledDirective(compilation.program.node);
  if (isOutput) return;
  for (const comment of comments.filter(isModifier))
    for (const kind of kindsOf(comment)) {
      const commentTarget = MODIFIERS.has(kind) ? commentTargetOf(reading, comment, kind) : undefined;
      if (commentTarget && markTargetsOf(reading, commentTarget.node, kind).length > 0)
        refuseAt(compilation, comment, errors.markUncovered, { mark: kind });
    }
}
