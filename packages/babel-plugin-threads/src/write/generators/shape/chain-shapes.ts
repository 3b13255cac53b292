/** How each optional chain is opened. */
import type { types as t } from '@babel/core';
import { isTransparent } from '../../../babel/ast.js';
import { calleeText } from '../../../language/engine-text.js';
import { shapeCall } from './call-shapes.js';
import { type Callee, isFixed, isMemberSeen, receiverOf, seen, type Seen, type SeenMember } from './written-again.js';
import type { CallShape, ChainShape, LinkShape, Receiver } from './shape.js';
import type { OpenedChain, Shaper } from './shaper.js';

/** A link as it is found in the tree when the chain is written. */
interface Link {
  readonly kind: 'member' | 'call';
  readonly node: t.OptionalMemberExpression | t.OptionalCallExpression;
  readonly isOptional: boolean;
  readonly isFixed: boolean;
}

type Draft = { -readonly [K in keyof LinkShape]: LinkShape[K] };

/** Gives the chain its names, link by link, as they are written. */
export function shapeChain(shaper: Shaper, top: t.Node, chain: OpenedChain): ChainShape {
  const { plan } = shaper.analysis;
  const { base, links } = linksOf(shaper, top);
  const drafts: Draft[] = [];
  let value = base;
  links.forEach((link, i) => {
    const isLast = i === links.length - 1;
    const draft: Draft = { ...NOTHING };
    drafts.push(draft);
    if (link.isOptional) value = shapeTest(shaper, chain, { draft, link, value, isLast });
    else if (chain.keepsReceiver && isLast) {
      draft.objectName = shaper.names.temporary(chain.in.node, '$r');
      value = 'other';
    }
    const from = draft.owner ? 'taken' : 'link';
    if (link.kind === 'member') value = { object: value, isObjectWrapped: false, isFixed: link.isFixed };
    else {
      draft.call = shapeLinkCall(shaper, link, { seen: value, from, isOptional: false });
      value = 'other';
    }
  });
  const topCall = plan.calls.get(top);
  const isDeferred = topCall?.treatment === 'deferred' && topCall.spawned === undefined;
  return {
    in: chain.in,
    isDeleted: chain.deleting !== undefined,
    links: drafts,
    deferred: isDeferred ? topCall : undefined,
    isSpawned: topCall?.spawned !== undefined,
  };
}

const NOTHING: LinkShape = {
  test: undefined,
  owner: undefined,
  objectName: undefined,
  isReceiver: false,
  text: undefined,
  isNative: false,
  call: undefined,
};

/** `a == null`, or `($r = f()) == null`: what is asked behind the test is named again. Gives what that is. */
function shapeTest(
  shaper: Shaper,
  chain: OpenedChain,
  at: { readonly draft: Draft; readonly link: Link; readonly value: Seen; readonly isLast: boolean },
): Seen {
  const { draft, link, value, isLast } = at;
  const { plan } = shaper.analysis;
  if (link.kind === 'call' && isMemberSeen(value)) {
    draft.owner = ownerOf(shaper, chain, value);
    draft.text = calleeText((link.node as t.OptionalCallExpression).callee);
    draft.isNative = plan.calls.get(link.node)?.native !== undefined;
    for (const helper of draft.isNative ? (['pausingMethod'] as const) : (['$callOn', '$callable'] as const))
      shaper.helpers.need(helper);
  }
  const isSimple = value === 'name' || value === 'this';
  const wanted = link.kind === 'call' ? '$fn' : '$r';
  draft.test = { name: isSimple ? undefined : shaper.names.temporary(chain.in.node, wanted) };
  draft.isReceiver = chain.keepsReceiver && isLast;
  // $callOn($callable($fn, …), …)
  if (draft.owner) return 'other';
  return value === 'this' ? 'this' : 'name';
}

/** The object of a method, to be named once more. */
function ownerOf(shaper: Shaper, chain: OpenedChain, member: SeenMember): Receiver {
  const isThis = member.object === 'this' && member.isObjectWrapped;
  return receiverOf(shaper, chain.in.node, isThis ? { ...member, object: 'other' } : member);
}

function shapeLinkCall(shaper: Shaper, link: Link, callee: Callee): CallShape | undefined {
  const call = shaper.analysis.plan.calls.get(link.node);
  return call && shapeCall(shaper, call, callee);
}

/** The links, innermost first, and what they are asked of. */
function linksOf(shaper: Shaper, top: t.Node): { readonly base: Seen; readonly links: readonly Link[] } {
  const { t: types } = shaper.analysis.compilation;
  const links: Link[] = [];
  let node = top;
  for (;;) {
    if (types.isTSNonNullExpression(node)) node = node.expression;
    else if (types.isOptionalMemberExpression(node)) {
      links.unshift({
        kind: 'member',
        node,
        isOptional: node.optional,
        isFixed: isFixed(shaper, node),
      });
      node = node.object;
    } else if (types.isOptionalCallExpression(node)) {
      links.unshift({ kind: 'call', node, isOptional: node.optional, isFixed: false });
      node = node.callee;
    } else break;
  }
  return { base: isTransparent(node) ? 'other' : seen(shaper, node), links };
}
