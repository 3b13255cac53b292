import type { types as t } from '@babel/core';
import type { Compilation } from '../context/compilation.js';
import type { Emitter } from './emit.js';
import { writeHeads } from './prologue.js';
import { makeCallRewriter } from './calls.js';
import { rewriteCatch, rewriteFinally } from './finally-blocks.js';
import { countTurns, rewriteLoop } from './loops.js';
import type { ListedPath } from '../babel/path.js';
import type { FunctionPlan, Plan } from '../plan.js';
import { rewriteRegion, rewriteRegionCall } from './sync-regions.js';
import { openChain } from './optional-chains.js';
import { isCall, type Fields } from '../babel/ast.js';
import { takeComments } from '../babel/comments.js';

/** Functions that the rewriting has made out of deferred calls, for the wrapping. */
export type MadeFunctions = Map<t.Node, FunctionPlan>;

/** Writes what the Plan says into the bodies: waits, loops, chains, captures. The functions themselves stay as they are. */
export function rewrite(compilation: Compilation, plan: Plan, emitter: Emitter): MadeFunctions {
  const { t: types, paths } = compilation;
  const made: MadeFunctions = new Map();
  const calls = makeCallRewriter(compilation, plan, emitter, made);
  const superCallees = new Set<t.Node>();

  const named = nodesNamed(plan);
  for (const path of paths.upwards) if (named.has(path.node)) put(path, replaced(path.node, path.parent));
  writeHeads(compilation, plan, emitter, made);
  return made;

  function replaced(node: t.Node, parent: t.Node): t.Node {
    const written = rewritten(node, parent);
    // door.on('open', this.onOpen)  →  door.on('open', handler(this.onOpen))
    const handling = plan.handlers.get(node);
    if (handling) return emitter.call(emitter.helper(handling), written as t.Expression);
    // new Promise(run)  →  new Promise($thread.callback(run, "a callback of new Promise"))
    const region = plan.callbacks.get(node);
    if (region === undefined || types.isObjectMethod(node)) return written;
    return emitter.call(emitter.thread('callback'), written as t.Expression, types.stringLiteral(region));
  }

  function rewritten(node: t.Node, parent: t.Node): t.Node {
    const capture = plan.captured.get(node);
    if (capture?.what === 'super') return superRead(node as t.MemberExpression, parent, capture.name);
    // delete new.target  →  delete (0, $newTarget), as a name cannot be deleted
    if (capture?.what === 'new.target' && types.isUnaryExpression(parent, { operator: 'delete' }))
      return types.sequenceExpression([types.numericLiteral(0), emitter.id(capture.name)]);
    if (capture) return emitter.id(capture.name);
    if ('callee' in node && superCallees.has(node.callee))
      (node as t.CallExpression).arguments.unshift(types.thisExpression());
    const chain = plan.chains.get(node);
    if (chain?.deleted) {
      named.add(parent);
      return node;
    }
    if (chain) return openChain(compilation, plan, emitter, calls, node, chain);
    if (types.isUnaryExpression(node, { operator: 'delete' })) {
      const inner = plan.chains.get(node.argument);
      if (inner) return openChain(compilation, plan, emitter, calls, node.argument, inner);
    }
    if (plan.targets.has(node))
      return emitter.call(
        emitter.thread('target'),
        node as t.Expression,
        types.stringLiteral('the target of an assignment'),
      );
    const regionCall = plan.regionCalls.get(node);
    if (regionCall) return rewriteRegionCall(compilation, emitter, node as t.Expression, regionCall);
    const region = plan.regions.get(node);
    if (region !== undefined) rewriteRegion(compilation, plan, emitter, node, region);
    const call = plan.calls.get(node);
    if (call) return call.inChain ? node : calls.whole(call, node as t.Expression);
    const continued = plan.continues.get(node);
    if (continued) {
      const leave = types.breakStatement(emitter.id(continued.turnName));
      leave.loc = node.loc ?? null;
      takeComments(node, leave);
      return leave;
    }
    const loop = plan.loops.get(node);
    if (loop) rewriteLoop(compilation, emitter, loop, plan.canPause);
    const inCatch = plan.catchesOfFinally.get(node);
    if (inCatch !== undefined) rewriteCatch(types, emitter, node as t.TryStatement, inCatch);
    const inFinally = plan.finallys.get(node);
    if (inFinally !== undefined) rewriteFinally(types, emitter, node as t.TryStatement, inFinally);
    if (plan.counted.has(node)) countTurns(compilation, emitter, node as t.Loop);
    return node;
  }

  /** `super.m` → `$superM()`; `super.m(a)` → `$superM().call(this, a)`; `super[k]` → `$super(k)`. */
  function superRead(node: t.MemberExpression, parent: t.Node, name: string): t.Expression {
    const read = emitter.call(emitter.id(name), ...(node.computed ? [node.property as t.Expression] : []));
    read.loc = node.loc ?? null;
    if (types.isTaggedTemplateExpression(parent) && parent.tag === node)
      return emitter.call(emitter.member(read, 'bind'), types.thisExpression());
    const isCallee = isCall(parent) && parent.callee === node;
    if (!isCallee) return read;
    let callee: t.Expression = emitter.member(read, 'call');
    if (types.isOptionalCallExpression(parent) && parent.optional) {
      callee = types.optionalMemberExpression(read, emitter.id('call'), false, true);
      parent.optional = false;
    }
    superCallees.add(callee);
    named.add(parent);
    return callee;
  }
}

/** The nodes that the Plan says something of, but for functions. */
function nodesNamed(plan: Plan): Set<t.Node> {
  const {
    captured,
    chains,
    targets,
    regionCalls,
    regions,
    calls,
    continues,
    loops,
    finallys,
    catchesOfFinally,
    counted,
    handlers,
    callbacks,
  } = plan;
  const named = new Set<t.Node>();
  for (const facts of [
    captured,
    chains,
    targets,
    regionCalls,
    regions,
    calls,
    continues,
    loops,
    finallys,
    catchesOfFinally,
    counted,
    handlers,
    callbacks,
  ])
    for (const node of facts.keys()) named.add(node);
  return named;
}

/** Puts a node in the place of one of the source. What is around it has not been rewritten yet. */
function put({ node, parent, key, listKey }: ListedPath, written: t.Node): void {
  if (written === node) return;
  const fields = parent as unknown as Fields;
  const holder = (listKey ? fields[listKey] : fields) as Fields;
  holder[key!] = written;
}
