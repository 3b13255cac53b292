/** What is done to each node of a body, and in which order. */
import type { types as t } from '@babel/core';
import type { Fields } from '../../babel/ast.js';
import type { ListedPath } from '../../babel/path.js';
import type { Plan } from '../../plan.js';
import { writeCall } from '../calls/calls.js';
import { writeCallback, writeHandler } from '../calls/handlers.js';
import { openChain, writeChainStatement } from '../calls/optional-chains.js';
import { writeRegion, writeRegionCall } from '../calls/sync-regions.js';
import { callOnThis, readCaptured } from '../functions/captures.js';
import { writeCatch, writeFinally } from '../statements/finally-blocks.js';
import { countIterations, leaveIteration, writeLoop } from '../statements/loops.js';
import type { Writer } from '../writer.js';

/** Facts about single nodes. */
type FactOfNodes = {
  [K in keyof Plan]: Plan[K] extends ReadonlyMap<t.Node, unknown> | ReadonlySet<t.Node> ? K : never;
}[keyof Plan];

/** Gives what comes in the place of the node, whose parts are written. `written`: what those above have made of it. */
type Rewrite = (writer: Writer, path: ListedPath, written: t.Node) => t.Node;

/**
 * By the fact that asks for it. In this order they are done at one node:
 *
 * 1. What is read from a function around comes first, as nothing of the source is left of such a node; its call gets its `this` before
 *    it is written as a call.
 * 2. A chain is opened with all the calls in it, so no call of it is written by itself.
 * 3. Calls and statements exclude each other; of statements, a `try` around a `finally` block wraps what it holds before it may be such
 *    a statement itself, and a loop gets its wait before its iterations are counted, so that the count comes first.
 * 4. An argument that becomes a handler or a callback is wrapped last, around the result of all that.
 */
const REWRITES: readonly (readonly [fact: FactOfNodes, rewrite: Rewrite])[] = [
  ['captured', readCaptured],
  ['superCalls', callOnThis],
  ['chains', openChain],
  ['chainStatements', writeChainStatement],
  ['assignedCalls', writeAssignedCall],
  ['regionCalls', writeRegionCall],
  ['regions', writeRegion],
  ['calls', writeCall],
  ['catchesOfFinally', writeCatch],
  ['finallys', writeFinally],
  ['continues', leaveIteration],
  ['loops', writeLoop],
  ['runawayLoops', countIterations],
  ['handlers', writeHandler],
  ['callbacks', writeCallback],
];

/** Rewrites waits, loops, chains and captures, inner nodes first. The functions themselves stay as they are. */
export function rewriteNodes(writer: Writer): void {
  const { compilation, plan, sourceOf } = writer;
  const nodes = new Set(REWRITES.flatMap(([fact]) => [...plan[fact].keys()]));
  for (const path of compilation.paths.upwards) {
    if (!nodes.has(path.node)) continue;
    let { node } = path;
    for (const [fact, rewrite] of REWRITES) if (plan[fact].has(path.node)) node = rewrite(writer, path, node);
    if (node === path.node) continue;
    sourceOf.set(node, path.node);
    // What is around it has not been rewritten yet.
    const fields = path.parent as unknown as Fields;
    const holder = (path.listKey ? fields[path.listKey] : fields) as Fields;
    holder[path.key!] = node;
  }
}

/** `f() = 1` → `$valueNow(f(), "the target of an assignment") = 1` */
function writeAssignedCall({ emit }: Writer, _path: ListedPath, node: t.Node): t.Node {
  return emit.expression('$valueNow(TARGET, "the target of an assignment")', { TARGET: node });
}
