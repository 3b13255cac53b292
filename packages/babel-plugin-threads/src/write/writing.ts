/** What the parts of the writing that every backend shares work with. */
import type { Types } from '../babel/types.js';
import type { Emitter } from './emitter.js';

export interface Writing {
  readonly types: Types;
  readonly emit: Emitter;
}
