/** What stands first in the bodies. */
import type { types as t } from '@babel/core';
import type { MovedParameters } from './shape.js';
import type { Shaper } from './shaper.js';

/** Needs all temporaries; gives the prologues. */
export function shapePrologues(shaper: Shaper): void {
  const { analysis, captures, names, prologues, helpers } = shaper;
  const { functions } = analysis.plan;
  for (const owner of new Set([...captures.keys(), ...functions.keys(), ...names.temporaries.keys()])) {
    const fn = functions.get(owner);
    const own = captures.get(owner) ?? [];
    if (fn?.wrapper === 'suspendable' && own.some(({ what }) => what === 'new.target')) helpers.need('$thread');
    const parameters = movedParameters(shaper, owner);
    prologues.set(owner, { fn, captures: own, temporaries: names.temporaries.get(owner) ?? [], parameters });
  }
}

function movedParameters({ analysis, movedFrom, names }: Shaper, owner: t.Node): MovedParameters | undefined {
  const fn = analysis.plan.functions.get(owner);
  const from = fn && movedFrom.get(fn);
  return from === undefined ? undefined : { from, listName: names.unique('$parameters') };
}
