/** Literals that a word of the runtime cannot be given, or whose unit is likely to be wrong. */
import type { types as t } from '@babel/core';
import { callOnThis } from '../../analyse/classes/executors.js';
import type { Analysis, CallSite } from '../../analyse/facts/facts.js';
import { wordCalled } from '../../analyse/names/runtime-words.js';
import { isCall, skipTransparent } from '../../babel/ast.js';
import { type Finding, tell } from '../../context/diagnostic.js';
import { textOf } from '../../context/text-of.js';
import { type LiteralKind, warnings } from '../../messages/warnings.js';
import {
  CALL_AFTER_TIME,
  EXECUTOR_WORDS,
  GIVE_THREAD,
  TAKE_LISTS,
  TAKES_MILLISECONDS,
  WAIT_FOR,
} from '../../vocabulary.js';

/** A call of a word: `wait(9)`, `this.wait(9)`. */
interface WordCall {
  readonly node: t.CallExpression | t.OptionalCallExpression;
  readonly word: string;
  /** `this.` of `this.wait`. */
  readonly prefix: string;
  readonly values: readonly t.Node[];
  /** The text of an expression. */
  readonly show: (node: t.Node) => string;
}

interface Mistake {
  readonly kind: LiteralKind;
  readonly literal: t.Node;
  /** What to write. */
  readonly meant: string;
}

/** `waitFor(1000)`, `wait(1.5)`, `withTimeout(walk(), 1000)`, `all(3, 4)`, `start(5)`: each with what is meant. */
export function findUnlikelyLiterals(analysis: Analysis): Finding[] {
  return analysis.facts.callSites.flatMap((site) => {
    const call = site.context.isCovered ? readWordCall(analysis, site) : undefined;
    const mistake = call && MISTAKES.map((find) => find(call)).find((one) => one !== undefined);
    return mistake ? [tellMistake(call, mistake)] : [];
  });
}

function readWordCall(analysis: Analysis, { path }: CallSite): WordCall | undefined {
  const { compilation } = analysis;
  const { node } = path;
  if (!isCall(node)) return undefined;
  const own = callOnThis(analysis, path);
  const isOwn = own?.self.kind === 'executor' && !own.isShown && EXECUTOR_WORDS.has(own.name ?? '');
  const word = isOwn ? own.name : wordCalled(compilation, path);
  if (word === undefined) return undefined;
  const values = node.arguments.map((one) => skipTransparent(one));
  return { node, word, prefix: isOwn ? `${own.on}.` : '', values, show: (one) => textOf(compilation, one) };
}

const isNumber = (node: t.Node | undefined): node is t.NumericLiteral => node?.type === 'NumericLiteral';
const isText = (node: t.Node | undefined): node is t.StringLiteral => node?.type === 'StringLiteral';
const isLiteral = (node: t.Node): boolean => isNumber(node) || isText(node);

const MISTAKES: readonly ((call: WordCall) => Mistake | undefined)[] = [
  /** A number or a text is nothing to wait for. */
  function findLiteralToWaitFor(call) {
    const {
      word,
      values: [value],
    } = call;
    if (word !== WAIT_FOR || value === undefined || !isLiteral(value)) return undefined;
    return { kind: 'toWaitFor', literal: value, meant: waitOf(call, value) };
  },

  /** Seconds, as other engines count them. A frame has 16.7 ms or 33.3 ms, so that is meant. */
  function findSeconds({ word, values: [value] }) {
    const isFraction = isNumber(value) && !Number.isInteger(value.value) && value.value < LONGEST_IN_SECONDS;
    if (!isFraction || !TAKES_MILLISECONDS.has(word)) return undefined;
    return { kind: 'seconds', literal: value, meant: String(Math.round(value.value * 1000)) };
  },

  /** `wait(Infinity)`, as what must not end before the others of a `race` do. */
  function findInfinity({ word, prefix, values: [value] }) {
    if (word !== 'wait' || value?.type !== 'Identifier' || value.name !== 'Infinity') return undefined;
    return { kind: 'forever', literal: value, meant: `${prefix}waitUntil(() => false)` };
  },

  /** `withTimeout(walk(), 1000)`: the milliseconds come first. */
  function findTimeBehindCall({ word, prefix, values: [first, second], show }) {
    if (!CALL_AFTER_TIME.has(word) || first === undefined || isNumber(first) || !isNumber(second)) return undefined;
    return { kind: 'timeLast', literal: second, meant: `${prefix}${word}(${show(second)}, ${show(first)})` };
  },

  /** Numbers and texts are no calls. */
  function findLiteralAmongCalls(call) {
    const { word, values } = call;
    const [first] = values;
    if (GIVE_THREAD.has(word) && first && isLiteral(first))
      return { kind: 'noCall', literal: first, meant: `${word}(${waitOf(call, first)})` };
    if (!TAKE_LISTS.has(word)) return undefined;
    const items = values.length === 1 && first?.type === 'ArrayExpression' ? first.elements : values;
    const literal = items.map((one) => one && skipTransparent(one)).find((one) => one && isLiteral(one));
    return literal ? { kind: 'noCall', literal, meant: waitOf(call, literal) } : undefined;
  },
];

const LONGEST_IN_SECONDS = 10;

/** What waits for a number of milliseconds, or for a signal of that name. */
const waitOf = ({ prefix, show }: WordCall, literal: t.Node): string =>
  `${prefix}${isNumber(literal) ? 'wait' : 'waitSignal'}(${show(literal)})`;

function tellMistake({ node, word, show }: WordCall, { kind, literal, meant }: Mistake): Finding {
  const literalKind = isText(literal) ? 'text' : 'number';
  const values = { kind, word, call: show(node), literal: show(literal), literalKind, meant } as const;
  return tell(node, warnings.unlikelyLiteral, values);
}
