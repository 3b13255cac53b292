/**
 * The variables of a function that is lowered, with each use of them. Babel's scopes do not serve: they know the tree as it was before the plugin wrote
 * anything, and not the order of uses.
 */
import type { types as t } from '@babel/core';
import { codeKeysOf, type Fields } from '../../babel/ast.js';
import type { Types } from '../../babel/types.js';
import { declaredHere, declaredVars, isComponent, isOnlyType, namesIn } from './declared-names.js';
import { isPausing } from './class-heads.js';
import { isNameless } from './nameless.js';
import { Scopes } from './scopes.js';
import type { Tools } from './tools.js';
import type { Nested, Place, Variables } from './variable.js';

export const readVariables = (tools: Reading, fn: t.Function): Variables => new VariableReader(tools, fn);

type Reading = Pick<Tools, 'types' | 'marks'>;

class VariableReader extends Scopes implements Variables {
  readonly thisUses: Place[] = [];
  readonly others: t.Node[] = [];
  holdsTry = false;
  holdsClass = false;
  readonly #types: Types;
  /** Object literals with their places; also by property with a computed key. */
  readonly #objects = new Map<t.Node, Pick<Nested, 'node' | 'place'>>();

  constructor({ types, marks }: Reading, fn: t.Function) {
    super(marks);
    this.#types = types;
    this.#readFunction(fn);
  }

  #readFunction(fn: t.Function): void {
    this.inScope(fn, () => {
      this.#declareParameters(fn);
      const { body } = fn;
      const list = this.#types.isBlockStatement(body) ? body.body : undefined;
      if (!list?.some((one) => this.marks.bodies.has(one))) this.declareAll(declaredVars(this.#types, body));
      this.declareVarsOfBlockFunctions(fn);
      if (list === undefined) return this.#visit(body, fn, 'body', undefined);
      this.declareAll(declaredHere(this.#types, list));
      this.#visitList(list, body, 'body');
    });
  }

  #declareParameters(fn: t.Function): void {
    fn.params.forEach((parameter, index) => {
      this.declareAll(namesIn(this.#types, parameter).map((name) => ({ name, kind: 'param' as const })));
      this.#visitPattern(parameter, 'declares', fn, 'params', index);
    });
  }

  #visitFields(node: t.Node, keys: readonly string[] = codeKeysOf(this.#types, node)): void {
    const fields = node as unknown as Fields;
    for (const key of keys) {
      const child = fields[key];
      if (Array.isArray(child)) this.#visitList(child as (t.Node | null)[], node, key);
      else if (child) this.#visit(child as t.Node, node, key, undefined);
    }
  }

  #visitList(list: readonly (t.Node | null)[], parent: t.Node, key: string): void {
    for (let index = 0; index < list.length; index++) if (list[index]) this.#visit(list[index]!, parent, key, index);
  }

  /** Where the node stands is one argument each: most nodes need no object for it. */
  #visit(node: t.Node, parent: t.Node, key: string, index: number | undefined): void {
    const types = this.#types;
    if (types.isFunction(node)) return this.#visitFunction(node, { parent, key, index });
    if (types.isClass(node)) return this.#visitClass(node, { parent, key, index });
    if (isOnlyType(node)) return;
    switch (node.type) {
      case 'Identifier':
        return void this.use(node, parent, 'reads');
      case 'JSXIdentifier':
        if (isComponent(node, { parent, key })) this.use(node, parent, 'reads');
        if (node.name === 'this' && this.isOwnThis) this.thisUses.push({ parent, key, index });
        return;
      case 'ThisExpression':
        if (this.isOwnThis) this.thisUses.push({ parent, key, index });
        return;
      case 'Super':
      case 'MetaProperty':
        if (this.isOwnThis) this.others.push(node);
        return;
      case 'LabeledStatement':
        return this.#visitFields(node, ['body']);
      case 'BreakStatement':
      case 'ContinueStatement':
        return;
      default:
        return this.#visitMore(node, parent, key, index);
    }
  }

  #visitMore(node: t.Node, parent: t.Node, key: string, index: number | undefined): void {
    switch (node.type) {
      case 'MemberExpression':
      case 'OptionalMemberExpression':
        this.#visit(node.object, node, 'object', undefined);
        return node.computed ? this.#visit(node.property, node, 'property', undefined) : undefined;
      case 'ObjectExpression':
        this.#objects.set(node, { node, place: { parent, key, index } });
        return this.#visitFields(node);
      case 'ObjectProperty': {
        const object = this.#objects.get(parent);
        if (node.computed && object) this.#objects.set(node, object);
        return this.#visitFields(node, node.computed ? ['key', 'value'] : ['value']);
      }
      case 'AssignmentExpression':
        this.#visitPattern(node.left, 'assigns', node, 'left');
        return this.#visit(node.right, node, 'right', undefined);
      case 'UpdateExpression':
        return this.#visitPattern(node.argument, 'assigns', node, 'argument');
      case 'VariableDeclaration':
        return node.declarations.forEach((one) => this.#visitDeclarator(one));
      case 'TryStatement':
        this.holdsTry = true;
        return this.#visitFields(node);
      case 'BlockStatement':
        return this.inScope(node, () => {
          if (this.marks.bodies.has(node)) this.declareAll(declaredVars(this.#types, node));
          this.declareVarsOfBlockFunctions(node);
          this.declareAll(declaredHere(this.#types, node.body));
          this.#visitFields(node, ['body']);
        });
      case 'SwitchStatement':
        this.#visitFields(node, ['discriminant']);
        return this.inScope(node, () => {
          for (const one of node.cases) this.declareAll(declaredHere(this.#types, one.consequent));
          node.cases.forEach((one, at) => this.#visitCase(one, node, at));
        });
      case 'ForStatement':
      case 'ForInStatement':
      case 'ForOfStatement':
        return this.inLoop(() => this.#readFor(node));
      case 'WhileStatement':
      case 'DoWhileStatement':
        return this.inLoop(() => this.#visitFields(node));
      case 'CatchClause':
        return this.#visitCatch(node);
      case 'TSEnumDeclaration':
        return this.#visitEnum(node);
      default:
        return key === 'typeParameters' ? undefined : this.#visitFields(node);
    }
  }

  #visitDeclarator(node: t.VariableDeclarator): void {
    const before = this.at;
    // In the order in which they are evaluated.
    this.#visitFields(node, ['init']);
    this.#visitPattern(node.id, 'declares', node, 'id');
    this.endDeclaration(before, node);
  }

  #visitCase(node: t.SwitchCase, parent: t.Node, index: number): void {
    const since = this.at;
    this.#visit(node, parent, 'cases', index);
    this.endCase(since);
  }

  #readFor(node: t.ForStatement | t.ForInStatement | t.ForOfStatement): void {
    this.inScope(node, () => {
      const head = node.type === 'ForStatement' ? node.init : node.left;
      if (head?.type === 'VariableDeclaration' && head.kind !== 'var')
        this.declareAll(declaredHere(this.#types, [head]));
      if (node.type === 'ForStatement') return this.#visitFields(node);
      this.#visitFields(node, ['right']);
      if (node.left.type === 'VariableDeclaration') this.#visitFields(node, ['left']);
      else this.#visitPattern(node.left, 'assigns', node, 'left');
      this.#visitFields(node, ['body']);
    });
  }

  #visitCatch(node: t.CatchClause): void {
    this.inScope(node, () => {
      const { param } = node;
      if (param) {
        this.declareAll(namesIn(this.#types, param).map((name) => ({ name, kind: 'catch' as const })));
        this.#visitPattern(param, 'declares', node, 'param');
      }
      this.#visitFields(node, ['body']);
    });
  }

  #visitPattern(node: t.Node, how: 'assigns' | 'declares', parent: t.Node, key: string, at?: number): void {
    switch (node.type) {
      case 'Identifier': {
        const variable = this.use(node, parent, how);
        if (how === 'declares' && variable && variable.declaredAt === Infinity) variable.declaredAt = this.at;
        return;
      }
      case 'ArrayPattern':
        return node.elements.forEach((one, index) => {
          if (one) this.#visitPattern(one, how, node, 'elements', index);
        });
      case 'ObjectPattern':
        return node.properties.forEach((one, index) => {
          if (one.type === 'RestElement') return this.#visitPattern(one, how, node, 'properties', index);
          if (one.computed) this.#visitFields(one, ['key']);
          this.#visitPattern(one.value, how, one, 'value');
        });
      case 'AssignmentPattern':
        this.#visitFields(node, ['right']);
        return this.#visitPattern(node.left, how, node, 'left');
      case 'RestElement':
        return this.#visitPattern(node.argument, how, node, 'argument');
      case 'TSParameterProperty':
        return this.#visitPattern(node.parameter, how, node, 'parameter');
      case 'ParenthesizedExpression':
      case 'TSAsExpression':
      case 'TSSatisfiesExpression':
      case 'TSNonNullExpression':
      case 'TSTypeAssertion':
        return this.#visitPattern(node.expression, how, node, 'expression');
      default:
        return this.#visit(node, parent, key, at);
    }
  }

  #visitFunction(node: t.Function, place: Place): void {
    if ('key' in node && node.computed) this.#visitFields(node, ['key']);
    if (node.type === 'FunctionDeclaration' && node.id) this.use(node.id, node, 'declares');
    this.inNested(this.#findMaker(node, place), node.type === 'ArrowFunctionExpression', () => {
      if (node.type !== 'FunctionExpression' || !node.id) return this.#readFunction(node);
      const { id } = node;
      this.inScope(node, () => {
        this.declareAll([{ name: id.name, kind: 'function' }]);
        this.inner.push(this.scope.variables.get(id.name)!);
        this.#readFunction(node);
      });
    });
  }

  /** What it is made with: a method with its object, and what takes its name from a computed key. */
  #findMaker(node: t.Node, place: Place): Pick<Nested, 'node' | 'place'> {
    const isOfObject = node.type === 'ObjectMethod' || (place.key === 'value' && isNameless(this.#types, node));
    return (isOfObject ? this.#objects.get(place.parent) : undefined) ?? { node, place };
  }

  #visitClass(node: t.Class, place: Place): void {
    const { id } = node;
    this.holdsClass = true;
    const madeWith = this.#findMaker(node, place);
    const before = this.at;
    // A head that pauses is evaluated before the class is there: its names are those around it.
    const head = isPausing(this.#types, node) ? this.#visitHead(node) : undefined;
    if (id && node.type === 'ClassDeclaration') this.#visitPattern(id, 'declares', node, 'id');
    this.inScope(node, () => {
      // Inside of it the name is one of its own.
      if (id) this.declareInner(id.name);
      if (head === undefined) this.#visitFields(node, ['decorators', 'superClass']);
      for (const member of node.body.body) this.#visitMember(member, madeWith, head !== undefined);
    });
    if (node.type === 'ClassDeclaration') this.endDeclaration(before, node);
  }

  #visitEnum(node: t.TSEnumDeclaration): void {
    const before = this.at;
    this.#visitPattern(node.id, 'declares', node, 'id');
    this.inScope(node, () => {
      // Inside of it its members are names, too.
      const members = membersOf(node);
      for (const name of [node.id.name, ...members.map(nameOfMember)]) this.declareInner(name);
      for (const member of members) this.#visitFields(member, ['initializer']);
    });
    this.endDeclaration(before, node);
  }

  #visitHead(node: t.Class): true {
    this.#visitFields(node, ['decorators', 'superClass']);
    for (const member of node.body.body) {
      if ('decorators' in member) this.#visitFields(member, ['decorators']);
      if ('computed' in member && member.computed) this.#visitFields(member, ['key']);
    }
    return true;
  }

  /** A method, or a field or block, whose code runs as that of a method. What it captures is captured by the class. */
  #visitMember(
    member: t.ClassBody['body'][number],
    madeWith: Pick<Nested, 'node' | 'place'>,
    isHeadRead: boolean,
  ): void {
    if (member.type === 'TSDeclareMethod' || member.type === 'TSIndexSignature') return;
    if (!isHeadRead) {
      if ('decorators' in member) this.#visitFields(member, ['decorators']);
      if ('computed' in member && member.computed) this.#visitFields(member, ['key']);
    }
    if (this.#types.isFunction(member)) return this.inNested(madeWith, false, () => this.#readFunction(member));
    this.inNested(madeWith, false, () => {
      if (member.type === 'StaticBlock')
        this.inScope(member, () => {
          this.declareAll([...declaredVars(this.#types, member), ...declaredHere(this.#types, member.body)]);
          this.#visitFields(member, ['body']);
        });
      else this.#visitFields(member, ['value']);
    });
  }
}

/** The members of an enum of TypeScript: Babel 8 has them in a node of their own. */
const membersOf = (node: t.TSEnumDeclaration): readonly t.TSEnumMember[] =>
  (node as { readonly body?: { readonly members: readonly t.TSEnumMember[] } }).body?.members ?? node.members;

const nameOfMember = ({ id }: t.TSEnumMember): string => (id.type === 'Identifier' ? id.name : id.value);
