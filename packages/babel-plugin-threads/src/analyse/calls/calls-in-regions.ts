/** Code that runs to its end at once, as the language calls it: getters, setters, constructors, fields, static blocks. */
import type { types as t } from '@babel/core';
import { memberCalled } from '../../babel/ast.js';
import { addTo } from '../../babel/lists.js';
import type { Types } from '../../babel/types.js';
import { isDirectEval } from '../../language/direct-eval.js';
import type { RegionCall } from '../../plan.js';
import type { Analysis, RegionCallSite } from '../facts/facts.js';

/**
 * Decides which regions, and which calls in them, tell the runtime that they cannot pause. Needs the call sites in
 * regions, without those that never wait; gives `regions` and `regionCalls`. If only one call of a region may wait, that
 * call is wrapped, and not the whole region.
 */
export function assignRegions({ compilation, plan, facts }: Analysis): void {
  const { t: types } = compilation;
  const sitesOf = new Map<t.Node, RegionCallSite[]>();
  for (const site of facts.regionCallSites) addTo(sitesOf, site.region.node, site);
  for (const [node, sites] of sitesOf) {
    const { name } = sites[0]!.region;
    const only = sites.length === 1 ? onlyCall(types, sites[0]!) : undefined;
    if (only !== undefined) plan.regionCalls.set(sites[0]!.path.node, { kind: only, region: name });
    else {
      plan.regions.set(node, name);
      for (const site of sites)
        if (isOfObject(site) && canBeWrappedAlone(types, site))
          plan.regionCalls.set(site.path.node, { kind: kindOfPart(site), region: undefined });
    }
  }
}

/** How the only call that may wait is wrapped instead of the whole region; undefined if it cannot be. */
function onlyCall(types: Types, site: RegionCallSite): RegionCall['kind'] | undefined {
  if (!site.isDirect || !canBeWrappedAlone(types, site)) return undefined;
  return isOfObject(site) ? kindOfPart(site) : 'region';
}

/** It is called on an object, which may be another owner than that of the thread. */
const isOfObject = ({ path }: RegionCallSite): boolean => memberCalled(path.node) !== undefined;

const kindOfPart = ({ judged }: RegionCallSite): RegionCall['kind'] => (judged.value === 'used' ? 'now' : 'beside');

/**
 * It is waited for, and no part of a longer optional chain: such a chain has to stay whole. A direct `eval` declares its variables in the
 * function around it.
 */
function canBeWrappedAlone(types: Types, { path, judged }: RegionCallSite): boolean {
  const { node, parent, key } = path;
  if (judged.treatment !== 'wait' || isDirectEval(node)) return false;
  if (node.type !== 'OptionalCallExpression') return true;
  if (parent.type === 'OptionalMemberExpression') return key !== 'object';
  return !(types.isOptionalCallExpression(parent, { optional: false }) && key === 'callee');
}
