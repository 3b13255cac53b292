/** What the report says of each function: facts of the analysis as plain data, for tools and for people. */
import { isClass } from '../babel/ast.js';
import type { types as t } from '@babel/core';
import { findOrdersBetweenWaits } from '../validate/orders/between-waits.js';
import type { Path, ListedPath } from '../babel/path.js';
import { namingOf } from '../babel/function-names.js';
import { byPlace, placeOf } from '../babel/place.js';
import type { Analysis } from '../analyse/facts/facts.js';
import { reasonText } from '../analyse/facts/reasons.js';
import { coverAt, innermostMark } from '../marks/coverage.js';
import { whyUncompilable } from '../marks/uncompilable-functions.js';
import type { FunctionPlan, Pause } from '../plan.js';
import { mannerOf, readStarts } from './describe-calls.js';
import type { FunctionReport, PauseReport, Place, StartReport } from '../public.js';

type LeftOut = NonNullable<FunctionReport['leftOut']>;

const LEFT_OUT: Readonly<Record<LeftOut, string>> = {
  native: 'The mark `// @native` keeps it as it is.',
  compiled: 'It was compiled before.',
  async: 'It is async. A thread cannot be async.',
  generator: 'It is a generator. A thread cannot be a generator.',
  getter: 'It is a getter. Reading a property cannot wait.',
  setter: 'It is a setter. An assignment cannot wait.',
  constructor: 'It is a constructor. `new` cannot wait.',
  calledByLanguage: 'The language itself calls it, and does not wait.',
  thisBeforeSuper: 'Its `this` may be read before `super()` has returned.',
};

/** The functions that a mark covers, in source order. Has to be made before anything is written. */
export function describeFile(analysis: Analysis): FunctionReport[] {
  const { plan, facts } = analysis;
  const starts = readStarts(analysis);
  const betweenWaits = findOrdersBetweenWaits(analysis);
  const reports: FunctionReport[] = [];
  for (const fn of plan.functions.values()) {
    const pauses = describePauses(analysis, fn.pauses, betweenWaits);
    reports.push(describeCompiled(analysis, fn, { pauses, starts: starts.get(fn) ?? NONE }));
  }
  for (const path of facts.functions) {
    const leftOut = plan.functions.has(path.node) ? undefined : whyLeftOut(analysis, path);
    if (leftOut === undefined) continue;
    const id = namingOf(path).label;
    const reason = LEFT_OUT[leftOut];
    const report = { id, form: 'left out' as const, leftOut, reason, question: false, pauses: [], starts: NONE };
    reports.push({ ...headOf(analysis, path), ...report });
  }
  return reports.sort(byPlace);
}

function whyLeftOut({ marks }: Analysis, path: ListedPath): LeftOut | undefined {
  const cover = coverAt(marks, path);
  if (cover === 'none') return undefined;
  return cover === 'compile' ? (whyUncompilable(path.node) ?? 'thisBeforeSuper') : cover;
}

const NONE: readonly StartReport[] = [];

function describeCompiled(
  analysis: Analysis,
  fn: FunctionPlan,
  calls: Pick<FunctionReport, 'pauses' | 'starts'>,
): FunctionReport {
  const { id, path, wrapper, wrapperReason, isQuestion } = fn;
  const summary = analysis.facts.summaries.get(fn.node);
  return {
    ...headOf(analysis, path),
    ...(summary?.isReplaceable ? { inUpdates: { does: summary.does, limit: summary.limit } } : {}),
    id,
    form: wrapper,
    reason: wrapperReason,
    question: isQuestion,
    ...calls,
  };
}

function describePauses(
  analysis: Analysis,
  pauses: readonly Pause[],
  betweenWaits: ReadonlySet<t.Node>,
): PauseReport[] {
  const reports: PauseReport[] = [];
  for (const pause of pauses) {
    const { id, kind, node, reason } = pause;
    const { isSure } = reason;
    const why = { isSure, reason: reasonText(reason), manner: mannerOf(analysis, pause) };
    reports.push({ id, kind, ...placeOf(node), ...why, ...(betweenWaits.has(node) ? { isBetweenWaits: true } : {}) });
  }
  return reports;
}

function headOf(analysis: Analysis, path: ListedPath): Pick<FunctionReport, 'markedBy' | 'marks'> & Place {
  const { marks } = analysis;
  const own = [...(marks.kinds.get(path.node) ?? [])].filter((kind) => kind !== 'compile' && kind !== 'compiled');
  return { ...placeOf(path.node), markedBy: markedBy(analysis, path), marks: own };
}

function markedBy({ marks }: Analysis, path: Path): FunctionReport['markedBy'] {
  const at = innermostMark(marks, path);
  if (at === null) return { on: 'file', line: marks.fileComment?.loc?.start.line ?? 1 };
  const { line } = placeOf(at.node);
  if (at.node === path.node) return { on: 'function', line };
  if (isClass(at.node)) return { on: 'class', line };
  return { on: at.node.type === 'ObjectExpression' ? 'object' : 'around', line };
}
