/** Does a file call a method of Executor that a bundle has only where it is asked for? */
import { dotted } from '../../babel/function-names.js';
import type { Compilation } from '../../context/compilation.js';
import { isSchedulerName, LOADED_OWN_WAITS } from '../../vocabulary.js';

/**
 * `this.race(…)`: a call of a method of that name on anything, as it is not always seen what is an Executor. `Promise`
 * and the namespace of the runtime are known.
 */
export function callsOwnWaits({ t: types, paths, runtimeNames }: Compilation): boolean {
  return paths.ofType('MemberExpression', 'OptionalMemberExpression').some((path) => {
    const { node } = path;
    const { object, property, computed } = node;
    const name = !computed && property.type === 'Identifier' ? property.name : undefined;
    if (name === 'wait' && isSchedulerName(dotted(object) ?? '')) return true;
    if (name === undefined || !LOADED_OWN_WAITS.has(name) || types.isIdentifier(object, { name: 'Promise' }))
      return false;
    return runtimeNames.wordOfMember(path, node) === undefined;
  });
}
