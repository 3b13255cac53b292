/**
 * The nodes of a file in one list. The analysis looks through the file many times; a list is made once, where each
 * `traverse` of Babel visits the nodes anew and makes paths for them, and is the same for Babel 7 and 8. Babel's
 * scopes are used as they are; `NodePath#getScope` and `getFunctionParent` are only to be had with Babel's paths, so
 * what they say is said here for the list.
 */
import type { NodePath, types as t } from '@babel/core';
import { addTo } from './lists.js';

type Scope = NodePath['scope'];

/** A node with its parents. Babel's own paths fit too: those that a scope keeps for its bindings. */
export interface Path<N extends t.Node = t.Node> {
  readonly node: N;
  readonly parent: t.Node;
  readonly parentPath: Path | null;
  /** The field of the parent, or the index in its list. */
  readonly key: string | number | null;
  readonly listKey?: string | null | undefined;
  readonly scope: Scope;
}

/** A node of the source, in the list of all. */
export interface ListedPath<N extends t.Node = t.Node> extends Path<N> {
  readonly parentPath: ListedPath | null;
  /** The index in the list of all. */
  readonly index: number;
  /** The index behind the last node below this one. */
  end: number;
}

/**
 * The nodes of a file, each before those below it, in the order of Babel's `traverse`:
 *
 *   f(a);     0 Program   1 ExpressionStatement   2 CallExpression   3 Identifier f   4 Identifier a
 *   index     0           1                       2                  3                4
 *   end       5           5                       5                  4                5
 */
export interface PathList {
  readonly all: readonly ListedPath[];
  /** The same nodes, each after those below it. */
  readonly upwards: readonly ListedPath[];
  readonly root: ListedPath;
  /** Those of these types. What looks for one kind of node need not ask all of them. */
  ofType<T extends t.Node['type']>(...types: readonly T[]): readonly ListedPath<Extract<t.Node, { type: T }>>[];
  /** Those directly below. */
  below(path: ListedPath): ListedPath[];
  /** Visits `from` and all below it; where `enter` returns `false`, what is below that node is skipped. */
  walk(from: ListedPath, enter: (path: ListedPath) => boolean | void): void;
}

/** Babel's scopes by the nodes that open them. */
export type KnownScopes = Pick<WeakMap<t.Node, Scope>, 'get'>;

/** The lists while they are filled. */
interface Lists {
  readonly types: typeof t;
  readonly program: NodePath<t.Program>;
  readonly known: KnownScopes;
  /** The types of nodes that may open a scope. */
  readonly mayOpenScope: ReadonlySet<string>;
  readonly all: ListedPath[];
  readonly upwards: ListedPath[];
  readonly byType: Map<string, ListedPath[]>;
}

/** Lists the nodes of the program. Babel has read the scopes; they are only looked up. */
export function listPaths(types: typeof t, program: NodePath<t.Program>, known: KnownScopes): PathList {
  const all: ListedPath[] = [];
  const upwards: ListedPath[] = [];
  const byType = new Map<string, ListedPath[]>();
  const { Scopable = [], Pattern = [] } = types.FLIPPED_ALIAS_KEYS;
  const mayOpenScope = new Set<string>([...Scopable, ...Pattern]);
  const root = rootOf(program);
  const lists: Lists = { types, program, known, mayOpenScope, all, upwards, byType };
  add(lists, root);
  return {
    all,
    upwards,
    root,
    ofType: <T extends t.Node['type']>(...wanted: readonly T[]) =>
      ofType(byType, wanted) as ListedPath<Extract<t.Node, { type: T }>>[],
    below: (path) => listBelow(all, path),
    walk: (from, enter) => walk(all, from, enter),
  };
}

function add(lists: Lists, path: ListedPath): void {
  const { types, all, upwards, byType } = lists;
  const { type } = path.node;
  all.push(path);
  addTo(byType, type, path);
  const fields = path.node as unknown as Record<string, t.Node | (t.Node | null)[] | null | undefined>;
  const keysOf: Readonly<Record<string, readonly string[] | undefined>> = types.VISITOR_KEYS;
  for (const key of keysOf[type] ?? []) {
    const child = fields[key];
    if (!child) continue;
    if (!Array.isArray(child)) addChild(lists, child, { above: path, key, listKey: undefined });
    else
      for (let i = 0; i < child.length; i++)
        if (child[i]) addChild(lists, child[i]!, { above: path, key: i, listKey: key });
  }
  path.end = all.length;
  upwards.push(path);
}

/** The position of a child: its parent, and the field or the index in a list. */
interface Position {
  readonly above: ListedPath;
  readonly key: string | number;
  readonly listKey: string | undefined;
}

function addChild(lists: Lists, node: t.Node, position: Position): void {
  const { above, key, listKey } = position;
  const { types, all, mayOpenScope } = lists;
  const opens = mayOpenScope.has(node.type) && types.isScope(node, above.node);
  const scope = opens ? scopeOpened(lists, node, position) : scopeAround(lists, position);
  add(lists, { node, parent: above.node, parentPath: above, key, listKey, scope, index: all.length, end: 0 });
}

/** A computed key and decorators are in the scope outside the method, what a `switch` tests in that outside its cases. */
function scopeAround({ types }: Lists, { above, key, listKey }: Position): Scope {
  const isOutside =
    ((key === 'key' || listKey === 'decorators') && types.isMethod(above.node)) ||
    (key === 'discriminant' && above.node.type === 'SwitchStatement');
  return isOutside ? above.parentPath!.scope : above.scope;
}

/** Babel may not have read the scope of a node that another plugin has inserted. */
function scopeOpened({ known, program }: Lists, node: t.Node, position: Position): Scope {
  const scope = known.get(node);
  const isSeen = scope?.path.parent === position.above.node && scope.path.node === node;
  return isSeen ? scope : babelPath(program, position).scope;
}

function babelPath(program: NodePath<t.Program>, { above, key, listKey }: Position): NodePath {
  const { parentPath } = above;
  const outer =
    parentPath === null
      ? program
      : babelPath(program, { above: parentPath, key: above.key!, listKey: above.listKey ?? undefined });
  return outer.get(listKey === undefined ? `${key}` : `${listKey}.${key}`) as NodePath;
}

function ofType(byType: ReadonlyMap<string, readonly ListedPath[]>, wanted: readonly string[]): readonly ListedPath[] {
  const lists = wanted.flatMap((type) => {
    const list = byType.get(type);
    return list === undefined ? [] : [list];
  });
  return lists.length === 1 ? lists[0]! : lists.flat().sort(byIndex);
}

const byIndex = (a: ListedPath, b: ListedPath): number => a.index - b.index;

function listBelow(all: readonly ListedPath[], { index, end }: ListedPath): ListedPath[] {
  const paths: ListedPath[] = [];
  for (let i = index + 1; i < end; i = all[i]!.end) paths.push(all[i]!);
  return paths;
}

function walk(all: readonly ListedPath[], from: ListedPath, enter: (path: ListedPath) => boolean | void): void {
  for (let i = from.index; i < from.end;) {
    const path = all[i]!;
    i = enter(path) === false ? path.end : i + 1;
  }
}

function rootOf({ node, parent, key, scope }: NodePath<t.Program>): ListedPath {
  return { node, parent, parentPath: null, key, listKey: undefined, scope, index: 0, end: 0 };
}

/** The node opens a scope of its own. */
export function opensScope({ node, scope }: Path): boolean {
  return scope.block === node;
}

/** The path of a child that is not in the list, as it has just been written. */
export function childAt(path: Path, key: string, index?: number): Path {
  const fields = path.node as unknown as Record<string, t.Node | t.Node[]>;
  const child = fields[key]!;
  const { node: parent, scope } = path;
  if (index === undefined) return { node: child as t.Node, parent, parentPath: path, key, listKey: undefined, scope };
  return { node: (child as t.Node[])[index]!, parent, parentPath: path, key: index, listKey: key, scope };
}

/** The parameter of the function `owner` in which `path` is. */
export function parameterOf(path: Path, owner: t.Node): number | undefined {
  for (let at: Path | null = path; at; at = at.parentPath)
    if (at.parent === owner) return at.listKey === 'params' ? (at.key as number) : undefined;
  return undefined;
}
