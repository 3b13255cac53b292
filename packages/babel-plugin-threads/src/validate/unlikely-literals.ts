/** Literals that a word of the runtime cannot be given, or whose unit is likely to be wrong. */
import type { types as t } from '@babel/core';
import type { CallSite } from '../analyse/facts/facts.js';
import { wordCalled } from '../analyse/names/runtime-words.js';
import { isCall, skipTransparent } from '../babel/ast.js';
import type { Compilation } from '../context/compilation.js';
import { errors } from '../messages/errors.js';
import { CALL_AFTER_TIME, EXECUTOR_WORDS, TAKE_LISTS, TAKES_MILLISECONDS, WAIT_FOR } from '../vocabulary.js';
import { textOf } from './text-of.js';
import type { Finding, Validation } from './validation.js';

interface Given {
  readonly validation: Validation;
  readonly call: t.CallExpression | t.OptionalCallExpression;
  readonly word: string;
  /** `this.` of `this.wait`. */
  readonly prefix: string;
  readonly values: readonly t.Node[];
}

/** `waitFor(1000)`, `wait(1.5)`, `withTimeout(walk(), 1000)`, `all(3, 4)`: each with what is meant. */
export function findUnlikelyLiterals(validation: Validation): Finding[] {
  const found: Finding[] = [];
  for (const site of validation.facts.callSites) {
    const given = site.context.isCovered ? givenTo(validation, site) : undefined;
    const text =
      given &&
      (textOfNothing(given) ?? textOfSeconds(given) ?? textOfForever(given) ?? textOfOrder(given) ?? textOfList(given));
    if (text !== undefined) found.push({ at: site.path.node, text });
  }
  return found;
}

function givenTo(validation: Validation, { path }: CallSite): Given | undefined {
  const { compilation, facts } = validation;
  const { node } = path;
  if (!isCall(node)) return undefined;
  const own = facts.callsOnThis.get(node);
  const isOwn = own?.self.kind === 'executor' && own.method === undefined && EXECUTOR_WORDS.has(own.name ?? '');
  const word = isOwn ? own.name : wordCalled(compilation, path);
  if (word === undefined) return undefined;
  const values = node.arguments.map((one) => skipTransparent(one));
  return { validation, call: node, word, prefix: isOwn ? 'this.' : '', values };
}

const isNumber = (node: t.Node | undefined): node is t.NumericLiteral => node?.type === 'NumericLiteral';
const isText = (node: t.Node | undefined): node is t.StringLiteral => node?.type === 'StringLiteral';
const isLiteral = (node: t.Node): boolean => isNumber(node) || isText(node);

/** A number or a text is nothing to wait for. */
function textOfNothing({ validation, call, word, prefix, values: [value] }: Given): string | undefined {
  if (word !== WAIT_FOR || value === undefined || !isLiteral(value)) return undefined;
  const { compilation } = validation;
  const given = isNumber(value) ? 'a number' : 'a text';
  return errors.unlikelyLiteral('toWaitFor', textOf(compilation, call), given, meantBy(compilation, value, prefix));
}

/** Seconds, as other engines count them. A frame has 16.7 ms or 33.3 ms, so that is meant. */
function textOfSeconds({ validation, call, word, values: [value] }: Given): string | undefined {
  const isFraction = isNumber(value) && !Number.isInteger(value.value) && value.value < LONGEST_IN_SECONDS;
  if (!isFraction || !TAKES_MILLISECONDS.has(word)) return undefined;
  const ms = String(Math.round(value.value * 1000));
  return errors.unlikelyLiteral('seconds', textOf(validation.compilation, call), String(value.value), ms);
}

const LONGEST_IN_SECONDS = 10;

/** `wait(Infinity)`, as what must not end before the others of a `race` do. */
function textOfForever({ validation, call, word, prefix, values: [value] }: Given): string | undefined {
  if (word !== 'wait' || value?.type !== 'Identifier' || value.name !== 'Infinity') return undefined;
  const meant = `${prefix}waitUntil(() => false)`;
  return errors.unlikelyLiteral('forever', textOf(validation.compilation, call), value.name, meant);
}

/** `withTimeout(walk(), 1000)`: the milliseconds come first. */
function textOfOrder({ validation, word, prefix, values: [first, second] }: Given): string | undefined {
  if (!CALL_AFTER_TIME.has(word) || first === undefined || isNumber(first) || !isNumber(second)) return undefined;
  const { compilation } = validation;
  const time = textOf(compilation, second);
  return errors.unlikelyLiteral('timeLast', word, time, `${prefix}${word}(${time}, ${textOf(compilation, first)})`);
}

/** Numbers and texts are no calls. */
function textOfList({ validation, word, prefix, values }: Given): string | undefined {
  if (!TAKE_LISTS.has(word)) return undefined;
  const [first] = values;
  const items = values.length === 1 && first?.type === 'ArrayExpression' ? first.elements : values;
  const wrong = items.map((one) => one && skipTransparent(one)).find((one) => one && isLiteral(one));
  const { compilation } = validation;
  return wrong
    ? errors.unlikelyLiteral('inList', word, textOf(compilation, wrong), meantBy(compilation, wrong, prefix))
    : undefined;
}

/** What waits for a number of milliseconds, or for a signal of that name. */
function meantBy(compilation: Compilation, literal: t.Node, prefix: string): string {
  const written = textOf(compilation, literal);
  return isNumber(literal)
    ? `\`${prefix}wait(${written})\` for milliseconds`
    : `\`${prefix}waitSignal(${written})\` for a signal`;
}
