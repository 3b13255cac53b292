import type { types as t } from '@babel/core';
import type { LexicalUse } from '../analyse/facts/facts.js';
import { isCrossing } from '../analyse/functions/crosses-suspendable.js';
import { type Compilation, isFree } from '../context/compilation.js';
import type { Path } from '../babel/path.js';
import { lexicalOwner, type FunctionContext } from '../analyse/facts/function-contexts.js';
import { errors } from '../messages/errors.js';
import type { Plan } from '../plan.js';
import type { Finding, Validation } from './validation.js';

/** How a text may name what belongs to the function around. */
const WRITTEN: Record<LexicalUse['what'], RegExp> = {
  arguments: /\barguments\b/,
  'new.target': /\bnew\s*\.\s*target\b/,
  super: /\bsuper\b/,
};

/** Texts of a direct `eval` that may ask for what they cannot see. */
export function findUnseenByEval({ compilation, plan, facts }: Validation): Finding[] {
  return facts.evals.flatMap((path) => {
    const unseen = unseenByEval(compilation, plan, path, facts.contexts.around(path));
    return unseen.length > 0 ? [{ at: path.node, text: errors.unseenByEval(unseen) }] : [];
  });
}

/**
 * What the text of a direct `eval` cannot see once its function is a generator: `new.target`, and in an arrow also the
 * `arguments` and the `super` of the function around. Code is given them under other names (lexical-captures.ts); a text cannot be rewritten.
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
  const text = textOf((call.node as t.CallExpression).arguments[0]);
  const hidden = owner.kind === 'program' ? hiddenAtTop() : hiddenIn();
  return text === undefined ? hidden : hidden.filter((word) => WRITTEN[word].test(text));

  function hiddenIn(): LexicalUse['what'][] {
    const { node } = owner.path;
    const isInArrow = isCrossing(plan, call, node);
    const isMethod = types.isMethod(node) || types.isClassPrivateMethod(node);
    const isConstructor = types.isClassMethod(node, { kind: 'constructor' });
    const uses: LexicalUse['what'][] = [];
    if (isInArrow && owner.kind === 'function') uses.push('arguments');
    if (types.isFunction(node) && (!isMethod || isConstructor) && (isInArrow || owner.plan?.wrapper === 'suspendable'))
      uses.push('new.target');
    if (isInArrow && (isMethod || owner.kind === 'field' || owner.kind === 'static')) uses.push('super');
    return uses;
  }

  /** A file may have `arguments`; a text that is not known is not suspected to ask for them. */
  function hiddenAtTop(): LexicalUse['what'][] {
    return text !== undefined && isCrossing(plan, call, owner.path.node) ? ['arguments'] : [];
  }

  /** Undefined if only the run knows it; what is no text is given back unread. */
  function textOf(given: t.Node | undefined): string | undefined {
    if (types.isStringLiteral(given)) return given.value;
    if (types.isTemplateLiteral(given) && given.expressions.length === 0) return given.quasis[0]!.value.raw;
    return given === undefined || (types.isLiteral(given) && !types.isTemplateLiteral(given)) ? '' : undefined;
  }
}
