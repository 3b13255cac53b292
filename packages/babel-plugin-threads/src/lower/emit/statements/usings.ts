/** Blocks with `using` in which the function pauses: see `using-blocks.ts`. */
import type { types as t } from '@babel/core';
import { arrange } from '../dispatch/dispatch.js';
import { writeClosing } from '../dispatch/closing.js';
import type { Lowering } from '../lowering.js';
import { type Sequence, type Way, wayInside } from '../../plan/sequence.js';

/** `$using0 = $disposables(); try { …; $using0.close(); } catch ($e) { $using0.fail($e); throw $e; }` */
export function lowerUsing(l: Lowering, seq: Sequence, node: t.TryStatement, label: string | undefined): void {
  const { types, emit } = l;
  const name = l.simple.normal.usings.get(node)!;
  l.locals.add(name);
  seq.add(emit.statement('USING = $disposables();', { USING: name }));
  const region = l.inRegion('catch', (body) => l.list(node.block.body, body));
  const write = (way: Way): t.Statement => {
    const written = arrange(l, region.body, wayInside(way));
    const inner = label === undefined ? written : [types.labeledStatement(l.id(label), types.blockStatement(written))];
    return writeClosing(l, { name, region, at: node, way }, inner);
  };
  seq.addCompound([region.body], { write });
}
