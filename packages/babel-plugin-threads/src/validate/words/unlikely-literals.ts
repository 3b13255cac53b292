/** Literals that a word of the runtime cannot be given, or whose unit is likely to be wrong. */
import type { types as t } from '@babel/core';
import { callOnThis } from '../../analyse/classes/executors.js';
import type { Analysis, CallSite } from '../../analyse/facts/facts.js';
import { wordCalled } from '../../analyse/names/runtime-words.js';
import { isCall, skipTransparent } from '../../babel/ast.js';
import type { Finding } from '../../context/diagnostic.js';
import { textOf } from '../../context/text-of.js';
import { type Message, makeMessage } from '../../messages/message.js';
import { warnings, type LiteralKind } from '../../messages/warnings.js';
import { CALL_AFTER_TIME, EXECUTOR_WORDS, TAKE_LISTS, TAKES_MILLISECONDS, WAIT_FOR } from '../../vocabulary.js';

interface Given {
  readonly analysis: Analysis;
  readonly call: t.CallExpression | t.OptionalCallExpression;
  readonly word: string;
  /** `this.` of `this.wait`. */
  readonly prefix: string;
  readonly values: readonly t.Node[];
}

/** `waitFor(1000)`, `wait(1.5)`, `withTimeout(walk(), 1000)`, `all(3, 4)`: each with what is meant. */
export function findUnlikelyLiterals(analysis: Analysis): Finding[] {
  const found: Finding[] = [];
  for (const site of analysis.facts.callSites) {
    const given = site.context.isCovered ? givenTo(analysis, site) : undefined;
    const message =
      given && (tellNothing(given) ?? tellSeconds(given) ?? tellForever(given) ?? tellOrder(given) ?? tellList(given));
    if (message !== undefined) found.push({ at: site.path.node, message });
  }
  return found;
}

function givenTo(analysis: Analysis, { path }: CallSite): Given | undefined {
  const { compilation } = analysis;
  const { node } = path;
  if (!isCall(node)) return undefined;
  const own = callOnThis(analysis, path);
  const isOwn = own?.self.kind === 'executor' && !own.isShown && EXECUTOR_WORDS.has(own.name ?? '');
  const word = isOwn ? own.name : wordCalled(compilation, path);
  if (word === undefined) return undefined;
  const values = node.arguments.map((one) => skipTransparent(one));
  return { analysis, call: node, word, prefix: isOwn ? 'this.' : '', values };
}

const isNumber = (node: t.Node | undefined): node is t.NumericLiteral => node?.type === 'NumericLiteral';
const isText = (node: t.Node | undefined): node is t.StringLiteral => node?.type === 'StringLiteral';
const isLiteral = (node: t.Node): boolean => isNumber(node) || isText(node);

/** A number or a text is nothing to wait for. */
function tellNothing(given: Given): Message | undefined {
  const { word, values } = given;
  const [value] = values;
  if (word !== WAIT_FOR || value === undefined || !isLiteral(value)) return undefined;
  return tell(given, 'toWaitFor', value, meantBy(given, value));
}

/** Seconds, as other engines count them. A frame has 16.7 ms or 33.3 ms, so that is meant. */
function tellSeconds(given: Given): Message | undefined {
  const { word, values } = given;
  const [value] = values;
  const isFraction = isNumber(value) && !Number.isInteger(value.value) && value.value < LONGEST_IN_SECONDS;
  if (!isFraction || !TAKES_MILLISECONDS.has(word)) return undefined;
  return tell(given, 'seconds', value, String(Math.round(value.value * 1000)));
}

const LONGEST_IN_SECONDS = 10;

/** `wait(Infinity)`, as what must not end before the others of a `race` do. */
function tellForever(given: Given): Message | undefined {
  const { word, prefix, values } = given;
  const [value] = values;
  if (word !== 'wait' || value?.type !== 'Identifier' || value.name !== 'Infinity') return undefined;
  return tell(given, 'forever', value, `${prefix}waitUntil(() => false)`);
}

/** `withTimeout(walk(), 1000)`: the milliseconds come first. */
function tellOrder(given: Given): Message | undefined {
  const { analysis, word, prefix, values } = given;
  const [first, second] = values;
  if (!CALL_AFTER_TIME.has(word) || first === undefined || isNumber(first) || !isNumber(second)) return undefined;
  const { compilation } = analysis;
  const meant = `${prefix}${word}(${textOf(compilation, second)}, ${textOf(compilation, first)})`;
  return tell(given, 'timeLast', second, meant);
}

/** Numbers and texts are no calls. */
function tellList(given: Given): Message | undefined {
  const { word, values } = given;
  if (!TAKE_LISTS.has(word)) return undefined;
  const [first] = values;
  const items = values.length === 1 && first?.type === 'ArrayExpression' ? first.elements : values;
  const wrong = items.map((one) => one && skipTransparent(one)).find((one) => one && isLiteral(one));
  return wrong ? tell(given, 'inList', wrong, meantBy(given, wrong)) : undefined;
}

function tell({ analysis, call, word }: Given, kind: LiteralKind, literal: t.Node, meant: string): Message {
  const { compilation } = analysis;
  return makeMessage(warnings.unlikelyLiteral, {
    kind,
    word,
    call: textOf(compilation, call),
    literal: textOf(compilation, literal),
    literalKind: isText(literal) ? 'text' : 'number',
    meant,
  });
}

/** What waits for a number of milliseconds, or for a signal of that name. */
function meantBy({ analysis, prefix }: Given, literal: t.Node): string {
  return `${prefix}${isNumber(literal) ? 'wait' : 'waitSignal'}(${textOf(analysis.compilation, literal)})`;
}
