import type { types as t } from '@babel/core';
import type { Fields } from '../../babel/ast.js';
import type { ListedPath } from '../../babel/path.js';
import { inheritComments } from '../../babel/comments.js';
import { writeCallback, writeHandler } from '../handlers.js';
import { located } from '../emitter.js';
import { callOnThis, readSuper } from '../super.js';
import { writeRegion, writeRegionCall } from '../sync-regions.js';
import { writeCall } from './calls.js';
import { writeCatch, writeFinally } from './finally-blocks.js';
import { countIterations, writeLoop } from './loops.js';
import { openChain, writeChainStatement } from './optional-chains.js';
import type { Action } from './shape/shape.js';
import type { Writer } from './writer.js';

/** Does to each node what is planned, inner nodes first: waits, loops, chains, captures. The functions themselves stay as they are. */
export function rewrite(writer: Writer): void {
  const { compilation, shape } = writer;
  for (const path of compilation.paths.upwards) {
    const actions = shape.actions.get(path.node);
    if (actions === undefined) continue;
    let { node } = path;
    for (const action of actions) node = perform(writer, action, node);
    replaceNode(path, node);
  }
}

/** What comes in the place of the node. */
function perform(writer: Writer, action: Action, node: t.Node): t.Node {
  const { emit } = writer;
  switch (action.kind) {
    case 'captured':
      return emit.id(action.name);
    case 'capturedAndDeleted':
      return emit.expression('(0, NAME)', { NAME: action.name });
    case 'superRead':
      return readSuper(writer, action, node as t.MemberExpression);
    case 'superCall':
      return callOnThis(writer, node as t.CallExpression);
    case 'chain':
      return openChain(writer, action.chain, node);
    case 'chainStatement':
      return writeChainStatement(writer, node as t.ExpressionStatement);
    case 'assignmentTarget':
      // f() = 1  →  $valueNow(f(), "the target of an assignment") = 1
      return emit.expression('$valueNow(TARGET, "the target of an assignment")', { TARGET: node });
    case 'regionCall':
      return writeRegionCall(writer, node as t.Expression, action.call);
    case 'region':
      return writeRegion(writer, node, action);
    case 'call':
      return writeCall(writer, action.call, node as t.Expression);
    case 'continue':
      return leaveIteration(writer, node, action.iterationName);
    case 'loop':
      writeLoop(writer, action.loop);
      return node;
    case 'catch':
      writeCatch(writer, node as t.TryStatement, action.errorName);
      return node;
    case 'finally':
      writeFinally(writer, node as t.TryStatement, action.errorName);
      return node;
    case 'countIterations':
      countIterations(writer, node as t.Loop);
      return node;
    case 'handler':
      return writeHandler(writer, node as t.Expression, action.helper);
    default:
      return writeCallback(writer, node as t.Expression, action.region);
  }
}

/** `continue` → `break $iteration0` */
function leaveIteration({ types, emit }: Writer, node: t.Node, iterationName: string): t.Statement {
  const jump = located(types.breakStatement(emit.id(iterationName)), node);
  inheritComments(node, jump);
  return jump;
}

/** Puts a node in the place of one of the source. What is around it has not been rewritten yet. */
function replaceNode({ node, parent, key, listKey }: ListedPath, written: t.Node): void {
  if (written === node) return;
  const fields = parent as unknown as Fields;
  const holder = (listKey ? fields[listKey] : fields) as Fields;
  holder[key!] = written;
}
