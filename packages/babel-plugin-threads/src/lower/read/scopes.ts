/** The scopes of a function while its code is read: what each name means, and in which order names are used. */
import type { types as t } from '@babel/core';
import type { Kind } from './declared-names.js';
import type { ScopeMarks } from './scope-marks.js';
import type { Nested, Scope, Use, Variable } from './variable.js';

export class Scopes {
  readonly own: Variable[] = [];
  readonly inner: Variable[] = [];
  readonly free: Map<string, Use[]> = new Map();
  readonly nested: Nested[] = [];
  protected readonly marks: ScopeMarks;
  protected scope!: Scope;
  /** `this` and `arguments` are those of the function itself. */
  protected isOwnThis = true;
  /** The number of names, scopes and functions that have been read: their order in the text. */
  protected at = 0;
  /** The scope of the function itself. */
  #root: Scope | undefined;
  #inside: Nested | undefined;
  #loops = 0;

  constructor(marks: ScopeMarks) {
    this.marks = marks;
  }

  protected inScope(node: t.Node, read: () => void): void {
    const outer = this.scope as Scope | undefined;
    const [isOwn, isInLoop] = [this.#inside === undefined, this.#loops > 0];
    this.scope = { node, parent: outer, variables: new Map(), isOwn, isInLoop, at: ++this.at };
    this.#root ??= this.scope;
    read();
    this.scope = outer as Scope;
  }

  protected declareVarsOfBlockFunctions(owner: t.Node): void {
    for (const name of this.marks.varsOfBlockFunctions.get(owner) ?? []) this.declareAll([{ name, kind: 'var' }]);
  }

  protected declareAll(all: readonly { readonly name: string; readonly kind: Kind }[]): void {
    const scope = this.scope;
    for (const { name, kind } of all) {
      if (scope.variables.has(name)) continue;
      const variable = newVariable(scope, name, kind);
      scope.variables.set(name, variable);
      if (scope.isOwn) this.own.push(variable);
    }
  }

  /** Of an expression, and of a class in itself: nothing is done to such a name. */
  protected declareInner(name: string): void {
    const before = this.own.length;
    this.declareAll([{ name, kind: 'class' }]);
    this.own.length = before;
    this.inner.push(this.scope.variables.get(name)!);
  }

  protected use(node: Use['node'], parent: t.Node, how: Use['how']): Variable | undefined {
    const use: Use = { node, parent, how, inside: this.#inside, isInLoop: this.#loops > 0, at: ++this.at };
    const isOfNested = node.name === 'arguments' && !this.isOwnThis;
    const isOfWhole = this.marks.meansVar.has(node);
    const isParameter = this.marks.meansParameter.has(node);
    const from = isParameter ? this.#root : isOfWhole ? this.#findBody() : this.scope;
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
  #findBody(): Scope {
    let scope = this.scope;
    while (scope.parent && !this.marks.bodies.has(scope.node)) scope = scope.parent;
    return scope;
  }

  /** The variables declared since have their values from here on. */
  protected endDeclaration(since: number, declarator: NonNullable<Variable['declarator']>): void {
    for (let scope: Scope | undefined = this.scope; scope?.isOwn; scope = scope.parent)
      for (const one of scope.variables.values())
        if (one.declaredAt > since && one.declaredAt !== Infinity) {
          one.declaredFrom = since;
          one.declaredEnd = ++this.at;
          one.declarator = declarator;
        }
  }

  /** The statements of a `case` end here: in a later one its variables may be in the TDZ. */
  protected endCase(since: number): void {
    const end = ++this.at;
    for (const one of this.scope.variables.values())
      if (one.declaredAt > since && one.declaredAt !== Infinity) one.caseEnd = Math.min(one.caseEnd, end);
  }

  protected inLoop(read: () => void): void {
    this.#loops++;
    read();
    this.#loops--;
  }

  protected inNested({ node, place }: Pick<Nested, 'node' | 'place'>, isArrow: boolean, read: () => void): void {
    const [inside, isOwnThis] = [this.#inside, this.isOwnThis];
    const at = node.type === 'FunctionDeclaration' ? this.scope.at : ++this.at;
    if (inside === undefined) this.nested.push((this.#inside = { node, place, at }));
    this.isOwnThis &&= isArrow;
    read();
    this.#inside = inside;
    this.isOwnThis = isOwnThis;
  }
}

/** A variable without uses. One that exists from the beginning has no TDZ. */
function newVariable(scope: Scope, name: string, kind: Kind): Variable {
  const isEarly = kind === 'param' || kind === 'function' || kind === 'var' || kind === 'catch';
  const declaredAt = isEarly ? 0 : Infinity;
  const [declaredFrom, declaredEnd] = [declaredAt, declaredAt];
  const none = { uses: [], declarator: undefined, caseEnd: Infinity, isOfBlock: false };
  return { name, kind, scope, declaredAt, declaredFrom, declaredEnd, ...none };
}
