/** What stands first in the bodies. */
import type { types as t } from '@babel/core';
import type { DesugaredParameters } from './shape.js';
import type { Shaper } from './shaper.js';

/** Needs all temporaries; gives the prologues. */
export function shapePrologues(shaper: Shaper): void {
  const { analysis, captureNames, names, prologues, helpers } = shaper;
  const { captures, functions } = analysis.plan;
  for (const owner of new Set([...captures.keys(), ...functions.keys(), ...names.temporaries.keys()])) {
    const fn = functions.get(owner);
    const own = (captures.get(owner) ?? []).map((one) => ({ ...one, name: captureNames.get(one)! }));
    if (fn?.wrapper === 'suspendable' && own.some(({ what }) => what === 'new.target')) helpers.need('$takeNewTarget');
    const parameters = desugaredParameters(shaper, owner);
    prologues.set(owner, { fn, captures: own, temporaries: names.temporaries.get(owner) ?? [], parameters });
  }
}

function desugaredParameters({ analysis, names }: Shaper, owner: t.Node): DesugaredParameters | undefined {
  const fn = analysis.plan.functions.get(owner);
  const from = fn && analysis.plan.movedParameters.get(fn);
  return from === undefined ? undefined : { from, listName: names.unique('$parameters') };
}
