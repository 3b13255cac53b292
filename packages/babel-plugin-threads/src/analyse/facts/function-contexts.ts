import type { types as t } from '@babel/core';
import type { Compilation } from '../../context/compilation.js';
import { coverAt } from '../../marks/coverage.js';
import type { Marks } from '../../marks/marks.js';
import { whyUncompilable } from '../../marks/uncompilable-functions.js';
import { dotted, keyNaming, namingOf } from '../../babel/function-names.js';
import type { ListedPath } from '../../babel/path.js';
import type { FunctionPlan } from '../../plan.js';
import { holds, isClass, isField, isFunction, isSuperCall, skipTransparent } from '../../babel/ast.js';

/** A stretch of code with one `this` of its own, or an arrow: what is in it runs, and waits, as one function. */
export interface FunctionContext {
  readonly path: ListedPath;
  readonly kind: 'program' | 'function' | 'arrow' | 'field' | 'static' | 'member';
  readonly parent: FunctionContext | undefined;
  /** A mark covers it. */
  readonly isCovered: boolean;
  /** It becomes a thread if something in it can wait. */
  readonly isCompiled: boolean;
  /** Set by the analysis for compiled functions. */
  plan: FunctionPlan | undefined;
}

/** The context whose `arguments`, `super` and `new.target` the code of `context` sees. */
export function lexicalOwner(context: FunctionContext): FunctionContext {
  let owner = context;
  while (owner.kind === 'arrow' && owner.parent) owner = owner.parent;
  return owner;
}

/** What is known of the file: its contexts by the node that opens them. */
interface Reader {
  readonly compilation: Compilation;
  readonly marks: Marks;
  readonly known: Map<t.Node, FunctionContext>;
}

/** The contexts of a file. */
export interface FunctionContexts {
  /** The context in which the code at `path` runs. */
  around(path: ListedPath): FunctionContext;
  /** The context that a function opens. */
  of(path: ListedPath): FunctionContext;
}

export function makeContexts(compilation: Compilation, marks: Marks): FunctionContexts {
  const reader: Reader = { compilation, marks, known: new Map() };
  return { around: (path) => contextAround(reader, path), of: (path) => contextOf(reader, path) };
}

function contextAround(reader: Reader, path: ListedPath): FunctionContext {
  let at = path;
  for (;;) {
    const parent = at.parentPath;
    if (parent === null) return contextOf(reader, at);
    if (isFunction(parent.node) && at.key !== 'key' && at.listKey !== 'decorators') return contextOf(reader, parent);
    if (parent.node.type === 'StaticBlock' || parent.node.type === 'Program') return contextOf(reader, parent);
    if (isField(parent.node) && at.key === 'value') return contextOf(reader, parent);
    // In a function, tools put the values of an `enum` into a function of their own. Elsewhere they run as the other code of the file.
    if (parent.node.type === 'TSEnumMember' && at.key === 'initializer') {
      const outer = contextAround(reader, parent);
      return outer.kind === 'program' ? outer : contextOf(reader, parent);
    }
    at = parent;
  }
}

function contextOf(reader: Reader, path: ListedPath): FunctionContext {
  const { known } = reader;
  let context = known.get(path.node);
  if (context === undefined) known.set(path.node, (context = make(reader, path)));
  return context;
}

function make(reader: Reader, path: ListedPath): FunctionContext {
  const { node } = path;
  const kind = kindOf(node);
  const parent = kind === 'program' ? undefined : contextAround(reader, path);
  const isCovered = coverAt(reader.marks, path) === 'compile';
  const isCompiled =
    isCovered &&
    isFunction(node) &&
    whyUncompilable(node) === undefined &&
    !(kind === 'arrow' && mayRunBeforeSuper(reader, path, parent!));
  return { path, kind, parent, isCovered, isCompiled, plan: undefined };
}

function kindOf(node: t.Node): FunctionContext['kind'] {
  if (node.type === 'Program') return 'program';
  if (node.type === 'StaticBlock') return 'static';
  if (isField(node)) return 'field';
  if (node.type === 'TSEnumMember') return 'member';
  return node.type === 'ArrowFunctionExpression' ? 'arrow' : 'function';
}

/** In a derived constructor `this` cannot be read before `super()` has returned: such arrows stay as they are. */
function mayRunBeforeSuper(reader: Reader, arrow: ListedPath, around: FunctionContext): boolean {
  const { t: types } = reader.compilation;
  const { path: owner } = lexicalOwner(around);
  if (!types.isClassMethod(owner.node, { kind: 'constructor' })) return false;
  const klass = owner.parentPath?.parent as t.Class | undefined;
  if (!klass?.superClass) return false;
  // The arrow itself, or an arrow in it, calls `super()`: no other function can.
  if (holds(types, arrow.node, isSuperCall, isClass)) return true;
  const done = owner.node.body.body.find(
    (s) => s.type === 'ExpressionStatement' && isSuperCall(skipTransparent(s.expression)),
  );
  return !done || arrow.node.start! < done.end!;
}

/** What a context is called that runs to its end at once, as the language calls it; undefined for all other code. */
export function regionOf({ path, kind, isCovered }: FunctionContext): string | undefined {
  if (!isCovered) return undefined;
  const { node } = path;
  if (kind === 'static') return 'a static block';
  if (node.type === 'TSEnumMember')
    return `the enum member ${node.id.type === 'Identifier' ? node.id.name : node.id.value}`;
  const isMethod = node.type === 'ObjectMethod' || node.type === 'ClassMethod' || node.type === 'ClassPrivateMethod';
  if (kind !== 'field' && !isMethod) return undefined;
  const name = keyText(path);
  if (kind === 'field') return `the field ${name}`;
  const why = whyUncompilable(node);
  if (why === 'getter' || why === 'setter') return `the ${why} ${name}`;
  if (why === 'constructor') return `the constructor of ${className(path)}`;
  return why === 'calledByLanguage' ? `the method ${name}` : undefined;

  function className(method: ListedPath): string {
    return namingOf(method).label.replace(/\.constructor$/, '');
  }
}

/** `[Symbol.iterator]`; another computed key has no name, so its line is given. */
function keyText(path: ListedPath): string {
  const member = path.node as t.ClassProperty;
  const { name } = keyNaming(member);
  if (name !== undefined) return name;
  const { key } = member;
  const inner = dotted(key);
  if (inner !== undefined) return `[${inner}]`;
  return key.loc ? `with a computed name in line ${key.loc.start.line}` : 'with a computed name';
}
