/** How each optional chain is opened. */
import type { types as t } from '@babel/core';
import { isTransparent } from '../../../babel/ast.js';
import { shapeCall } from './call-shapes.js';
import { type Callee, isFixed, isMemberSeen, receiverOf, seen, type Seen, type SeenMember } from './written-again.js';
import type { CallShape, ChainShape, LinkShape, Receiver } from './shape.js';
import type { ChainLink, OpenedChain } from '../../../plan.js';
import type { Shaper } from './shaper.js';

type Draft = { -readonly [K in keyof LinkShape]: LinkShape[K] };

/** Gives the chain its names, link by link, as they are written. */
export function shapeChain(shaper: Shaper, chain: OpenedChain, isDeleted: boolean): ChainShape {
  const { plan } = shaper.analysis;
  const { links } = chain;
  const drafts: Draft[] = [];
  let value = baseOf(shaper, links[0]!);
  links.forEach((link, i) => {
    const isLast = i === links.length - 1;
    const draft: Draft = { ...NOTHING };
    drafts.push(draft);
    if (link.node.optional) value = shapeTest(shaper, chain, { draft, link, value, isLast });
    else if (chain.keepsReceiver && isLast) {
      draft.objectName = shaper.names.temporary(chain.in.node, '$r');
      value = 'other';
    }
    const from = draft.owner ? 'taken' : 'link';
    if (link.node.type === 'OptionalMemberExpression')
      value = { object: value, isObjectWrapped: false, isFixed: isFixed(shaper, link.node) };
    else {
      draft.call = shapeLinkCall(shaper, link, { seen: value, from, isOptional: false });
      value = 'other';
    }
  });
  const topCall = plan.calls.get(links.at(-1)!.node);
  const isDeferred = topCall?.treatment === 'deferred' && topCall.spawned === undefined;
  return {
    in: chain.in,
    isDeleted,
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
  at: { readonly draft: Draft; readonly link: ChainLink; readonly value: Seen; readonly isLast: boolean },
): Seen {
  const { draft, link, value, isLast } = at;
  const { plan } = shaper.analysis;
  if (link.node.type === 'OptionalCallExpression' && isMemberSeen(value)) {
    draft.owner = ownerOf(shaper, chain, value);
    draft.text = link.text;
    draft.isNative = plan.calls.get(link.node)?.native !== undefined;
    for (const helper of draft.isNative ? (['pausingMethod'] as const) : (['$callOn', '$callable'] as const))
      shaper.helpers.need(helper);
  }
  const isSimple = value === 'name' || value === 'this';
  const wanted = link.node.type === 'OptionalCallExpression' ? '$fn' : '$r';
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

function shapeLinkCall(shaper: Shaper, link: ChainLink, callee: Callee): CallShape | undefined {
  const call = shaper.analysis.plan.calls.get(link.node);
  return call && shapeCall(shaper, call, callee);
}

/** What the innermost link is asked of. */
function baseOf(shaper: Shaper, { node: link }: ChainLink): Seen {
  const { t: types } = shaper.analysis.compilation;
  let node: t.Node = link.type === 'OptionalCallExpression' ? link.callee : link.object;
  while (types.isTSNonNullExpression(node)) node = node.expression;
  return isTransparent(node) ? 'other' : seen(shaper, node);
}
