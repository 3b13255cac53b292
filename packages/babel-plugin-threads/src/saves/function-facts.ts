/** What the source tells of each pause for saves: what is called there, in which constructs it stands, and its statement. */
import type { types as t } from '@babel/core';
import type { Analysis } from '../analyse/facts/facts.js';
import { codeAround, hashOfStatement, headOf } from '../analyse/waiting/pause-maker.js';
import { calleeOf } from '../babel/ast.js';
import type { ListedPath } from '../babel/path.js';
import type { Compilation } from '../context/compilation.js';
import type { Literal } from '../lower/read/tools.js';
import type { FunctionPlan, Pause } from '../plan.js';
import { textOfCallee } from './callee-text.js';
import { type Argument, argumentsOf } from './given-arguments.js';

/** A statement that holds pauses. */
export interface Construct {
  readonly kind: ConstructKind;
  /** Of the head of its statement, as pauses and variables of the output have it. */
  readonly hash: string;
  /** The one around it. */
  readonly parent: Construct | undefined;
}

export type ConstructKind = 'if' | 'else' | 'switch' | 'try' | 'catch' | 'finally' | 'using' | LoopKind;
type LoopKind = 'for' | 'while' | 'do' | 'for-of' | 'for-in';

export interface PauseFacts {
  readonly pause: Pause;
  /** The innermost one. */
  readonly construct: Construct | undefined;
  /** The text of what is called; `:frame`, `:turns`, `:start` where nothing is. */
  readonly callee: string;
  /** The head of its statement. */
  readonly statement: string;
  /** What is called with; undefined where that is more than literals and variables of the function. */
  readonly given: readonly Argument[] | undefined;
}

/** The constructs of a file that hold pauses, by their statements. */
export type KnownConstructs = Map<t.Node, Map<ConstructKind, Construct>>;

/** In the order of the pauses of the function. Reads the source: nothing must have been written yet. */
export function readPauses(
  { compilation }: Analysis,
  { node, pauses }: FunctionPlan,
  known: KnownConstructs,
): PauseFacts[] {
  return pauses.map((pause) => ({
    pause,
    construct: constructAround(compilation, pause, { fn: node, known }),
    callee: calleeTextOf(compilation, pause),
    statement: statementOf(compilation, pause.path),
    given: argumentsOf(pause),
  }));
}

/** Those around the pauses of a function, outer ones first. */
export function constructsOf(pauses: readonly PauseFacts[]): Construct[] {
  const found = new Set<Construct>();
  const add = (one: Construct | undefined): void => {
    if (one) {
      add(one.parent);
      found.add(one);
    }
  };
  for (const { construct } of pauses) add(construct);
  return [...found];
}

interface Within {
  readonly fn: t.Node;
  readonly known: KnownConstructs;
}

function constructAround(compilation: Compilation, { kind, path }: Pause, within: Within): Construct | undefined {
  const parts: (readonly [t.Node, ConstructKind])[] = [];
  const loop = kind === 'loop' ? LOOPS[path.node.type] : undefined;
  if (loop !== undefined) parts.push([path.node, loop]);
  for (let at = path; at.node !== within.fn && at.parentPath; at = at.parentPath) {
    const found = kindOf(at);
    if (found !== undefined) parts.push([at.parent, found]);
  }
  return parts.reduceRight<Construct | undefined>((parent, [node, one]) => {
    const ofNode = within.known.get(node) ?? new Map<ConstructKind, Construct>();
    within.known.set(node, ofNode);
    const construct = ofNode.get(one) ?? { kind: one, hash: hashOfStatement(compilation, node), parent };
    ofNode.set(one, construct);
    return construct;
  }, undefined);
}

const LOOPS: Readonly<Partial<Record<t.Node['type'], LoopKind>>> = {
  ForStatement: 'for',
  WhileStatement: 'while',
  DoWhileStatement: 'do',
  ForOfStatement: 'for-of',
  ForInStatement: 'for-in',
};

/** Which part of its parent a node is; undefined for one that runs before that has begun, and in all other nodes. */
function kindOf({ parent, key, listKey }: ListedPath): ConstructKind | undefined {
  const loop = LOOPS[parent.type];
  if (loop !== undefined) return key === 'init' || key === 'right' ? undefined : loop;
  switch (parent.type) {
    case 'IfStatement':
      return key === 'consequent' ? 'if' : key === 'alternate' ? 'else' : undefined;
    case 'SwitchStatement':
      return listKey === 'cases' ? 'switch' : undefined;
    case 'TryStatement':
      return key === 'block' ? 'try' : key === 'handler' ? 'catch' : 'finally';
    case 'BlockStatement':
      return parent.body.slice(0, Number(key)).some(isUsing) ? 'using' : undefined;
    default:
      return undefined;
  }
}

const isUsing = (node: t.Node): boolean => node.type === 'VariableDeclaration' && node.kind.endsWith('using');

function calleeTextOf({ t: types }: Compilation, { kind, node, loop }: Pause): string {
  if (kind === 'start') return ':start';
  if (kind === 'loop') return loop === undefined ? ':frame' : ':turns';
  const callee = calleeOf(node);
  return callee?.start == null ? '' : cut(textOfCallee(types, callee));
}

function statementOf(compilation: Compilation, path: ListedPath): string {
  return cut(headOf(compilation, codeAround(compilation, path)).replace(/\{\s*$/, ''));
}

const MOST_CHARACTERS = 80;

function cut(text: string): string {
  const characters = Array.from(text.replace(/\s+/g, ' ').trim());
  return characters.length <= MOST_CHARACTERS
    ? characters.join('')
    : `${characters.slice(0, MOST_CHARACTERS - 1).join('')}…`;
}

/** The literals that variables of the file get in their declarations, by the names there. */
export function readFirstValues({ paths }: Compilation): ReadonlyMap<t.Node, Literal> {
  const found = new Map<t.Node, Literal>();
  for (const { node, parentPath } of paths.ofType('VariableDeclarator')) {
    const value = node.init ? literalOf(node.init) : isOfLoop(parentPath!) ? undefined : { value: undefined };
    if (node.id.type === 'Identifier' && value !== undefined) found.set(node.id, value);
  }
  return found;
}

/** `for (const x of list)` */
const isOfLoop = ({ key }: ListedPath): boolean => key === 'left';

function literalOf(node: t.Expression): Literal | undefined {
  switch (node.type) {
    case 'StringLiteral':
      return node.value.length <= MOST_CHARACTERS ? node : undefined;
    case 'NumericLiteral':
      return Number.isFinite(node.value) ? node : undefined;
    case 'BooleanLiteral':
      return node;
    case 'NullLiteral':
      return { value: null };
    case 'UnaryExpression': {
      const number =
        node.operator === '-' && node.argument.type === 'NumericLiteral' ? literalOf(node.argument) : undefined;
      return number?.value ? { value: -Number(number.value) } : undefined;
    }
    default:
      return undefined;
  }
}
