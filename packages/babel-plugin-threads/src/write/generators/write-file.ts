/** The backend "generators": from facts to Shape, and from Shape to text. */
import type { Analysis } from '../../analyse/facts/facts.js';
import type { Templates } from '../../babel/templates.js';
import type { Form } from '../../vocabulary.js';
import { Emitter } from '../emitter.js';
import { keepMarks } from '../marks.js';
import { callsOwnWaits } from '../own-waits.js';
import { replaceNames } from '../replace-names.js';
import { wrap } from './function-wrappers.js';
import { writePrologues } from './prologue.js';
import { rewrite } from './rewrite-nodes.js';
import type { FunctionShape, Shape } from './shape/shape.js';
import type { WaitForm, Writer, Written, WrittenFile } from './writer.js';

/** What the writing needs beside the analysis. */
export interface Target {
  readonly shape: Shape;
  readonly form: WaitForm;
  readonly templates: Templates;
}

/** Writes what Plan and Shape say; neither changes. */
export function write({ compilation, marks, plan }: Analysis, { shape, form, templates }: Target): WrittenFile {
  const { metaTable, nameOf } = shape;
  const emit = new Emitter(compilation, plan, { helpers: new Map(shape.helpers), nameOf, templates, metaTable });
  const written = nothingWritten();
  const writer: Writer = { types: compilation.t, compilation, marks, plan, shape, emit, form, written };
  // The nodes are read before any of them is written.
  const hasOwnWaits = callsOwnWaits(compilation);
  keepMarks(compilation, marks);
  replaceNames(compilation, plan);
  rewrite(writer);
  writePrologues(writer);
  wrap(writer);
  const { firstStatement } = marks;
  return {
    ...written,
    compilation,
    marks,
    plan,
    emit,
    metaTable,
    hasOwnWaits,
    firstStatement: written.outOfExport.get(firstStatement!) ?? firstStatement,
    formOf: ({ node }) => formOf(shape.functions.get(node)),
  };
}

const nothingWritten = (): Written => ({
  thunks: new Map(),
  receivers: new Map(),
  blocks: new Map(),
  outOfExport: new Map(),
  generators: new Map(),
  pauses: new Map(),
  frameWaits: new Set(),
  edges: new Map(),
  natives: new Map(),
});

/** What wraps a function. */
function formOf(shape: FunctionShape | undefined): Form | undefined {
  if (shape?.declaration === undefined) return shape?.form;
  return shape.declaration.form === 'wrapped' ? '$plain' : '$thread';
}
