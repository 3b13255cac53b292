/** What is called in place of a step: a wrapper of its own, which runs the body at once where a call does no more than that. */
import type { types as t } from '@babel/core';
import { eachChild, holds, isStrict } from '../babel/ast.js';
import { isSameCode } from '../babel/hash-of-code.js';
import type { Types } from '../babel/types.js';
import type { Compilation } from '../context/compilation.js';
import type { FunctionPlan } from '../plan.js';
import type { Form } from '../vocabulary.js';
import { locate } from '../write/emitter.js';
import type { Tools } from './read/tools.js';
import { putUnderKey } from './simplify/inferred-names.js';

/** What is known when all is lowered. */
export interface EntryContext {
  readonly compilation: Compilation;
  /** The bodies that have become steps. */
  readonly steps: ReadonlyMap<FunctionPlan, StepSignature>;
  /** The helper that wraps a function; undefined for one without a wrapper. */
  readonly formOf: (plan: FunctionPlan) => Form | undefined;
  /** The name of its entry. */
  readonly nameOf: (plan: FunctionPlan) => string;
}

/** The body of a function that has become a step. */
export interface StepSignature {
  readonly params: readonly t.Node[];
  readonly takesList: boolean;
  /** It needs no receiver. */
  readonly isBare: boolean;
}

/** The index of the entry among the arguments of a wrapper, and what the entry makes. */
const PLACES: Partial<Readonly<Record<Form, { readonly at: number; readonly as: 'function' | 'method' | 'arrow' }>>> = {
  $thread: { at: 3, as: 'function' },
  $named: { at: 2, as: 'function' },
  $plain: { at: 3, as: 'function' },
  $arrow: { at: 3, as: 'arrow' },
  $method: { at: 2, as: 'method' },
  $privateMethod: { at: 2, as: 'method' },
  $methods: { at: 2, as: 'method' },
  $decorate: { at: 1, as: 'method' },
};

/**
 *   $thread($walk, $meta(0))  →  $thread($walk, $meta(0), void 0, $entry0)
 *
 * and at the end of the file
 *
 *   function $entry0($c) {
 *     return function walk(steps) {
 *       if (arguments.length <= 1 && $c.isOpen(this)) try {
 *         return $c.ran($c.run(null, $c, 0, this, steps), arguments.length);
 *       } catch ($e) {
 *         throw $c.threw($e, arguments);
 *       }
 *       return $enter($c, this, arguments, new.target);
 *     };
 *   }
 *
 * An engine inlines the entry and the body into their caller, which it cannot do with the wrapper of the runtime: that is one function for all scripts.
 * A function that is only an argument of a call has no entry, as the callee calls its body.
 */
export function writeEntries(tools: Tools, wrapped: EntryContext): Entries {
  const { types } = tools;
  const written: EntryList = { ...wrapped, entries: new Map(), names: new Set() };
  const { node } = wrapped.compilation.program;
  visit(types, node, node, (child, parent) => {
    if (child.type === 'Identifier') written.names.add(child.name);
    else if (child.type === 'CallExpression') addEntriesOf(tools, written, child, parent);
  });
  return { declarations: [...written.entries.values()], names: written.names };
}

/** The declarations of the entries, and the names that the file uses without them. */
interface Entries {
  readonly declarations: readonly t.Statement[];
  readonly names: ReadonlySet<string>;
}

/** Nodes before those that hold them. */
function visit(types: Types, node: t.Node, parent: t.Node, take: (node: t.Node, parent: t.Node) => void): void {
  eachChild(types, node, (child) => visit(types, child, node, take));
  take(node, parent);
}

function addEntriesOf(tools: Tools, written: EntryList, call: t.CallExpression, parent: t.Node): void {
  const { types, emit } = tools;
  const [first, metas] = call.arguments;
  const plan = (first && emit.metas.get(first)) ?? (metas && emit.metas.get(metas));
  if (plan !== undefined && !isHandedOver(parent, call) && !isKey(parent, call))
    addEntry(tools, written, { call, plan });
  if (types.isObjectExpression(metas)) addEntries(tools, written, { call, metas });
}

const isHandedOver = (parent: t.Node, node: t.Node): boolean =>
  'arguments' in parent && (parent.arguments as readonly t.Node[]).includes(node);

/** A function that is a key is converted to a string: `o[() => 1]`. */
const isKey = (parent: t.Node, node: t.Node): boolean =>
  'computed' in parent &&
  (('key' in parent && parent.key === node) || ('property' in parent && parent.property === node));

/** With the declarations that have been written. */
interface EntryList extends EntryContext {
  readonly entries: Map<FunctionPlan, t.Statement>;
  readonly names: Set<string>;
}

function addEntry(
  tools: Tools,
  wrapped: EntryList,
  { call, plan }: { readonly call: t.CallExpression; readonly plan: FunctionPlan },
): void {
  const { types } = tools;
  const form = wrapped.formOf(plan);
  const place = form && PLACES[form];
  const isArrow = types.isArrowFunctionExpression(plan.node) && place?.as === 'function';
  const entry = place && entryOf(tools, wrapped, { plan, as: isArrow ? 'arrow' : place.as });
  if (entry === undefined) return;
  while (call.arguments.length < place!.at) call.arguments.push(types.unaryExpression('void', types.numericLiteral(0)));
  call.arguments.push(entry);
}

/**
 * `$methods(this.prototype, { walk: $meta(0) }, { walk: … })`
 *
 * A method without an entry gets `void 0` if its key may be that of a method before it: else the runtime would use the entry of the method that it replaces.
 */
function addEntries(
  tools: Tools,
  wrapped: EntryList,
  { call, metas }: { readonly call: t.CallExpression; readonly metas: t.ObjectExpression },
): void {
  const { types, emit } = tools;
  const entries: t.ObjectProperty[] = [];
  for (const property of metas.properties) {
    const plan = types.isObjectProperty(property) ? emit.metas.get(property.value) : undefined;
    const entry = plan && entryOf(tools, wrapped, { plan, as: 'method' });
    const { key, computed } = property as t.ObjectProperty;
    const isReplacing = plan && entries.some((one) => one.computed || computed || isSameCode(types, one.key, key));
    const value = entry ?? (isReplacing ? types.unaryExpression('void', types.numericLiteral(0)) : undefined);
    if (value) entries.push(types.objectProperty(types.cloneNode(key), value, computed));
  }
  if (entries.length > 0) call.arguments.push(types.objectExpression(entries));
}

interface EntryOf {
  readonly plan: FunctionPlan;
  readonly as: 'function' | 'method' | 'arrow';
}

/** The name of the entry; undefined where no call can run the body at once. */
function entryOf(tools: Tools, wrapped: EntryList, { plan, as }: EntryOf): t.Expression | undefined {
  const { types, emit } = tools;
  const step = wrapped.steps.get(plan);
  const isPlainCall = step === undefined;
  if ((isPlainCall && plan.wrapper !== 'wrapped') || plan.instant || plan.isQuestion || plan.busy === 'beside')
    return undefined;
  const given = namesOf(types, step?.params ?? paramsOf(types, plan));
  const takesList = step?.takesList ?? given === undefined;
  const params = takesList || given === undefined ? placeholders(plan.length) : given;
  const name = isName(types, plan.name) ? plan.name : '';
  const CODE = freeName('$c', [...params, name]);
  const ERROR = freeName('$e', [...params, name]);
  const ARGS = (takesList ? ['arguments'] : params).map((one) => emit.id(one));
  const shape = { plan, as, CODE, ARGS, takesList, isPlainCall, isBare: step?.isBare === true };
  const parts = { CODE, ERROR, OPEN: testOpen(tools, shape), CALL: callOf(tools, shape) };
  const GIVEN = takesList || params.length === 0 ? [] : [emit.expression('arguments.length')];
  const direct = isPlainCall
    ? emit.statement('if (OPEN) try { return CALL; } catch (ERROR) { throw $passed(ERROR, CODE, arguments); }', parts)
    : emit.statement(
        'if (OPEN) try { return CODE.ran(CALL, GIVEN); } catch (ERROR) { throw CODE.threw(ERROR, arguments); }',
        { ...parts, GIVEN },
      );
  const receiver = receiverOf(tools, as);
  const enter =
    as === 'function'
      ? emit.statement('return $enter(CODE, RECEIVER, arguments, new.target);', { CODE, RECEIVER: receiver })
      : emit.statement('return $enter(CODE, RECEIVER, arguments);', { CODE, RECEIVER: receiver });
  // Entries stand at the end of the file, outside of functions with `'use strict'`.
  const { program } = wrapped.compilation;
  const directives = isStrict({ program }, program) ? [] : [types.directive(types.directiveLiteral('use strict'))];
  const body = types.blockStatement([direct, enter], directives);
  const entry = { name, ids: params.map((one) => emit.id(one)), body };
  const made = as === 'function' ? functionOf(types, entry) : methodOf(tools, entry);
  const NAME = wrapped.nameOf(plan);
  const RETURNED = locate(made, plan.node);
  wrapped.entries.set(plan, emit.statement('function NAME(CODE) { return RETURNED; }', { NAME, CODE, RETURNED }));
  return emit.id(NAME);
}

/** The call of a body in its entry. */
interface DirectCall extends EntryOf {
  readonly CODE: string;
  readonly ARGS: readonly t.Identifier[];
  readonly takesList: boolean;
  /** It calls the body of the source, which never waits. */
  readonly isPlainCall: boolean;
  readonly isBare: boolean;
}

/** The receiver with which the entry was called. */
const receiverOf = ({ emit }: Tools, as: EntryOf['as']): t.Expression =>
  emit.expression(as === 'arrow' ? 'void 0' : 'this');

/** The test in an entry: may it run the body at once? A call with fewer arguments than parameters may. */
function testOpen(tools: Tools, { as, CODE, ARGS, takesList, isPlainCall }: DirectCall): t.Expression {
  const { emit, types } = tools;
  const RECEIVER = receiverOf(tools, as);
  const open = isPlainCall
    ? emit.expression('$isOpen(CODE, RECEIVER)', { CODE, RECEIVER })
    : emit.expression('CODE.isOpen(RECEIVER)', { CODE, RECEIVER });
  if (takesList) return open;
  const operator = isPlainCall || ARGS.length === 0 ? '===' : '<=';
  const COUNT = types.numericLiteral(ARGS.length);
  return emit.expression(`arguments.length ${operator} COUNT && OPEN`, { COUNT, OPEN: open });
}

function callOf({ emit }: Tools, { plan, as, CODE, ARGS, takesList, isPlainCall, isBare }: DirectCall): t.Expression {
  const self = (): t.Expression => emit.expression(as === 'arrow' ? 'CODE.ownThis' : 'this', { CODE });
  const parts = { CODE, ARGS, SELF: self() };
  if (isBare)
    return emit.expression('CODE.CALLED(null, CODE, 0, SELF, ARGS)', {
      ...parts,
      CALLED: nameCall(plan, emit.id('run')),
    });
  const CALLED = nameCall(plan, emit.helper(isPlainCall && takesList ? '$applyOn' : '$callOn'));
  return isPlainCall
    ? emit.expression('CALLED(CODE.run, SELF, ARGS)', { ...parts, CALLED })
    : emit.expression('CALLED(CODE.run, RECEIVER, null, CODE, 0, SELF, ARGS)', { ...parts, CALLED, RECEIVER: self() });
}

/** Maps the called name to the body, under its name in the source: an engine takes the function's name in a stack from there. */
function nameCall({ id, name, node }: FunctionPlan, called: t.Expression): t.Expression {
  const label = /[^.>]*$/.exec(id.replace(/~[^>]*$/, ''))![0];
  const identifierName = name === '' ? '<anonymous>' : decodeURIComponent(label);
  // The end is at the start, so that what follows maps to the beginning of the function, too.
  const at = called.type === 'MemberExpression' ? called.property : called;
  locate(at, { loc: node.loc && { ...node.loc, end: node.loc.start, identifierName } });
  return called;
}

/** `function walk(steps) {…}`; if the body uses that name for something else, it becomes a key: `{ $isOpen: function () {…} }.$isOpen` */
function functionOf(types: Types, { name, ids, body }: EntryFunction): t.Expression {
  const isHiding =
    ids.every((one) => one.name !== name) && holds(types, body, (one) => types.isIdentifier(one, { name }));
  const made = types.functionExpression(name === '' || isHiding ? null : types.identifier(name), [...ids], body);
  return isHiding ? putUnderKey(types, made, types.identifier(name)) : made;
}

/** `{ walk(steps) {…} }.walk`: `new` of a method throws, as in the source. */
function methodOf({ types, emit }: Tools, { name, ids, body }: EntryFunction): t.Expression {
  const key = (): t.Identifier | t.StringLiteral => (name === '' ? emit.text('') : emit.id(name));
  const method = types.objectMethod('method', key(), [...ids], body);
  return types.memberExpression(types.objectExpression([method]), key(), name === '');
}

interface EntryFunction {
  readonly name: string;
  readonly ids: readonly t.Identifier[];
  readonly body: t.BlockStatement;
}

function paramsOf(types: Types, { node }: FunctionPlan): readonly t.Node[] {
  return (node as t.Function).params.filter((one) => !types.isIdentifier(one, { name: 'this' }));
}

/** The names of the parameters; undefined if one is a pattern, has a default, or has a name that strict code refuses. */
function namesOf(types: Types, params: readonly t.Node[]): readonly string[] | undefined {
  const names = params.map((one) => (types.isIdentifier(one) ? one.name : ''));
  return new Set(names).size === names.length && names.every((one) => isName(types, one)) ? names : undefined;
}

const isName = (types: Types, name: string | undefined): name is string =>
  name !== undefined && types.isValidIdentifier(name) && name !== 'arguments' && name !== 'eval';

const placeholders = (count: number): readonly string[] => Array.from({ length: count }, (_, n) => `$${n}`);

function freeName(wanted: string, taken: readonly string[]): string {
  let name = wanted;
  for (let n = 1; taken.includes(name); n++) name = `${wanted}${n}`;
  return name;
}
