/**
 * The plugin, with a real pause added at the start of each compiled function, after each call and after each iteration of a loop, wherever the code
 * can pause. Functions that never wait are compiled, too. The functions that the added code calls are in stress.js.
 *
 *   o.f(a);    →  0, [yield RT.stress.call($can, o.f, o, a), yield RT.stress.pause($can)][0];
 *   xs.map(f)  →  (0, [yield RT.stress.native($can, "xs.map", xs.map, xs, f), yield RT.stress.pause($can)][0])
 *
 * These pauses keep the executor, so that the results do not change. `stress` is a member of the option `runtime: { global }`, or of a variable `RT`.
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

/** How waits are written: `root` contains `stress`; the constant `can` of each function says whether this call of it can pause. */
function makeForm({ global: root = 'RT' }, names) {
  const form = { root, can: names.unique('$can'), began: names.unique('$began') };
  return {
    namesReceivers: true,
    testsValues: false,
    helpersOfCall: () => [],
    helpersOfLoop: () => [],
    begin: (writer, fn) => begin(form, writer, fn),
    call: (writer, shape, node) => pausingCall(form, writer, { shape, node }),
    pace: (writer, { plan }) => ({ before: [], after: [pauseOfIteration(form, writer, plan)] }),
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

function pauseOfIteration(form, writer, plan) {
  const wait = pause(form, writer);
  const statement = writer.types.expressionStatement(wait);
  wait.loc = statement.loc = plan.node.loc ?? null;
  return statement;
}

function pausingCall(form, writer, { shape, node }) {
  const { types } = writer;
  const value = types.yieldExpression(throughStress(form, writer, { shape, node }));
  value.loc = shape.plan.node.loc ?? null;
  const both = types.arrayExpression([value, pause(form, writer)]);
  const first = types.memberExpression(both, types.numericLiteral(0), true);
  // `0, […][0]` is not a member expression. So if its value is called, it gets no receiver.
  return types.sequenceExpression([types.numericLiteral(0), first]);
}

/** The call through `stress.call` or `stress.native`. `eval`, `import` and tagged templates stay as they are. */
function throughStress(form, writer, { shape, node }) {
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
  return emit.expression('CALL(CAN, CALLEE, SELF, ARGS)', {
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
