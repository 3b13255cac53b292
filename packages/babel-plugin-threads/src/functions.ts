import type { types as t } from '@babel/core';
import { isDirectEval } from './calls.js';
import type { Compilation, Types } from './compilation.js';
import { refuseAt } from './doubt.js';
import { errors } from './errors.js';
import type { Word } from './mark-words.js';
import type { Marks } from './marks.js';
import { dotted, encoded, lengthOf, namingOf, surroundingsOf } from './names.js';
import type { Path } from './path.js';
import { lexicalOwner, type Place } from './places.js';
import type { FunctionKind, FunctionPlan, Plan } from './plan.js';
import { bare, holds, isCall, isField, isStrict, outOfParentheses } from './tree.js';

/** The facts of a compiled function that stand in its head and its surroundings. */
export function describeFunction(compilation: Compilation, marks: Marks, place: Place): FunctionPlan {
  const { t: types } = compilation;
  const { path } = place;
  const { node } = path;
  const kind = kindOf(types, node);
  const words = marks.words.get(node);
  return {
    node,
    path,
    kind,
    marked: words?.has('compile') === true,
    id: '',
    name: namingOf(types, path).name,
    length: lengthOf(types, node),
    pauses: [],
    form: 'plain',
    usesThis: false,
    usesSuper: false,
    usesNewTarget: false,
    atTop: isAtTop(place),
    calledOnTheSpot: kind === 'expression' && isCallee(types, path),
    selfName: kind === 'expression' ? selfNameOf(compilation, path) : undefined,
    movedFrom: undefined,
    exported: kind === 'declaration' ? exportOf(compilation, path) : 'no',
    isCalledEarly: kind === 'declaration' && isCalledEarly(compilation, path),
    scope: kind === 'declaration' ? scopeOf(compilation, path) : undefined,
    binding: kind === 'declaration' ? bindingOf(compilation, path) : 'var',
    key: undefined,
    isReplaced: 'never',
    fast: isCovered(compilation, marks, path, 'fast'),
    instant: isInstant(compilation, marks, path),
    sloppy: (kind === 'declaration' || kind === 'expression') && !isStrict(compilation, path),
  };
}

/** Once all pauses are known: what stays bare, the order and ids of pauses, the ids of functions, the names in loops. */
export function settleFunctions(compilation: Compilation, plan: Plan): void {
  const bySource = [...plan.functions.values()].sort(
    (a, b) => (a.node.start ?? 0) - (b.node.start ?? 0) || (b.node.end ?? 0) - (a.node.end ?? 0),
  );
  const usedIds = new Set<string>();
  plan.functions.clear();
  nameLoops(plan);
  for (const one of bySource) {
    plan.functions.set(one.node, one);
    one.id = uniqueId(idOf(compilation, plan, one.path, one), usedIds);
    one.calledOnTheSpot &&= !one.usesThis;
    one.pauses.sort((a, b) => a.position - b.position || a.order - b.order);
    one.pauses.forEach((pause, ordinal) => (pause.id = `${one.id}#${ordinal}:${pause.hash}`));
    if (one.selfName?.assigned && !isStrict(compilation, one.path))
      refuseAt(compilation, one.path.node, errors.ownNameAssigned(one.selfName.name));
  }
}

/** Numbers count per function: `$frame0`, `$frame1`, … for its loops, `$turn0`, … for those with a `continue`. */
function nameLoops({ loops, names }: Plan): void {
  for (const loop of [...loops.values()].sort((a, b) => (a.node.start ?? 0) - (b.node.start ?? 0))) {
    if (loop.pace === 'frame') loop.frameName = names.ofLoop(loop.in.node, '$frame');
    if (loop.isContinued) loop.turnName = names.ofLoop(loop.in.node, '$turn');
  }
}

function uniqueId(wanted: string, used: Set<string>): string {
  let id = wanted;
  for (let n = 2; used.has(id); n++) id = `${wanted}~${n}`;
  used.add(id);
  return id;
}

/** Labels of the functions around it and its own, joined with `>`. */
function idOf(compilation: Compilation, plan: Plan, path: Path, own: FunctionPlan | undefined): string {
  const { t: types } = compilation;
  const label = own?.kind === 'handedOver' ? handedOverLabel(types, path) : labelOf(types, path);
  for (let at = path.parentPath; at; at = at.parentPath) {
    const outer = plan.functions.get(at.node);
    if (outer && outer !== own && outer.id !== '') return `${outer.id}>${label}`;
    if (types.isFunction(at.node)) return `${idOf(compilation, plan, at, undefined)}>${label}`;
  }
  return label;
}

/** One without a name is told from others by what it stands in, so that one more above does not change its id. */
function labelOf(types: Types, path: Path): string {
  const { label, name } = namingOf(types, path);
  const isNameless = name === '' && (label === 'arrow' || label === 'function');
  const surroundings = isNameless ? surroundingsOf(types, path) : '';
  return encoded(label) + (surroundings === '' ? '' : `~${encoded(surroundings)}`);
}

function handedOverLabel(types: Types, { node }: Path): string {
  const called = types.isCallExpression(node) ? dotted(types, node.callee) : undefined;
  return called === undefined ? 'argument' : `argument~${encoded(called)}`;
}

function kindOf(types: Types, node: t.Node): FunctionKind {
  if (types.isFunctionDeclaration(node)) return 'declaration';
  if (types.isArrowFunctionExpression(node)) return 'arrow';
  if (types.isObjectMethod(node)) return 'method';
  if (types.isClassMethod(node)) return 'classMethod';
  return types.isClassPrivateMethod(node) ? 'privateMethod' : 'expression';
}

/** `this` outside the function is that of the module or script. */
function isAtTop(place: Place): boolean {
  return place.parent === undefined || lexicalOwner(place.parent).kind === 'program';
}

function isCallee(types: Types, path: Path): boolean {
  const { at } = outOfParentheses(path);
  return at.key === 'callee' && isCall(at.parent);
}

/** The function that a variable was given where it is declared. */
export function boundFunction(types: Types, declared: Path): t.Node | undefined {
  const { node } = declared;
  if (types.isFunctionDeclaration(node) || types.isFunctionExpression(node)) return node;
  if (!types.isVariableDeclarator(node) || !types.isIdentifier(node.id) || !node.init) return undefined;
  const value = bare(node.init);
  return types.isFunction(value) ? value : undefined;
}

/** The name of a function expression, if its body uses it. */
function selfNameOf(compilation: Compilation, path: Path): FunctionPlan['selfName'] {
  const name = (path.node as t.FunctionExpression).id?.name;
  if (name === undefined) return undefined;
  const binding = path.scope.getOwnBinding(name);
  if (binding === undefined || (binding.kind as string) !== 'local') return undefined;
  // What `eval` does with the name is not known.
  const seenByEval = holdsDirectEval(compilation, path.node);
  const assigned = binding.constantViolations.length > 0 || (seenByEval && isStrict(compilation, path));
  return binding.referenced || assigned || seenByEval ? { name, assigned } : undefined;
}

const holdsDirectEval = (compilation: Compilation, root: t.Node): boolean =>
  holds(compilation.t, root, (node) => isDirectEval(compilation, node));

function exportOf({ t: types, program }: Compilation, path: Path): 'no' | 'named' | 'default' {
  if (types.isExportDefaultDeclaration(path.parent)) return 'default';
  if (types.isExportNamedDeclaration(path.parent)) return 'named';
  if (!types.isProgram(path.parent)) return 'no';
  const { name } = (path.node as t.FunctionDeclaration).id!;
  for (const statement of program.node.body) {
    if (!types.isExportNamedDeclaration(statement) || statement.source) continue;
    for (const one of statement.specifiers)
      if (types.isExportSpecifier(one) && types.isIdentifier(one.local, { name })) return 'named';
  }
  return 'no';
}

/**
 * In a circle of imports an exported declaration is called before its module has begun, and with it the others that it
 * calls. A module that imports nothing stands in no circle, so there only the exported ones take the longer form.
 */
function isCalledEarly(compilation: Compilation, path: Path): boolean {
  const { t: types, program, options } = compilation;
  if (exportOf(compilation, path) !== 'no') return true;
  if (!types.isProgram(path.parent)) return false;
  const { body } = program.node;
  const imports = body.some(
    (s) =>
      ((types.isImportDeclaration(s) && s.importKind !== 'type') ||
        ((types.isExportNamedDeclaration(s) || types.isExportAllDeclaration(s)) && s.exportKind !== 'type')) &&
      s.source &&
      s.source.value !== options.module,
  );
  const exports = body.some(
    (s) =>
      (types.isExportNamedDeclaration(s) && (types.isFunctionDeclaration(s.declaration) || s.specifiers.length > 0)) ||
      (types.isExportDefaultDeclaration(s) && types.isFunctionDeclaration(s.declaration)),
  );
  return imports && exports;
}

/** The author's word that the function never waits. */
export function isInstant(compilation: Compilation, marks: Marks, path: Path): boolean {
  return isCovered(compilation, marks, path, 'instant');
}

/** A word on the function itself, or on the class or object that it is a method of. */
function isCovered({ t: types }: Compilation, marks: Marks, path: Path, word: Word): boolean {
  for (let at: Path | null = path; at; at = at.parentPath) {
    if (marks.words.get(at.node)?.has(word)) return true;
    if (at !== path && types.isFunction(at.node)) return false;
  }
  return false;
}

/** The node in whose statement list the declaration stands. */
function scopeOf(compilation: Compilation, path: Path): t.Node {
  const { t: types } = compilation;
  let holder = path.parentPath!;
  while (types.isExportDeclaration(holder.node) || types.isLabeledStatement(holder.node)) holder = holder.parentPath!;
  if (types.isSwitchCase(holder.node))
    refuseAt(compilation, path.node, errors.functionInCase((path.node as t.FunctionDeclaration).id!.name));
  return holder.node;
}

/**
 * A function of a block is a `let` there; at the top of a function or file it is a `var`. Sloppy code may also see a function
 * of a block outside the block (Annex B), which only a function declaration can do: then one stays, to be assigned to.
 */
function bindingOf(compilation: Compilation, path: Path): FunctionPlan['binding'] {
  const { t: types } = compilation;
  const holder = path.parentPath!;
  if (types.isExportDeclaration(holder.node) || types.isProgram(holder.node) || types.isStaticBlock(holder.node))
    return 'var';
  if (types.isFunction(holder.parent)) return 'var';
  // The function's own directive says nothing of the block around it.
  return isStrict(compilation, holder) ? 'let' : 'function';
}

/**
 * A computed key of a method, or of a property that holds the function, is worked out once and kept: the wrapper needs it again. Each run
 * of the code around keeps its own, as others may come in between: see `keeperOf`.
 */
export function settleKeys(compilation: Compilation, plan: Plan): void {
  const { t: types } = compilation;
  for (const one of plan.functions.values()) {
    const { kind, path } = one;
    const holder = kind === 'expression' || kind === 'arrow' ? path.parentPath! : path;
    if (hasOpenKey(types, holder.node)) one.key = plan.names.temporary(keeperOf(compilation, plan, holder), '$key');
  }
}

function hasOpenKey(types: Types, node: t.Node): boolean {
  if (!types.isMethod(node) && !types.isObjectProperty(node) && !types.isClassProperty(node)) return false;
  return node.computed === true && !isFixedKey(types, node.key);
}

/** What runs anew around the key: a body, parameters that are worked out there, a call that is handed over as a function, a field. Else the file. */
function keeperOf({ t: types, program }: Compilation, plan: Plan, path: Path): t.Node {
  for (let at: Path = path; at.parentPath; at = at.parentPath) {
    const around = at.parentPath.node;
    const own = plan.functions.get(around);
    if (own?.kind === 'handedOver') return around;
    if (types.isFunction(around) && at.key === 'body') return around;
    const isMoved = own?.movedFrom !== undefined && at.listKey === 'params' && (at.key as number) >= own.movedFrom;
    if (isMoved) return around;
    // A class without a name gets that of the field, and would lose it in a body.
    if (isField(around) && at.key === 'value' && !isNamelessClass(types, at.node)) return around;
  }
  return program.node;
}

function isNamelessClass(types: Types, value: t.Node): boolean {
  const inner = bare(value);
  return types.isClassExpression(inner) && !inner.id;
}

/** Written twice it gives the same key and does nothing else. */
function isFixedKey(types: Types, key: t.Node): boolean {
  if (types.isTemplateLiteral(key)) return key.expressions.length === 0;
  return types.isLiteral(key) && !types.isRegExpLiteral(key);
}
