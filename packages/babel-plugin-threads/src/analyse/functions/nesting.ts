/** What is inside what: functions in functions, pauses in loops and `try` statements. */
import type { types as t } from '@babel/core';
import { isEvaluatedOnce } from '../../language/evaluation.js';
import type { Types } from '../../babel/types.js';
import type { ListedPath } from '../../babel/path.js';
import type { Enclosing, FunctionPlan, Pause, Plan } from '../../plan.js';
import type { Analysis } from '../facts/facts.js';

/**
 * Links each function to the compiled one around it, and notes what is around each pause, up to its function.
 * Needs all functions, those of deferred calls too, and their pauses; gives `parent` and `around`.
 */
export function noteNesting({ compilation, plan }: Analysis): void {
  for (const fn of plan.functions.values()) {
    fn.parent = functionAround(plan, fn);
    for (const pause of fn.pauses) pause.around = enclosing(compilation.t, fn, pause);
  }
}

function functionAround(plan: Plan, { path }: FunctionPlan): FunctionPlan | undefined {
  for (let at = path.parentPath; at; at = at.parentPath) {
    const around = plan.functions.get(at.node);
    if (around) return around;
  }
  return undefined;
}

/** Innermost first. A loop is around its own pause. */
function enclosing(types: Types, fn: FunctionPlan, pause: Pause): Enclosing[] {
  const found: Enclosing[] = [];
  if (pause.kind === 'loop') found.push({ kind: loopKind(pause.node as t.Loop), node: pause.node });
  for (let at = pause.path; at.parentPath && at.node !== fn.node; at = at.parentPath) {
    const kind = at.parent === fn.node ? undefined : kindOf(types, at);
    if (kind !== undefined) found.push({ kind, node: at.parent });
  }
  return found;
}

/** What the parent is to the code at `path`, if it says when that runs. */
function kindOf(types: Types, { parent, key, listKey }: ListedPath): Enclosing['kind'] | undefined {
  if (types.isLoop(parent)) return isEvaluatedOnce(key) ? undefined : loopKind(parent);
  if (types.isSwitchCase(parent)) return listKey === 'consequent' ? 'case' : undefined;
  if (types.isCatchClause(parent)) return 'catch';
  if (!types.isTryStatement(parent)) return undefined;
  return key === 'finalizer' ? 'finally' : key === 'block' ? 'try' : undefined;
}

const LOOPS = {
  ForStatement: 'for',
  ForInStatement: 'for-in',
  ForOfStatement: 'for-of',
  WhileStatement: 'while',
  DoWhileStatement: 'do-while',
} as const;

function loopKind({ type }: t.Loop): Enclosing['kind'] {
  return LOOPS[type];
}
