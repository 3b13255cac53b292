/** Backward analysis of an expression: from the answer behind it to the answer before it. */
import type { types as t } from '@babel/core';
import {
  childrenOf,
  codeKeysOf,
  type Fields,
  isLogicalAssignment,
  isMember,
  skipTransparent,
} from '../../../babel/ast.js';
import type { Types } from '../../../babel/types.js';
import type { Tools } from '../../read/tools.js';
import { isOnlyType } from '../../read/declared-names.js';
import { readVariables } from '../../read/variables.js';
import { type Answer, NONE, type Question } from './question.js';

type Reading = Pick<Tools, 'types' | 'marks'>;

export class Expressions {
  /** The answer at the handlers around, to which any part of an expression may jump by an error. */
  caught: Answer = NONE;
  readonly #types: Types;
  readonly #tools: Reading;
  readonly #question: Question;
  /** What functions use that are made in the function. */
  readonly #uses = new Map<t.Node, Answer>();

  constructor(tools: Reading, question: Question) {
    this.#types = tools.types;
    this.#tools = tools;
    this.#question = question;
  }

  visit(node: t.Node | null | undefined, after: Answer): Answer {
    if (!node || isOnlyType(node)) return after;
    const types = this.#types;
    switch (node.type) {
      case 'Identifier':
      case 'JSXIdentifier':
        return after | this.#question.onRead(node.name);
      case 'AssignmentExpression':
        return this.#visitAssignment(node, after);
      case 'UpdateExpression':
        return this.#visitChanged(node.argument, after);
      case 'LogicalExpression':
        return this.visit(node.left, after | this.visit(node.right, after));
      case 'ConditionalExpression':
        return this.visit(node.test, this.visit(node.consequent, after) | this.visit(node.alternate, after));
      case 'OptionalMemberExpression':
      case 'OptionalCallExpression':
        return after | this.#visitParts(node, after);
      case 'PrivateName':
        return after;
      case 'ClassExpression':
      case 'ClassDeclaration':
        return after | this.#readNames(node, node.type === 'ClassExpression' ? node.id?.name : undefined);
      default:
        return types.isFunction(node) ? this.#visitFunction(node, after) : this.#visitParts(node, after);
    }
  }

  /** The parts, which are evaluated from left to right. */
  #visitParts(node: t.Node, after: Answer): Answer {
    const types = this.#types;
    const fields = node as unknown as Fields;
    const keys = keysOf(types, node);
    let live = after;
    for (let i = keys.length - 1; i >= 0; i--) {
      const child = fields[keys[i]!] as t.Node | readonly (t.Node | null)[] | null | undefined;
      if (!Array.isArray(child)) live = this.visit(child as t.Node | null | undefined, live);
      else for (let n = child.length - 1; n >= 0; n--) live = this.visit(child[n] as t.Node | null, live);
    }
    return live;
  }

  #visitAssignment(node: t.AssignmentExpression, after: Answer): Answer {
    const target = skipTransparent(node.left);
    if (node.operator === '=') {
      // The object of `o.p = x` is read before `x`.
      if (isMember(target)) return this.#visitParts(target, this.visit(node.right, after));
      return this.visit(node.right, this.visitTarget(target, after));
    }
    const before = this.#visitChanged(target, after, node.right);
    return isLogicalAssignment(node) ? after | before : before;
  }

  /** The target is read, then `value`, then assigned to. */
  #visitChanged(target: t.Node, after: Answer, value?: t.Node): Answer {
    const assigned = isMember(skipTransparent(target)) ? after : this.visitTarget(target, after);
    return this.visit(target, this.visit(value, assigned));
  }

  /** What is assigned to: a name, a member, a pattern. */
  visitTarget(node: t.Node, after: Answer): Answer {
    const at = skipTransparent(node);
    switch (at.type) {
      case 'Identifier':
        return this.#question.onAssign(at, after) | this.caught;
      case 'ArrayPattern':
        return at.elements.toReversed().reduce((live, one) => (one ? this.visitTarget(one, live) : live), after);
      case 'ObjectPattern':
        return at.properties.toReversed().reduce((live, one) => this.visitTarget(one, live), after);
      case 'ObjectProperty': {
        const live = this.visitTarget(at.value, after);
        return at.computed ? this.visit(at.key, live) : live;
      }
      case 'AssignmentPattern': {
        const live = this.visitTarget(at.left, after);
        return live | this.visit(at.right, live);
      }
      case 'RestElement':
        return this.visitTarget(at.argument, after);
      default:
        return this.visit(at, after);
    }
  }

  /** Its free variables count as read where it is made: those that change later are in boxes. */
  #visitFunction(node: t.Node, after: Answer): Answer {
    let uses = this.#uses.get(node);
    if (uses === undefined && !this.#question.asksReads) uses = NONE;
    if (uses === undefined) {
      uses = NONE;
      for (const name of readVariables(this.#tools, node as t.Function).free.keys())
        uses |= this.#question.onRead(name);
      this.#uses.set(node, uses);
    }
    const live = after | uses;
    return 'computed' in node && node.computed ? this.visit((node as t.ObjectMethod).key, live) : live;
  }

  /** All names in a class count as read, but for `own`, the name of the class itself. */
  #readNames(node: t.Node, own: string | undefined): Answer {
    const types = this.#types;
    if (!this.#question.asksReads) return NONE;
    if (node.type === 'Identifier' || node.type === 'JSXIdentifier')
      return node.name === own ? NONE : this.#question.onRead(node.name);
    return childrenOf(types, node).reduce((live, child) => live | this.#readNames(child, own), NONE);
  }
}

/** The fields that are evaluated: no key that is only a name. */
function keysOf(types: Types, node: t.Node): readonly string[] {
  const keys = codeKeysOf(types, node);
  if (isMember(node)) return node.computed ? keys : OBJECT;
  if (node.type === 'ObjectProperty') return node.computed ? KEY_AND_VALUE : VALUE;
  if (node.type === 'MetaProperty') return [];
  return keys;
}

const OBJECT: readonly string[] = ['object'];
const KEY_AND_VALUE: readonly string[] = ['key', 'value'];
const VALUE: readonly string[] = ['value'];
