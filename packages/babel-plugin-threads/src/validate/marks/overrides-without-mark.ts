/** `class Knight extends Creep { hurt(points) {…} }`, where `hurt` of `Creep` is `// @instant`: a mark is not inherited. */
import type { types as t } from '@babel/core';
import type { Analysis } from '../../analyse/facts/facts.js';
import { readMembers } from '../../analyse/objects/members.js';
import { isField, outOfParentheses } from '../../babel/ast.js';
import { isStatic, type Member, memberName } from '../../babel/class-members.js';
import { namingOf } from '../../babel/function-names.js';
import type { Finding } from '../../context/diagnostic.js';
import { warnings } from '../../messages/warnings.js';
import type { FunctionPlan } from '../../plan.js';
import { makeKnownWaits } from '../waits/known-waits.js';

/** A method without a mark that overrides one of the file whose marks say how a call is taken. A question needs none. */
export function findOverridesWithoutMark(analysis: Analysis): Finding[] {
  const { compilation, plan } = analysis;
  const { t: types } = compilation;
  const members = readMembers(compilation);
  const waits = makeKnownWaits(analysis);
  const found: Finding[] = [];
  for (const fn of plan.functions.values()) {
    if (fn.isQuestion || marksOf(fn).length > 0) continue;
    const member = memberOf(analysis, fn);
    const name = member && memberName(types, member);
    if (name === undefined || name.startsWith('#')) continue;
    const bases = (members.ofSuper(fn.path, name) ?? []).map((held) =>
      held === 'unknown' ? undefined : plan.functions.get(held),
    );
    const base = bases.every((one) => one && marksOf(one).length > 0 && !isBySchema(analysis, one)) && bases[0];
    if (!base) continue;
    const marks = marksOf(base).join(' ');
    const text = base.instant && waits.ofFunction(fn) ? '@beside' : marks;
    const values = { name: labelOf(analysis, fn), base: labelOf(analysis, base), marks, meant: text };
    const { key } = member as { key: t.Node };
    found.push({
      at: key,
      message: warnings.overrideWithoutMark(values),
      mends: [{ kind: 'mark', text, at: fn.node }],
    });
  }
  return found;
}

/** The member of a class that it is, if objects have it and a mark can stand above it. */
function memberOf({ compilation: { t: types } }: Analysis, { node, path, kind }: FunctionPlan): Member | undefined {
  const { at, parent } = outOfParentheses(path);
  const isOfField = kind === 'expression' && at.key === 'value' && parent !== null && isField(parent.node);
  const member = types.isClassMethod(node) ? node : isOfField ? (parent.node as Member) : undefined;
  return member && !isStatic(member) ? member : undefined;
}

const marksOf = ({ instant, busy, again }: FunctionPlan): string[] =>
  (instant ? ['instant'] : [busy, again]).flatMap((kind) => (kind === undefined ? [] : [`@${kind}`]));

const isBySchema = ({ facts }: Analysis, { node }: FunctionPlan): boolean => facts.schemas.instant.has(node);

const labelOf = ({ compilation: { t: types } }: Analysis, { path }: FunctionPlan): string =>
  namingOf(types, path).label;
