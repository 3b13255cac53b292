/** What each player sees of the state: a `StateView` as data, and back. */
import { $changes, type Ref, type Root, StateView } from '@colyseus/schema';
import { bindView, markSubscribed, tagsOf } from './private.js';

export interface SavedView {
  readonly isIterable: boolean;
  /** The ids of what was added itself. */
  readonly items: readonly number[];
  /** The ids of what is seen, and its tags. */
  readonly seen: readonly (readonly [id: number, isVisible: boolean, tags: readonly number[]])[];
  readonly subscribed: readonly number[];
}

export function dumpView(view: StateView, root: Root): SavedView {
  const trees = Object.entries(root.changeTrees).map(([id, tree]) => [Number(id), tree] as const);
  const seen = trees.map(
    ([id, tree]) => [id, view.isVisible(tree), tagsOf(tree).filter((tag) => view.hasTagOnTree(tree, tag))] as const,
  );
  const items = new Set(view.items);
  return {
    isIterable: view.iterable,
    items: trees.filter(([, tree]) => items.has(tree.ref)).map(([id]) => id),
    seen: seen.filter(([, isVisible, tags]) => isVisible || tags.length > 0),
    subscribed: trees.filter(([, tree]) => view.isSubscribed(tree)).map(([id]) => id),
  };
}

/** The objects of the state are under their root. */
export function rebuildView(saved: SavedView, all: ReadonlyMap<number, Ref>, root: Root): StateView {
  const view = new StateView(saved.isIterable);
  bindView(view, root);
  for (const [id, isVisible, tags] of saved.seen) {
    const { [$changes]: tree } = all.get(id)!;
    if (isVisible) view.markVisible(tree);
    for (const tag of tags) view.addTag(tree, tag);
  }
  for (const id of saved.subscribed) markSubscribed(view, all.get(id)![$changes]);
  view.items?.push(...saved.items.map((id) => all.get(id)!));
  return view;
}
