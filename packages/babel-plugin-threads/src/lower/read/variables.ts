/**
 * The variables of a function that is lowered, with each use of them. Babel's scopes do not serve: they know the tree as
 * it was before anything was written, and reading them anew would cost a pass over the whole file.
 */
import type { types as t } from '@babel/core';
import { codeKeysOf, type Fields } from '../../babel/ast.js';
import type { Types } from '../../babel/types.js';
import { declaredHere, declaredVars, isComponent, isOnlyType, type Kind, namesIn } from './declared-names.js';
import { isPausing } from './class-heads.js';
import { membersOf, namesOfMembers } from './enums.js';
import { isNameless } from './nameless.js';
import type { ScopeMarks } from './scope-marks.js';
import type { Tools } from './tools.js';
import { newVariable } from './new-variable.js';
import type { Nested, Place, Scope, Use, Variable, Variables } from './variable.js';

export const readVariables = (tools: Reading, fn: t.Function): Variables => new Reader(tools, fn);

type Reading = Pick<Tools, 'types' | 'marks'>;

class Reader implements Variables {
  readonly own: Variable[] = [];
  readonly free = new Map<string, Use[]>();
  readonly nested: Nested[] = [];
  readonly thisUses: Place[] = [];
  readonly others: t.Node[] = [];
  holdsTry = false;
  holdsClass = false;
  readonly #types: Types;
  readonly #marks: ScopeMarks;
  #scope!: Scope;
  /** That of the function itself. */
  #root: Scope | undefined;
  #inside: Nested | undefined;
  /** `this` and `arguments` are those of the function itself. */
  #isOwnThis = true;
  #at = 0;
  /** Object literals, and where they stand; by a property with a computed key its object. */
  readonly #objects = new Map<t.Node, Pick<Nested, 'node' | 'place'>>();
  #loops = 0;

  constructor({ types, marks }: Reading, fn: t.Function) {
    this.#types = types;
    this.#marks = marks;
    this.#readFunction(fn);
  }

  #readFunction(fn: t.Function): void {
    this.#inScope(fn, () => {
      this.#declareParameters(fn);
      const { body } = fn;
      const list = this.#types.isBlockStatement(body) ? body.body : undefined;
      if (!list?.some((one) => this.#marks.bodies.has(one))) this.#declareAll(declaredVars(this.#types, body));
      this.#declareVarsOfBlockFunctions(fn);
      if (list === undefined) return this.#visit(body, fn, 'body', undefined);
      this.#declareAll(declaredHere(this.#types, list));
      this.#list(list, body, 'body');
    });
  }

  #declareParameters(fn: t.Function): void {
    fn.params.forEach((parameter, index) => {
      this.#declareAll(namesIn(this.#types, parameter).map((name) => ({ name, kind: 'param' as const })));
      this.#pattern(parameter, 'declares', fn, 'params', index);
    });
  }

  #declareVarsOfBlockFunctions(owner: t.Node): void {
    for (const name of this.#marks.varsOfBlockFunctions.get(owner) ?? []) this.#declareAll([{ name, kind: 'var' }]);
  }

  #inScope(node: t.Node, read: () => void): void {
    const outer = this.#scope as Scope | undefined;
    const [isOwn, isInLoop] = [this.#inside === undefined, this.#loops > 0];
    this.#scope = { node, parent: outer, variables: new Map(), isOwn, isInLoop, at: ++this.#at };
    this.#root ??= this.#scope;
    read();
    this.#scope = outer as Scope;
  }

  #declareAll(all: readonly { readonly name: string; readonly kind: Kind }[]): void {
    const scope = this.#scope;
    for (const { name, kind } of all) {
      if (scope.variables.has(name)) continue;
      const variable = newVariable(scope, name, kind);
      scope.variables.set(name, variable);
      if (scope.isOwn) this.own.push(variable);
    }
  }

  /** Of an expression, and of a class in itself: nothing is done to such a name. */
  #declareInner(name: string): void {
    const before = this.own.length;
    this.#declareAll([{ name, kind: 'class' }]);
    this.own.length = before;
  }

  #use(node: Use['node'], parent: t.Node, how: Use['how']): Variable | undefined {
    const use: Use = { node, parent, how, inside: this.#inside, isInLoop: this.#loops > 0, at: ++this.#at };
    const isOfNested = node.name === 'arguments' && !this.#isOwnThis;
    const isOfWhole = this.#marks.meansVar.has(node);
    const isParameter = this.#marks.meansParameter.has(node);
    const from = isParameter ? this.#root : isOfWhole ? this.#wholeBody() : this.#scope;
    for (let scope: Scope | undefined = from; scope; scope = scope.parent) {
      const variable = scope.variables.get(node.name);
      if (variable === undefined) continue;
      // Functions in it have `arguments` of their own.
      if (isOfNested && scope.isOwn) return undefined;
      if (isOfWhole || isParameter) variable.isOfBlock = true;
      variable.uses.push(use);
      return variable;
    }
    if (isOfNested) return undefined;
    const uses = this.free.get(node.name) ?? [];
    this.free.set(node.name, uses);
    uses.push(use);
    return undefined;
  }

  /** The scope of the body around, which may stand apart from the parameters. */
  #wholeBody(): Scope {
    let scope = this.#scope;
    while (scope.parent && !this.#marks.bodies.has(scope.node)) scope = scope.parent;
    return scope;
  }

  #each(node: t.Node, keys: readonly string[] = codeKeysOf(this.#types, node)): void {
    const fields = node as unknown as Fields;
    for (const key of keys) {
      const child = fields[key];
      if (Array.isArray(child)) this.#list(child as (t.Node | null)[], node, key);
      else if (child) this.#visit(child as t.Node, node, key, undefined);
    }
  }

  #list(list: readonly (t.Node | null)[], parent: t.Node, key: string): void {
    for (let index = 0; index < list.length; index++) if (list[index]) this.#visit(list[index]!, parent, key, index);
  }

  /** Where the node stands is one argument each: most nodes need no object for it. */
  #visit(node: t.Node, parent: t.Node, key: string, index: number | undefined): void {
    const types = this.#types;
    if (types.isFunction(node)) return this.#function(node, { parent, key, index });
    if (types.isClass(node)) return this.#class(node, { parent, key, index });
    if (isOnlyType(node)) return;
    switch (node.type) {
      case 'Identifier':
        return void this.#use(node, parent, 'reads');
      case 'JSXIdentifier':
        if (isComponent(node, { parent, key })) this.#use(node, parent, 'reads');
        if (node.name === 'this' && this.#isOwnThis) this.thisUses.push({ parent, key, index });
        return;
      case 'ThisExpression':
        if (this.#isOwnThis) this.thisUses.push({ parent, key, index });
        return;
      case 'Super':
      case 'MetaProperty':
        if (this.#isOwnThis) this.others.push(node);
        return;
      case 'LabeledStatement':
        return this.#each(node, ['body']);
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
        return this.#each(node);
      case 'ObjectProperty': {
        const object = this.#objects.get(parent);
        if (node.computed && object) this.#objects.set(node, object);
        return this.#each(node, node.computed ? ['key', 'value'] : ['value']);
      }
      case 'AssignmentExpression':
        this.#pattern(node.left, 'assigns', node, 'left');
        return this.#visit(node.right, node, 'right', undefined);
      case 'UpdateExpression':
        return this.#pattern(node.argument, 'assigns', node, 'argument');
      case 'VariableDeclaration':
        return node.declarations.forEach((one) => this.#declarator(one));
      case 'TryStatement':
        this.holdsTry = true;
        return this.#each(node);
      case 'BlockStatement':
        return this.#inScope(node, () => {
          if (this.#marks.bodies.has(node)) this.#declareAll(declaredVars(this.#types, node));
          this.#declareVarsOfBlockFunctions(node);
          this.#declareAll(declaredHere(this.#types, node.body));
          this.#each(node, ['body']);
        });
      case 'SwitchStatement':
        this.#each(node, ['discriminant']);
        return this.#inScope(node, () => {
          for (const one of node.cases) this.#declareAll(declaredHere(this.#types, one.consequent));
          node.cases.forEach((one, at) => this.#case(one, node, at));
        });
      case 'ForStatement':
      case 'ForInStatement':
      case 'ForOfStatement':
        return this.#inLoop(() => this.#readFor(node));
      case 'WhileStatement':
      case 'DoWhileStatement':
        return this.#inLoop(() => this.#each(node));
      case 'CatchClause':
        return this.#catch(node);
      case 'TSEnumDeclaration':
        return this.#enum(node);
      default:
        return key === 'typeParameters' ? undefined : this.#each(node);
    }
  }

  #declarator(node: t.VariableDeclarator): void {
    const before = this.#at;
    // In the order in which they are evaluated.
    this.#each(node, ['init']);
    this.#pattern(node.id, 'declares', node, 'id');
    this.#endOfDeclaration(before, node);
  }

  /** The variables declared since have their values from here on. */
  #endOfDeclaration(since: number, declarator: NonNullable<Variable['declarator']>): void {
    for (let scope: Scope | undefined = this.#scope; scope?.isOwn; scope = scope.parent)
      for (const one of scope.variables.values())
        if (one.declaredAt > since && one.declaredAt !== Infinity) {
          one.declaredFrom = since;
          one.declaredEnd = ++this.#at;
          one.declarator = declarator;
        }
  }

  #case(node: t.SwitchCase, parent: t.Node, index: number): void {
    const since = this.#at;
    this.#visit(node, parent, 'cases', index);
    const end = ++this.#at;
    for (const one of this.#scope.variables.values())
      if (one.declaredAt > since && one.declaredAt !== Infinity) one.caseEnd = Math.min(one.caseEnd, end);
  }

  #inLoop(read: () => void): void {
    this.#loops++;
    read();
    this.#loops--;
  }

  #readFor(node: t.ForStatement | t.ForInStatement | t.ForOfStatement): void {
    this.#inScope(node, () => {
      const head = node.type === 'ForStatement' ? node.init : node.left;
      if (head?.type === 'VariableDeclaration' && head.kind !== 'var')
        this.#declareAll(declaredHere(this.#types, [head]));
      if (node.type === 'ForStatement') return this.#each(node);
      this.#each(node, ['right']);
      if (node.left.type === 'VariableDeclaration') this.#each(node, ['left']);
      else this.#pattern(node.left, 'assigns', node, 'left');
      this.#each(node, ['body']);
    });
  }

  #catch(node: t.CatchClause): void {
    this.#inScope(node, () => {
      const { param } = node;
      if (param) {
        this.#declareAll(namesIn(this.#types, param).map((name) => ({ name, kind: 'catch' as const })));
        this.#pattern(param, 'declares', node, 'param');
      }
      this.#each(node, ['body']);
    });
  }

  #pattern(node: t.Node, how: 'assigns' | 'declares', parent: t.Node, key: string, at?: number): void {
    switch (node.type) {
      case 'Identifier': {
        const variable = this.#use(node, parent, how);
        if (how === 'declares' && variable && variable.declaredAt === Infinity) variable.declaredAt = this.#at;
        return;
      }
      case 'ArrayPattern':
        return node.elements.forEach((one, index) => {
          if (one) this.#pattern(one, how, node, 'elements', index);
        });
      case 'ObjectPattern':
        return node.properties.forEach((one, index) => {
          if (one.type === 'RestElement') return this.#pattern(one, how, node, 'properties', index);
          if (one.computed) this.#each(one, ['key']);
          this.#pattern(one.value, how, one, 'value');
        });
      case 'AssignmentPattern':
        this.#each(node, ['right']);
        return this.#pattern(node.left, how, node, 'left');
      case 'RestElement':
        return this.#pattern(node.argument, how, node, 'argument');
      case 'TSParameterProperty':
        return this.#pattern(node.parameter, how, node, 'parameter');
      case 'ParenthesizedExpression':
      case 'TSAsExpression':
      case 'TSSatisfiesExpression':
      case 'TSNonNullExpression':
      case 'TSTypeAssertion':
        return this.#pattern(node.expression, how, node, 'expression');
      default:
        return this.#visit(node, parent, key, at);
    }
  }

  #function(node: t.Function, place: Place): void {
    if ('key' in node && node.computed) this.#each(node, ['key']);
    if (node.type === 'FunctionDeclaration' && node.id) this.#use(node.id, node, 'declares');
    this.#within(this.#madeWith(node, place), node.type === 'ArrowFunctionExpression', () => {
      if (node.type !== 'FunctionExpression' || !node.id) return this.#readFunction(node);
      const { id } = node;
      this.#inScope(node, () => {
        this.#declareAll([{ name: id.name, kind: 'function' }]);
        this.#readFunction(node);
      });
    });
  }

  /** What it is made with: a method with its object, and what takes its name from a computed key. */
  #madeWith(node: t.Node, place: Place): Pick<Nested, 'node' | 'place'> {
    const isOfObject = node.type === 'ObjectMethod' || (place.key === 'value' && isNameless(this.#types, node));
    return (isOfObject ? this.#objects.get(place.parent) : undefined) ?? { node, place };
  }

  #class(node: t.Class, place: Place): void {
    const { id } = node;
    this.holdsClass = true;
    const madeWith = this.#madeWith(node, place);
    const before = this.#at;
    // A head that pauses is evaluated before the class is there: its names are those around it.
    const head = isPausing(this.#types, node) ? this.#head(node) : undefined;
    if (id && node.type === 'ClassDeclaration') this.#pattern(id, 'declares', node, 'id');
    this.#inScope(node, () => {
      // Inside of it the name is one of its own.
      if (id) this.#declareInner(id.name);
      if (head === undefined) this.#each(node, ['decorators', 'superClass']);
      for (const member of node.body.body) this.#member(member, madeWith, head !== undefined);
    });
    if (node.type === 'ClassDeclaration') this.#endOfDeclaration(before, node);
  }

  #enum(node: t.TSEnumDeclaration): void {
    const before = this.#at;
    this.#pattern(node.id, 'declares', node, 'id');
    this.#inScope(node, () => {
      // Inside of it its members are names, too.
      for (const name of [node.id.name, ...namesOfMembers(node)]) this.#declareInner(name);
      for (const member of membersOf(node)) this.#each(member, ['initializer']);
    });
    this.#endOfDeclaration(before, node);
  }

  #head(node: t.Class): true {
    this.#each(node, ['decorators', 'superClass']);
    for (const member of node.body.body) {
      if ('decorators' in member) this.#each(member, ['decorators']);
      if ('computed' in member && member.computed) this.#each(member, ['key']);
    }
    return true;
  }

  /** A method, or a field or block, whose code runs as that of a method. What it captures is captured by the class. */
  #member(member: t.ClassBody['body'][number], madeWith: Pick<Nested, 'node' | 'place'>, isHeadRead: boolean): void {
    if (member.type === 'TSDeclareMethod' || member.type === 'TSIndexSignature') return;
    if (!isHeadRead) {
      if ('decorators' in member) this.#each(member, ['decorators']);
      if ('computed' in member && member.computed) this.#each(member, ['key']);
    }
    if (this.#types.isFunction(member)) return this.#within(madeWith, false, () => this.#readFunction(member));
    this.#within(madeWith, false, () => {
      if (member.type === 'StaticBlock')
        this.#inScope(member, () => {
          this.#declareAll([...declaredVars(this.#types, member), ...declaredHere(this.#types, member.body)]);
          this.#each(member, ['body']);
        });
      else this.#each(member, ['value']);
    });
  }

  #within({ node, place }: Pick<Nested, 'node' | 'place'>, isArrow: boolean, read: () => void): void {
    const [inside, isOwnThis] = [this.#inside, this.#isOwnThis];
    const at = node.type === 'FunctionDeclaration' ? this.#scope.at : ++this.#at;
    if (inside === undefined) this.nested.push((this.#inside = { node, place, at }));
    this.#isOwnThis &&= isArrow;
    read();
    this.#inside = inside;
    this.#isOwnThis = isOwnThis;
  }
}
