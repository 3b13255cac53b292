/**
 * The plugin, with a real pause added at the start of each compiled function, after each call and after each iteration of a loop, wherever the code
 * can pause. Functions that never wait are compiled, too. The calls themselves are written as ever, by both targets: what is added stands around them.
 * The functions that the added code calls are in stress.js.
 *
 *   o.f(a);    →  0, [RT.stress.named($can, "f", o), yield RT.beside(o.f(a)), yield RT.stress.pause($can)][RT.stress.back($can)];
 *   f(a)       →  (0, [RT.stress.allow($can, f), yield f(a), yield RT.stress.pause($can)][RT.stress.back($can)])
 *
 * These pauses keep the executor, and `beside` waits, too, so that the results do not change. `stress` is a member of the option `runtime: { global }`, or of a variable `RT`.
 */
import { holds, isFunction } from '../../packages/babel-plugin-threads/dist/babel/ast.js';
import { makePlugin, USUAL } from '../../packages/babel-plugin-threads/dist/plugin.js';
import { readable } from '../../packages/babel-plugin-threads/dist/write/calls/wait-forms.js';

/**
 * @param {import('../../packages/babel-plugin-threads/dist/plugin.js').ThreadsApi} api
 * @param {import('babel-plugin-threads').ThreadsOptions} options
 */
export default function forcedPauses(api, options) {
  return makePlugin(api, options, FORCED);
}

/** @type {import('../../packages/babel-plugin-threads/dist/plugin.js').Seam} */
export const FORCED = { ...USUAL, assumesWaits: true, makeForm };

/** How waits are written: `root` contains `stress`; the constant `can` of each function says whether this call of it can pause. */
function makeForm({ compilation }, names) {
  const { global: root = 'RT' } = compilation.options;
  const form = { root, can: names.unique('$can'), began: names.unique('$began') };
  return {
    begin: (writer, fn) => begin(form, writer, fn),
    call: (writer, call) => pausingCall(form, writer, call),
    pace: (writer, plan) => ({ before: [], after: [pauseOfIteration(form, writer, plan)] }),
  };
}

/** `RT.stress.pause($can)` */
function ofStress({ root, can }, { types, emit }, name, ...ARGS) {
  const NAME = types.memberExpression(emit.memberOfGlobal(root, 'stress'), types.identifier(name));
  return emit.expression('NAME(CAN, ARGS)', { NAME, CAN: can, ARGS });
}

/** `yield RT.stress.pause($can)` */
function pause(form, writer) {
  return writer.types.yieldExpression(ofStress(form, writer, 'pause'));
}

/** `const $can = RT.stress.enter(ID), $began = yield RT.stress.pause($can);` */
function begin(form, writer, fn) {
  const { types, emit } = writer;
  const enter = ofStress(form, writer, 'enter');
  enter.arguments = [types.stringLiteral(fn.id)];
  const declared = [
    types.variableDeclarator(emit.id(form.can), enter),
    types.variableDeclarator(emit.id(form.began), pause(form, writer)),
  ];
  return [types.variableDeclaration('const', declared)];
}

function pauseOfIteration(form, writer, plan) {
  const wait = pause(form, writer);
  const statement = writer.types.expressionStatement(wait);
  wait.loc = statement.loc = plan.node.loc ?? null;
  return statement;
}

function pausingCall(form, writer, call) {
  const { types } = writer;
  const note = noteOf(form, writer, call);
  const all = types.arrayExpression([note, readable.call(writer, call), pause(form, writer)]);
  const value = types.memberExpression(all, ofStress(form, writer, 'back'), true);
  // `0, […][1]` is not a member expression. So if its value is called, it gets no receiver.
  return types.sequenceExpression([types.numericLiteral(0), value]);
}

/**
 * Says who may pause if it is entered next: the function itself where a variable has it or its object; else a function that is named as the method. Only
 * what has no effect is evaluated once more.
 */
function noteOf(form, writer, call) {
  const { types, emit, plan } = writer;
  const { node } = call;
  if (call.plan.native !== undefined) return ofStress(form, writer, 'native');
  // A constructor may call the same function before the call is made, and is no place in which that can pause.
  if (holds(types, node, types.isNewExpression, isFunction)) return ofStress(form, writer, 'allow');
  const called = calledIn(writer, node);
  if (called?.text !== undefined) return ofStress(form, writer, 'named', types.stringLiteral(lastPart(called.text)));
  const callee = called?.callee;
  if (types.isIdentifier(callee) && callee.name !== 'eval')
    return ofStress(form, writer, 'allow', emit.repeatName(callee));
  const id = plan.functions.get(callee)?.id;
  if (id !== undefined) return ofStress(form, writer, 'allowId', types.stringLiteral(id));
  const key = callee?.type.endsWith('MemberExpression') ? keyOf(callee) : undefined;
  if (key === undefined) return ofStress(form, writer, 'allow');
  const object = withoutTypes(callee.object);
  const isAgain = types.isIdentifier(object) || types.isThisExpression(object);
  return ofStress(form, writer, 'named', types.stringLiteral(key), ...(isAgain ? [emit.repeatName(object)] : []));
}

/** What is called: a method that was read before is an argument of `$callOn`, and `$callable` has its text. */
function calledIn({ types }, node) {
  const callee = withoutTypes(node.callee ?? node.tag ?? node);
  const [helper, first] = [nameOfHelper(callee), withoutTypes(node.arguments?.[0])];
  // A method of the program may be called so, too.
  if (helper === 'callOn' && nameOfHelper(first?.callee) === 'callable') {
    const [method, text] = first.arguments;
    return types.isIdentifier(method) ? { callee: method } : { text: text.value };
  }
  const inner = callee.type === 'CallExpression' ? callee.arguments : [];
  const text = inner.find((one) => types.isStringLiteral(one)) ?? inner[0]?.arguments?.[1];
  return text !== undefined && nameOfHelper(callee.callee) === 'methodOn' ? { text: text.value } : { callee };
}

/** `RT.$callOn` → "callOn" */
const nameOfHelper = (node) => /^\$(callOn|callable|methodOn)$/.exec(node?.property?.name)?.[1];

const lastPart = (text) => /[^.[\]]*(?=\]?$)/.exec(text)[0];

function keyOf({ computed, property }) {
  if (property.type === 'PrivateName') return `#${property.id.name}`;
  if (!computed) return property.name;
  return typeof property.value === 'string' || typeof property.value === 'number' ? String(property.value) : undefined;
}

function withoutTypes(node) {
  let inner = node;
  while (/^(?:Parenthesized|TS.*|TypeCast)(?:Expression|Assertion)$/.test(inner?.type ?? '')) inner = inner.expression;
  return inner;
}
