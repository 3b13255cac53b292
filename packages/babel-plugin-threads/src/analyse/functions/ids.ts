/** Ids of functions and pauses. */
import { isClass, isFunction, isStrict } from '../../babel/ast.js';
import { dotted, encoded, namingOf, surroundingsOf } from '../../babel/function-names.js';
import type { Path } from '../../babel/path.js';
import type { Types } from '../../babel/types.js';
import type { Compilation } from '../../context/compilation.js';
import { refuseAt } from '../../context/diagnostic.js';
import { errors } from '../../messages/errors.js';
import type { FunctionPlan, Pause, Plan } from '../../plan.js';
import type { Analysis } from '../facts/facts.js';

/**
 * Needs all functions and their pauses; gives the functions in source order, the order and ids of pauses, the ids of
 * functions.
 */
export function assignIds({ compilation, plan }: Analysis): void {
  const bySource = [...plan.functions.values()].sort(inSourceOrder);
  const nextNumbers = new Map<string, number>();
  plan.functions.clear();
  for (const one of bySource) {
    plan.functions.set(one.node, one);
    one.id = uniqueId(idOf(compilation, plan, one.path, one), nextNumbers);
    one.isImmediatelyInvoked &&= !one.usesThis;
    one.pauses.sort(inOrderOfEvaluation);
    for (const [ordinal, pause] of one.pauses.entries()) pause.id = `${one.id}#${ordinal}:${pause.hash}`;
    if (one.selfName?.assigned && !isStrict(compilation, one.path))
      refuseAt(compilation, one.path.node, errors.ownNameAssigned, { name: one.selfName.name });
  }
}

const inSourceOrder = ({ node: a }: FunctionPlan, { node: b }: FunctionPlan): number =>
  (a.start ?? 0) - (b.start ?? 0) || (b.end ?? 0) - (a.end ?? 0);

const inOrderOfEvaluation = (a: Pause, b: Pause): number => a.position - b.position || a.order - b.order;

/** `walk`, `walk~2`, … `next`: the number that is tried next, by the id; those before are taken. */
function uniqueId(wanted: string, next: Map<string, number>): string {
  let id = wanted;
  let n = next.get(wanted) ?? 2;
  for (; next.has(id); n++) id = `${wanted}~${n}`;
  next.set(wanted, n);
  if (id !== wanted) next.set(id, 2);
  return id;
}

/** Labels of the functions around it and its own, joined with `>`. */
function idOf(compilation: Compilation, plan: Plan, path: Path, own: FunctionPlan | undefined, given?: string): string {
  const { t: types } = compilation;
  const label = given ?? (own?.kind === 'deferred' ? deferredLabel(path) : labelOf(types, path));
  for (let at = path.parentPath; at; at = at.parentPath) {
    const outer = plan.functions.get(at.node);
    if (outer && outer !== own && outer.id !== '') return `${outer.id}>${label}`;
    if (isFunction(at.node)) return `${idOf(compilation, plan, at, undefined)}>${label}`;
  }
  return label;
}

/** One without a name is told from others by what it is in, so that one more above does not change its id. */
function labelOf(types: Types, path: Path): string {
  const { label, name } = namingOf(path);
  const isNameless = name === '' && (label === 'arrow' || label === 'function');
  const surroundings = isNameless ? surroundingsOf(types, path) : '';
  return encoded(label) + (surroundings === '' ? '' : `~${encoded(surroundings)}`);
}

function deferredLabel({ node }: Path): string {
  const called = node.type === 'CallExpression' ? dotted(node.callee) : undefined;
  return called === undefined ? 'argument' : `argument~${encoded(called)}`;
}

/** The path of a function or class in the file, also of one that is not compiled, and of a call that is deferred. */
export function pathInFile({ compilation, plan }: Analysis, path: Path): string {
  const { node } = path;
  const own = plan.functions.get(node);
  if (own !== undefined) return own.id;
  const call = plan.calls.get(node);
  if (call !== undefined) return `${call.in.id}>${deferredLabel(path)}`;
  const id = isClass(node) && node.id ? encoded(node.id.name) : undefined;
  return idOf(compilation, plan, path, undefined, id);
}
