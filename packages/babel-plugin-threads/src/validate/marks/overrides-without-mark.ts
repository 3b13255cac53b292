/** `class Knight extends Creep { hurt(points) {…} }`, where `hurt` of `Creep` is `// @instant`: a mark is not inherited. */
import { findInherited, readClasses } from '../../analyse/classes/classes.js';
import type { Analysis } from '../../analyse/facts/facts.js';
import { namingOf } from '../../babel/function-names.js';
import { type Finding, markWith, tell } from '../../context/diagnostic.js';
import { warnings } from '../../messages/warnings.js';
import type { FunctionPlan } from '../../plan.js';
import { makeKnownWaits } from '../waits/known-waits.js';

/** A method without a mark that overrides one of the file whose marks say how a call is taken. A question needs none. */
export function findOverridesWithoutMark(analysis: Analysis): Finding[] {
  const { plan } = analysis;
  const classes = readClasses(analysis);
  const waits = makeKnownWaits(analysis);
  const found: Finding[] = [];
  for (const fn of plan.functions.values()) {
    if (fn.isQuestion || fn.kind === 'arrow' || marksOf(fn).length > 0) continue;
    const { owner, name, key } = classes.memberAt(fn.path) ?? {};
    if (!owner?.base || owner.isStatic || name === undefined || name.startsWith('#')) continue;
    const bases = (findInherited(owner.base, name) ?? []).map((held) => held && plan.functions.get(held));
    const base = bases.every((one) => one && marksOf(one).length > 0 && !isBySchema(analysis, one)) && bases[0];
    if (!base) continue;
    const marks = marksOf(base).join(' ');
    const text = base.instant && waits.ofFunction(fn) ? '@beside' : marks;
    const values = { name: labelOf(fn), base: labelOf(base), marks, meant: text };
    found.push(tell(key!, warnings.overrideWithoutMark, values, [markWith(fn.node, text)]));
  }
  return found;
}

const marksOf = ({ instant, busy, again }: FunctionPlan): string[] =>
  (instant ? ['instant'] : [busy, again]).flatMap((kind) => (kind === undefined ? [] : [`@${kind}`]));

const isBySchema = ({ facts }: Analysis, { node }: FunctionPlan): boolean => facts.schemas.instant.has(node);

const labelOf = ({ path }: FunctionPlan): string => namingOf(path).label;
