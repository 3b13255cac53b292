/** What is done with the threads of edited functions, once all is in its place. No code of the game runs here. */
import type { Frame } from '../../execution/call.js';
import { withdraw } from '../../ownership/hand-over.js';
import { isInLine } from '../../ownership/queue.js';
import { cancelThreads, undoCancelled } from '../../scheduling/end.js';
import type { Scheduler } from '../../scheduling/scheduler.js';
import type { Thread } from '../../threads/thread.js';
import { wake } from '../../threads/wake.js';
import type { Action } from './plan.js';

const WHY = 'its script was edited since the save';

export function actOnEdits(scheduler: Scheduler, actions: readonly Action[]): void {
  for (const action of actions) {
    try {
      // It may have ended with the one that waited for it.
      if (!action.thread.ended) act(action);
    } catch (error) {
      scheduler.errors.threw(error);
    }
  }
}

function act({ thread, goesOn }: Action): void {
  if (goesOn === undefined) return cancelThreads([thread], WHY, true);
  const { leaf } = thread;
  endWaitAtOnce(thread);
  thread.leaf = goesOn.frame as unknown as Frame;
  goesOn.place(leaf);
  wake(thread);
}

/** Nothing wakes it from its wait any more, and those that it waits for end with it, without their `finally` blocks. */
function endWaitAtOnce(thread: Thread): void {
  const { targets, children } = undoCancelled(thread);
  cancelThreads(children, WHY, true);
  if (targets !== null) thread.scheduler.joinOver(thread, targets);
  if (isInLine(thread)) withdraw(thread);
}
