/**
 * The plugin with a real pause at the start of every compiled function, after every call and after every turn of a loop, wherever it can
 * pause. What never waits is compiled too. The runtime's part is in stress.js.
 *
 *   o.f(a);    →  0, [yield RT.stress.call($can, o.f, o, [a]), yield RT.stress.pause($can)][0];
 *   xs.map(f)  →  (0, [yield RT.stress.native($can, "xs.map", xs.map, xs, f), yield RT.stress.pause($can)][0])
 *
 * Nobody is let go, so that what comes out is the same. `stress` is a member of `runtime: { global }`, or of a variable `RT`.
 */
import { makePlugin } from '../../packages/babel-plugin-threads/dist/plugin.js';
import { makeCall, receiverOf } from '../../packages/babel-plugin-threads/dist/write/generators/calls.js';
import { rooted } from '../../packages/babel-plugin-threads/dist/write/emitter.js';

/**
 * @param {import('../../packages/babel-plugin-threads/dist/plugin.js').ThreadsApi} api
 * @param {import('babel-plugin-threads').ThreadsOptions} options
 */
export default function forcedPauses(api, options) {
  return makePlugin(api, options, { assumesWaits: true, makeForm });
}

/** The root of `stress`, and the constant of each function that says whether this call of it can pause. */
function makeForm({ global: root = 'RT' }, names) {
  const form = { root, can: names.unique('$can'), began: names.unique('$began') };
  return {
    namesReceivers: true,
    testsValues: false,
    helpersOfCall: () => [],
    helpersOfLoop: () => [],
    begin: (writer, fn) => begin(form, writer, fn),
    call: (writer, shape, node) => pausingCall(form, writer, { shape, node }),
    turn: (writer, { plan }) => ({ before: [], after: [pauseOfTurn(form, writer, plan)] }),
  };
}

/** `RT.stress.call` */
function ofStress({ root }, { types }, name) {
  return types.memberExpression(rooted(types, root, 'stress'), types.identifier(name));
}

/** `yield RT.stress.pause($can)` */
function pause(form, writer) {
  const { types, emit } = writer;
  return types.yieldExpression(
    emit.expression('PAUSE(CAN)', { PAUSE: ofStress(form, writer, 'pause'), CAN: form.can }),
  );
}

/** `const $can = RT.stress.enter(ID), $began = yield RT.stress.pause($can);` */
function begin(form, writer, fn) {
  const { types, emit } = writer;
  const ENTER = ofStress(form, writer, 'enter');
  const enter = emit.expression('ENTER(ID)', { ENTER, ID: types.stringLiteral(fn.id) });
  const declared = [
    types.variableDeclarator(emit.id(form.can), enter),
    types.variableDeclarator(emit.id(form.began), pause(form, writer)),
  ];
  return [types.variableDeclaration('const', declared)];
}

function pauseOfTurn(form, writer, plan) {
  const wait = pause(form, writer);
  const statement = writer.types.expressionStatement(wait);
  wait.loc = statement.loc = plan.node.loc ?? null;
  return statement;
}

function pausingCall(form, writer, { shape, node }) {
  const { types } = writer;
  const value = types.yieldExpression(told(form, writer, { shape, node }));
  value.loc = shape.plan.node.loc ?? null;
  const both = types.arrayExpression([value, pause(form, writer)]);
  const first = types.memberExpression(both, types.numericLiteral(0), true);
  // Not a member itself: where it is called, there is no receiver.
  return types.sequenceExpression([types.numericLiteral(0), first]);
}

/** Native code is never told that it can pause: `eval`, `import` and tags stay as they are. */
function told(form, writer, { shape, node }) {
  const { types, emit } = writer;
  const { plan, receiver } = shape;
  if (plan.native !== undefined) {
    const { arguments: ARGS } = makeCall(writer, shape, node);
    return emit.expression('NATIVE(CAN, ARGS)', { NATIVE: ofStress(form, writer, 'native'), CAN: form.can, ARGS });
  }
  const isKept =
    !types.isCallExpression(node) || types.isImport(node.callee) || types.isIdentifier(node.callee, { name: 'eval' });
  if (isKept || plan.passReceiver || plan.takesGiven) return makeCall(writer, shape, node);
  const { callee } = node;
  return emit.expression('CALL(CAN, CALLEE, SELF, [ARGS])', {
    CALL: ofStress(form, writer, 'call'),
    CAN: form.can,
    CALLEE: callee,
    SELF: receiver ? receiverOf(writer, receiver, withoutTypes(callee)) : emit.expression('void 0'),
    ARGS: node.arguments,
  });
}

function withoutTypes(node) {
  let inner = node;
  while (/^(?:Parenthesized|TS.*|TypeCast)(?:Expression|Assertion)$/.test(inner.type)) inner = inner.expression;
  return inner;
}
