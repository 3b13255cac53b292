/** Code that runs to its end at once, as the language calls it: getters, setters, constructors, fields, static blocks. */
import type { types as t } from '@babel/core';
import type { RegionCall } from '../../plan.js';
import type { Analysis, RegionCallSite } from '../facts/facts.js';

/**
 * Says which of this code, and which calls in it, tell the runtime that they cannot pause. Needs the call sites in such code without those that never
 * wait; gives `regions` and `regionCalls`. Where one call alone may wait, that call is told, and not all around it.
 */
export function assignRegions({ compilation, plan, facts }: Analysis): void {
  const sitesOf = new Map<t.Node, RegionCallSite[]>();
  for (const site of facts.regionCallSites)
    sitesOf.set(site.region.node, [...(sitesOf.get(site.region.node) ?? []), site]);
  for (const [node, sites] of sitesOf) {
    const { name } = sites[0]!.region;
    const only = sites.length === 1 ? onlyCall(sites[0]!) : undefined;
    if (only !== undefined) plan.regionCalls.set(sites[0]!.path.node, { kind: only, region: name });
    else {
      plan.regions.set(node, name);
      for (const site of sites) if (isOfObject(site)) plan.regionCalls.set(site.path.node, partOfRegion(site));
    }
  }

  function onlyCall(site: RegionCallSite): RegionCall['kind'] | undefined {
    const { judged, isDirect } = site;
    if (!isDirect || judged.treatment !== 'wait' || isInChain(site)) return undefined;
    if (judged.isOfObject) return judged.value === 'used' ? 'now' : undefined;
    return 'region';
  }

  function isOfObject(site: RegionCallSite): boolean {
    return site.judged.treatment === 'wait' && site.judged.isOfObject && !isInChain(site);
  }

  /** Where something is asked of the value in the same optional chain, the chain has to stay whole. */
  function isInChain({ path }: RegionCallSite): boolean {
    const { t: types } = compilation;
    const { node, parent, key } = path;
    if (!types.isOptionalCallExpression(node)) return false;
    if (types.isOptionalMemberExpression(parent)) return key === 'object';
    return types.isOptionalCallExpression(parent, { optional: false }) && key === 'callee';
  }
}

const partOfRegion = ({ judged }: RegionCallSite): RegionCall => ({
  kind: judged.value === 'used' ? 'now' : 'beside',
  region: undefined,
});
