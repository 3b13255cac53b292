/** What the whole file is lowered with. */
import type { types as t } from '@babel/core';
import type { Types } from '../../babel/types.js';
import type { NameGiver } from '../../context/unique-names.js';
import type { Helper } from '../../vocabulary.js';
import type { Emitter } from '../emitter.js';

export interface Tools {
  readonly types: Types;
  readonly emit: Emitter;
  readonly names: NameGiver;
  need(helper: Helper): void;
  /** The frame-waits of loops: `yield nextFrame`. */
  readonly frameWaits: ReadonlySet<t.Node>;
  /** What was written for `finally` blocks that pause, and around them. */
  readonly edges: ReadonlyMap<t.Node, 'finally' | 'yield' | 'catch'>;
}

/** A compiled function as it stands in the output. */
export type Step = t.FunctionExpression | t.FunctionDeclaration | t.ObjectMethod | t.ClassMethod | t.ClassPrivateMethod;
