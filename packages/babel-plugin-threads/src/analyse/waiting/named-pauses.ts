/** Names of waits: `// @pause inn`. */
import type { types as t } from '@babel/core';
import { findUp } from '../../babel/ast.js';
import { refuseAt } from '../../context/diagnostic.js';
import { errors } from '../../messages/errors.js';
import type { FunctionPlan } from '../../plan.js';
import type { Analysis } from '../facts/facts.js';

/** Needs all pauses; gives those their names in whose statements such a mark stands, and refuses marks that name none. */
export function namePauses({ compilation, marks, plan }: Analysis): void {
  const named = marks.naming.filter(({ kind }) => kind === 'pause');
  if (named.length === 0) return;
  const byStatement = new Map(named.map((mark) => [mark.node, mark]));
  const used = new Set<t.Comment>();
  for (const fn of plan.functions.values()) nameThose(fn);
  for (const { comment } of named)
    if (!used.has(comment)) refuseAt(compilation, comment, errors.nameOfSaves, { why: 'noWait' });

  function nameThose({ pauses }: FunctionPlan): void {
    const comments = new Map<string, t.Comment>();
    for (const pause of pauses) {
      const at = findUp(
        pause.path,
        ({ node, listKey }) => byStatement.has(node) || (!!listKey && compilation.t.isStatement(node)),
      );
      const mark = at && byStatement.get(at.node);
      if (!mark) continue;
      const { comment, name } = mark;
      used.add(comment);
      pause.name = name;
      const known = comments.get(name) ?? comment;
      comments.set(name, known);
      if (known !== comment) refuseAt(compilation, comment, errors.nameOfSaves, { why: 'pauseTwice' });
    }
  }
}
