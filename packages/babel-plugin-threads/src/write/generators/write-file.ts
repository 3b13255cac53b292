/** The backend "generators": from facts to Shape, and from Shape to text. */
import type { Analysis } from '../../analyse/facts/facts.js';
import type { Templates } from '../../babel/templates.js';
import { Emitter } from '../emitter.js';
import { callsOwnWaits, importRuntime } from '../import.js';
import { keepMarks, settleMarks } from '../marks.js';
import { replaceNames } from '../replace-names.js';
import { writePrologues } from './prologue.js';
import { writeMetaTable } from './meta-table.js';
import { rewrite } from './rewrite-nodes.js';
import type { Shape } from './shape/shape.js';
import { wrap } from './function-wrappers.js';
import type { WaitForm, Writer } from './writer.js';

/** What the writing needs beside the analysis. */
export interface Target {
  readonly shape: Shape;
  readonly form: WaitForm;
  readonly templates: Templates;
}

/** Writes what Plan and Shape say; neither changes. */
export function write({ compilation, marks, plan }: Analysis, { shape, form, templates }: Target): void {
  const { t: types } = compilation;
  const { helpers, metaTable } = shape;
  const emit = new Emitter(compilation, plan, { helpers, templates, metaTable });
  const written = { thunks: new Map(), receivers: new Map(), blocks: new Map(), outOfExport: new Map() };
  const writer: Writer = { types, compilation, marks, plan, shape, emit, form, written };
  // The nodes are read before any of them is written.
  const hasOwnWaits = callsOwnWaits(compilation);
  keepMarks(compilation, marks);
  replaceNames(compilation, plan);
  rewrite(writer);
  writePrologues(writer);
  wrap(writer);
  writeMetaTable(writer);
  const { firstStatement } = marks;
  importRuntime(compilation, marks, {
    plan,
    helpers,
    hasOwnWaits,
    firstStatement: written.outOfExport.get(firstStatement) ?? firstStatement,
  });
  settleMarks(compilation, marks);
}
