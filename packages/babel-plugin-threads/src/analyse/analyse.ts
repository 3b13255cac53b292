import type { types as t } from '@babel/core';
import { CALL_TYPES, isDirectEval, judgeCall } from './calls.js';
import { findCaptures, type LexicalUse, parameterOf } from './lexical-captures.js';
import type { Compilation } from '../context/compilation.js';
import { refuseAt } from '../context/diagnostic.js';
import type { Observer } from './observer.js';
import { errors } from '../messages/errors.js';
import { findChains } from './optional-chains.js';
import { settleForms } from './wrapper-kind.js';
import { settleFinally } from './finally-blocks.js';
import { makeFreeNames, useOf } from './free-names.js';
import { describeFunction, isInstant } from './describe-function.js';
import { settleFunctions } from './ids.js';
import { settleKeys } from './computed-keys.js';
import { settleCounted } from './runaway-loops.js';
import { lineOfUnpacedLoop, loopContinued, paceOf } from './loops.js';
import { waysOutOfFinally } from './finally-exits.js';
import type { Marks } from '../marks/marks.js';
import { hashOf } from '../babel/hash.js';
import { settleParameters } from './parameters.js';
import { callbacksOf, handlersOf } from './handlers.js';
import { settleHandedOver } from './deferred-calls.js';
import { nativeMethod } from './pausing-natives.js';
import { opensScope, type Spot } from '../babel/path.js';
import { lexicalOwner, makePlaces, nameOfPlace, type Place } from './function-contexts.js';
import type { CallPlan, FunctionPlan, Pause, Plan } from '../plan.js';
import { makeNames } from '../context/unique-names.js';
import { settleReplaced } from './replaced-methods.js';
import { readSchemas } from './schema.js';
import { partsThatStay } from './spawned-calls.js';
import { settleWaiting, type Unit } from './may-wait.js';
import { keepWarm } from '../babel/warm.js';

type Visits = Readonly<Record<string, (path: Spot) => void>>;

function visits(nodeTypes: readonly string[], see: (path: Spot) => void): Visits {
  return Object.fromEntries(nodeTypes.map((type) => [type, see]));
}

/** Reads the whole file once and writes down what it found. Changes nothing. `observe`: who watches that. */
export function analyse(compilation: Compilation, marks: Marks, observe: (plan: Plan) => Observer): Plan {
  const { t: types, options, program, spots, code, vocabulary } = compilation;
  const places = makePlaces(compilation, marks);
  const names = makeNames(compilation);
  const plan: Plan = {
    functions: new Map(),
    calls: new Map(),
    loops: new Map(),
    counted: new Set(),
    finallys: new Map(),
    catchesOfFinally: new Map(),
    continues: new Map(),
    handlers: new Map(),
    callbacks: new Map(),
    targets: new Set(),
    places: new Map(),
    placeCalls: new Map(),
    chains: new Map(),
    captured: new Map(),
    captures: new Map(),
    immediate: new Map(),
    freeVocabulary: new Map(),
    replaced: new Map(),
    diagnostics: [],
    names,
    canPause: options.stress ? names.unique('$can') : undefined,
  };
  const uses: LexicalUse[] = [];
  const continues: Spot[] = [];
  const yields = new Set<unknown>();
  const hashes = new Map<t.Node, string>();
  const unpaced: Spot<t.Loop>[] = [];
  const compiledCalls: Spot[] = [];
  const keepingCalls = new Map<Spot, Place>();
  const callPaths = new Map<CallPlan, Spot>();
  const loopPaths: Spot[] = [];
  const freeNames = makeFreeNames(compilation, places, plan);
  const observer = observe(plan);
  const schemas = readSchemas(compilation);
  const units = new Map<t.Node, Unit>();
  let isDynamic = false;
  let order = 0;

  const onEnter: Visits = {
    ...visits(types.FLIPPED_ALIAS_KEYS.Function!, seeFunction),
    ThisExpression: seeThis,
    MetaProperty: seeMetaProperty,
    Super: seeSuper,
    Identifier: seeIdentifier,
    JSXIdentifier: (path) => freeNames.see(path),
    ReturnStatement: seeReturn,
    BreakStatement: seeLeaving,
    ContinueStatement: seeContinue,
    WithStatement: seeWith,
  };
  const onExit: Visits = {
    ...visits(CALL_TYPES, seeCall),
    ...visits(types.FLIPPED_ALIAS_KEYS.Loop!, seeLoop),
    NewExpression: seeNew,
  };
  keepWarm('analyse', onEnter, onExit);
  spots.visit({
    enter(path) {
      if (opensScope(path)) seeScope(path);
      onEnter[path.node.type]?.(path);
    },
    exit(path) {
      onExit[path.node.type]?.(path);
    },
  });
  for (const path of continues) settleContinue(path);
  for (const [{ pause }, path] of callPaths) if (pause) pause.loop = lineOfUnpacedLoop(compilation, plan, path);

  if (!options.stress) settleWaiting(compilation, plan, { units, paths: callPaths, schemas, isDynamic });
  settleHandedOver(compilation, plan, callPaths);
  if (options.countTurns) settleCounted(compilation, plan, { unpaced, continues, calls: callPaths });
  for (const [call, path] of callPaths) call.native = nativeMethod(compilation, path, plan);
  findChains(compilation, plan, callPaths);
  settleFunctions(compilation, plan);
  settleForms(compilation, plan, units, isDynamic);
  settleFinally(compilation, plan, [...loopPaths, ...pausingCalls()]);
  for (const [path, { isCovered }] of keepingCalls)
    for (const { node, helper } of handlersOf(compilation, path, plan, isCovered)) plan.handlers.set(node, helper);
  for (const path of compiledCalls) {
    for (const callback of callbacksOf(compilation, path, plan)) plan.callbacks.set(callback.node, callback.place);
  }
  findCaptures(compilation, plan, uses);
  settleParameters(compilation, plan, callPaths);
  settleKeys(compilation, plan);
  settleReplaced(compilation, plan);
  observer.settle(callPaths);
  checkGlobal();
  return plan;

  /** Those that wait in a function which may. */
  function pausingCalls(): Spot[] {
    const calls = [...callPaths].filter(
      ([call, { node }]) => plan.calls.get(node) === call && call.treatment === 'wait',
    );
    return calls.map(([, path]) => path);
  }

  function seeScope(path: Spot): void {
    const { bound } = plan.names;
    for (const name of Object.keys(path.scope.bindings)) bound.set(name, (bound.get(name) ?? 0) + 1);
  }

  function seeFunction(path: Spot): void {
    const place = places.of(path);
    if (!place.isCompiled) return seeUnit(path, undefined);
    place.plan = describeFunction(compilation, marks, place);
    place.plan.instant ||= schemas.instant.has(path.node);
    plan.functions.set(path.node, place.plan);
    if (options.stress) place.plan.pauses.push(pauseAt(path, 'start', 'dropped', 'option `stress`'));
    seeUnit(path, place.plan);
  }

  /** Functions that give neither a Promise nor an iterator by themselves. */
  function seeUnit(path: Spot, own: FunctionPlan | undefined): void {
    const { async, generator } = path.node as t.Function;
    const saidInstant = isInstant(compilation, marks, path) || schemas.instant.has(path.node);
    if (!async && !generator)
      units.set(path.node, { path, plan: own, saidInstant, calls: [], returns: [], hasLoop: false });
  }

  function seeThis(path: Spot): void {
    for (let place: Place | undefined = places.around(path); place; place = place.parent) {
      if (place.plan) place.plan.usesThis = true;
      if (place.kind !== 'arrow') break;
    }
  }

  function seeMetaProperty(path: Spot): void {
    if ((path.node as t.MetaProperty).meta.name === 'new') use('new.target', path);
  }

  function seeSuper(path: Spot): void {
    if (!types.isCallExpression(path.parent)) use('super', path);
  }

  function use(what: LexicalUse['what'], path: Spot): void {
    const place = places.around(path);
    uses.push({ what, path, place });
    const owner = lexicalOwner(place).plan;
    if (!owner) return;
    if (what === 'super') owner.usesSuper = true;
    if (what === 'new.target') owner.usesNewTarget = true;
  }

  function seeIdentifier(spot: Spot): void {
    const path = spot as Spot<t.Identifier>;
    const { name } = path.node;
    if (name === 'yield' && places.around(path).isCompiled && !isPropertyName(path)) refuseYield(path);
    freeNames.see(path);
    observer.seeName(path, () => places.around(path));
    if (name === 'arguments' && isReference(path) && !path.scope.hasBinding(name, true)) {
      const { parent, key } = path;
      if (
        key === 'object' &&
        types.isMemberExpression(parent) &&
        types.isIdentifier(parent.property, { name: 'callee' })
      )
        if (places.around(path).isCompiled) refuseAt(compilation, path.node, errors.argumentsCallee());
      use('arguments', path);
    }
    if (vocabulary.has(name) && isReference(path) && !path.scope.hasBinding(name, true)) {
      const list = plan.freeVocabulary.get(name) ?? [];
      list.push(path);
      plan.freeVocabulary.set(name, list);
    }
  }

  function seeCall(path: Spot): void {
    const { node } = path;
    if (types.isCallExpression(node) && types.isSuper(node.callee)) return;
    const place = places.around(path);
    if (isDirectEval(compilation, path.node)) {
      isDynamic = true;
      observer.seeEval(path, place);
      // What it reads is not known: methods keep their `super`, and parameters their place.
      const owner = lexicalOwner(place).plan;
      if (owner) owner.usesSuper = true;
      if (place.plan && parameterOf(path, place.path.node) !== undefined) return;
    }
    const unit = units.get(place.path.node);
    if (isTarget(path)) return seeTarget(path, place);
    keepingCalls.set(path, place);
    if (place.plan) compiledCalls.push(path);
    else {
      seeCallInPlace(path, place);
      observer.seeCallOutside(path, place);
    }
    if (place.isCovered) observer.seeOwnCall(path, place);
    if (!place.plan && !unit) return;
    const judged = judgeCall(compilation, path);
    if (judged.treatment === 'instant') {
      if (place.plan) plan.immediate.set(path.node, { in: place.plan, reason: judged.reason });
      return;
    }
    if (!place.plan) return void unit?.calls.push({ path, plan: undefined, reason: judged.reason });
    const isPause = judged.treatment !== 'asPlain';
    const call: CallPlan = {
      node: path.node,
      treatment: judged.treatment,
      in: place.plan,
      pause: isPause ? pauseAt(path, 'call', judged.value, judged.reason) : undefined,
      letGo: judged.letGo,
      waitsBefore: false,
      spawned: judged.treatment === 'handedOver' ? partsThatStay(compilation, path) : undefined,
      passReceiver: judged.passReceiver,
      takesGiven: judged.takesGiven,
      native: undefined,
      inChain: false,
    };
    plan.calls.set(path.node, call);
    callPaths.set(call, path);
    unit?.calls.push({ path, plan: call, reason: judged.reason });
    if (call.treatment === 'wait') place.plan.pauses.push(call.pause!);
  }

  function seeTarget(path: Spot, place: Place): void {
    if (place.plan && judgeCall(compilation, path).treatment === 'wait') plan.targets.add(path.node);
  }

  function seeNew(path: Spot): void {
    if (places.around(path).plan) compiledCalls.push(path);
  }

  /** `f() = 1` is no call that could wait: sloppy code may have it, and throws. */
  function isTarget({ parent, key }: Spot): boolean {
    return (
      ((types.isAssignmentExpression(parent) || types.isForXStatement(parent)) && key === 'left') ||
      types.isUpdateExpression(parent)
    );
  }

  /** A call in a getter, a constructor or the like, which cannot pause. */
  function seeCallInPlace(path: Spot, around: Place): void {
    let place: Place | undefined = around;
    while (place?.kind === 'arrow' && place.isCovered && !(place.path.node as t.Function).async) place = place.parent;
    const name = place && nameOfPlace(compilation, place);
    if (place === undefined || name === undefined) return;
    const judged = judgeCall(compilation, path);
    if (judged.treatment === 'instant') return;
    if (judged.treatment === 'wait') observer.seeCallInPlace(path, name);
    plan.places.set(place.path.node, name);
    // Where something is asked of the value in the same optional chain, the chain has to stay whole.
    const isInChain = types.isOptionalCallExpression(path.node) && types.isOptionalMemberExpression(path.parent);
    if (judged.treatment === 'wait' && judged.isOfObject && !isInChain) plan.placeCalls.set(path.node, judged.value);
  }

  function seeLoop(spot: Spot): void {
    const path = spot as Spot<t.Loop>;
    const place = places.around(path);
    const owner = place.plan;
    if (!owner) return;
    const pace = paceOf(compilation, path, marks.words.get(path.node), owner.fast);
    if (pace === 'none') {
      if (!types.isForXStatement(path.node)) unpaced.push(path);
      return;
    }
    const reason = pace === 'frame' ? 'waits: a frame each turn' : 'waits: after many turns';
    const pause = pauseAt(path, 'loop', 'dropped', reason);
    pause.loop = pace === 'frame' ? undefined : pause.line;
    owner.pauses.push(pause);
    loopPaths.push(path);
    const unit = units.get(owner.node);
    if (unit) unit.hasLoop = true;
    plan.loops.set(path.node, {
      node: path.node,
      in: owner,
      pause,
      pace,
      frameName: '',
      turnName: '',
      isContinued: false,
    });
  }

  function settleContinue(path: Spot): void {
    const target = loopContinued(compilation, path as Spot<t.ContinueStatement>);
    const loop = target && plan.loops.get(target);
    if (!loop) return;
    loop.isContinued = true;
    plan.continues.set(path.node, loop);
  }

  function seeReturn(path: Spot): void {
    units.get(places.around(path).path.node)?.returns.push(path as Spot<t.ReturnStatement>);
    seeLeaving(path);
  }

  function seeContinue(path: Spot): void {
    continues.push(path);
    seeLeaving(path);
  }

  function seeWith(path: Spot): void {
    isDynamic = true;
    if (places.around(path).isCompiled) refuseAt(compilation, path.node, errors.compiledWith());
  }

  function seeLeaving(path: Spot): void {
    if (!places.around(path).isCompiled) return;
    const how = waysOutOfFinally(compilation, path);
    if (how !== undefined) refuseAt(compilation, path.node, errors.finallyLeft(how));
  }

  function pauseAt(path: Spot, kind: Pause['kind'], value: Pause['value'], reason: string): Pause {
    const { node } = path;
    const { line, column } = node.loc?.start ?? { line: 0, column: 0 };
    const position = (kind === 'loop' ? node.end : node.start) ?? order;
    const hash = hashAround(path);
    return { id: '', kind, value, reason, line, column, position, order: order++, hash, loop: undefined };
  }

  /** One statement may hold thousands of calls (a long sum), and all have its hash. */
  function hashAround(path: Spot): string {
    const statement = statementAround(path);
    let hash = hashes.get(statement);
    if (hash === undefined) hashes.set(statement, (hash = hashOf(headOf(statement))));
    return hash;
  }

  /** The statement's own text: without the statements inside it, so that a change in those leaves its hash alone. */
  function headOf(statement: t.Node): string {
    const { start, end } = statement;
    let head = end!;
    for (const part of ['body', 'consequent', 'cases', 'block'] as const) {
      const inner = (statement as unknown as Record<string, t.Node | t.Node[] | undefined>)[part];
      const first = Array.isArray(inner) ? inner[0] : inner;
      if (first && typeof first === 'object' && first.start! < head && !types.isDoWhileStatement(statement))
        head = first.start!;
    }
    if (types.isDoWhileStatement(statement)) return code.slice(statement.body.end!, end!);
    return code.slice(start!, head);
  }

  /** The node itself, or the one around it that stands in a list of statements. */
  function statementAround(path: Spot): t.Node {
    let at = path;
    if (types.isStatement(at.node)) return at.node;
    while (at.parentPath && !(at.listKey && types.isStatement(at.node))) at = at.parentPath;
    return at.node;
  }

  /** With `runtime: { global: "CK.code" }` nobody may declare another `CK` where we would use it. */
  function checkGlobal(): void {
    const root = compilation.options.global?.split('.')[0];
    if (root === undefined || !plan.names.taken.has(root)) return;
    for (const { scope } of spots.all) {
      const binding = scope.getOwnBinding(root);
      if (binding && scope !== program.scope) refuseAt(compilation, binding.path.node, errors.globalShadowed(root));
    }
  }

  /** Told once for each variable of that name, at its first place. */
  function refuseYield(path: Spot): void {
    const binding = path.scope.getBinding('yield');
    if (!yields.has(binding)) refuseAt(compilation, path.node, errors.yieldAsName());
    yields.add(binding);
  }

  function isPropertyName({ parent, key }: Spot<t.Identifier>): boolean {
    return (
      (key === 'property' && types.isMemberExpression(parent) && !parent.computed) ||
      (key === 'property' && types.isOptionalMemberExpression(parent) && !parent.computed) ||
      (key === 'key' && 'computed' in parent && !parent.computed)
    );
  }

  function isReference(path: Spot<t.Identifier>): boolean {
    return useOf(compilation, path) === 'read';
  }
}
