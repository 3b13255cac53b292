/** What the runtime has to know of each function. */
import { encoded } from '../babel/function-names.js';
import type { FunctionPlan } from '../plan.js';

/** `glitch.walk(1) name= 4:4:k3f 5:12:9xa 3:2:0bq`: id, length, the name if it differs, ` instant` and ` sloppy` if it is so, then each pause, with the line of a loop that may run away. */
export function metaOf(plan: FunctionPlan): string {
  const path = plan.id.replace(/~[^>]*$/, '');
  const defaultName = decodeURIComponent(/[^.>]*$/.exec(path)![0]);
  // `name=*`: the key is computed, so the name is that of the function handed to the runtime.
  const name =
    plan.name === undefined
      ? ' name=*'
      : plan.name === defaultName
        ? ''
        : ` name=${encoded(plan.name).replace('*', '%2A')}`;
  const pauses = plan.pauses.map((p) => ` ${p.line}:${p.column}:${p.hash}${p.loop === undefined ? '' : `:${p.loop}`}`);
  const words = `${plan.instant ? ' instant' : ''}${plan.sloppy ? ' sloppy' : ''}`;
  return `${plan.id}(${plan.length})${name}${words}${pauses.join('')}`;
}
