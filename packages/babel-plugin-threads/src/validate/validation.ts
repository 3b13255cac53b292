/** What the validators work on, and what they give. */
import type { Analysis } from '../analyse/facts/facts.js';
import type { Located } from '../babel/place.js';
import type { MendAt } from '../context/diagnostic.js';
import type { Message } from '../messages/message.js';

export type Validation = Analysis;

/** Code that its author may not mean, and what is said of it. */
export interface Finding {
  readonly at: Located;
  readonly message: Message;
  readonly mends?: readonly MendAt[];
}
