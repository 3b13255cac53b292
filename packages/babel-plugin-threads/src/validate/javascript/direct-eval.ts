/** Texts of a direct `eval` that name what they cannot see in a generator. */
import type { types as t } from '@babel/core';
import type { Analysis, LexicalUse } from '../../analyse/facts/facts.js';
import { lexicalOwner, type FunctionContext } from '../../analyse/facts/function-contexts.js';
import { isCrossing } from '../../analyse/functions/crosses-suspendable.js';
import type { Path } from '../../babel/path.js';
import type { Types } from '../../babel/types.js';
import { type Compilation, isFree } from '../../context/compilation.js';
import { type Finding, tell } from '../../context/diagnostic.js';
import { textOfEval } from '../../language/direct-eval.js';
import { warnings } from '../../messages/warnings.js';
import type { Plan } from '../../plan.js';

/** How a text may name what belongs to the function around. */
const WRITTEN: Record<LexicalUse['what'], RegExp> = {
  arguments: /\barguments\b/,
  'new.target': /\bnew\s*\.\s*target\b/,
  super: /\bsuper\b/,
};

/** Texts of a direct `eval` that may ask for what they cannot see. */
export function findUnseenByEval({ compilation, plan, facts }: Analysis): Finding[] {
  return facts.evals.flatMap((path) => {
    const unseen = unseenByEval(compilation, plan, path, facts.contexts.around(path));
    return unseen.length > 0 ? [tell(path.node, warnings.unseenByEval, { words: unseen })] : [];
  });
}

/**
 * What the text of a direct `eval` cannot see once its function is a generator: `new.target`, and in an arrow also the
 * `arguments` and the `super` of the function around. Code is given them under other names ; a
 * text cannot be rewritten.
 */
function unseenByEval(
  compilation: Compilation,
  plan: Plan,
  call: Path,
  context: FunctionContext,
): LexicalUse['what'][] {
  const { t: types } = compilation;
  if (!isFree(compilation, call, 'eval')) return [];
  const owner = lexicalOwner(context);
  const isInArrow = isCrossing(plan, call, owner.path.node);
  const text = textOfEval(types, call.node as t.CallExpression);
  // A file may have `arguments`; a text that is not known is not suspected to ask for them.
  if (owner.kind === 'program')
    return isInArrow && text !== undefined && asksFor(text, 'arguments') ? ['arguments'] : [];
  const hidden = hiddenIn(types, owner, isInArrow);
  return text === undefined ? hidden : hidden.filter((use) => asksFor(text, use));
}

const asksFor = (text: string, use: LexicalUse['what']): boolean => WRITTEN[use].test(text);

function hiddenIn(types: Types, { kind, path, plan }: FunctionContext, isInArrow: boolean): LexicalUse['what'][] {
  const { node } = path;
  const isMethod = types.isMethod(node) || types.isClassPrivateMethod(node);
  const isConstructor = types.isClassMethod(node, { kind: 'constructor' });
  const hidden: LexicalUse['what'][] = [];
  if (isInArrow && kind === 'function') hidden.push('arguments');
  if (types.isFunction(node) && (!isMethod || isConstructor) && (isInArrow || plan?.wrapper === 'suspendable'))
    hidden.push('new.target');
  if (isInArrow && (isMethod || kind === 'field' || kind === 'static')) hidden.push('super');
  return hidden;
}
