import type { types as t } from '@babel/core';
import { useOf } from '../../babel/name-use.js';
import type { ListedPath } from '../../babel/path.js';
import type { Compilation } from '../../context/compilation.js';
import type { Marks } from '../../marks/marks.js';
import type { Collected, LexicalUse } from './facts.js';
import { isDirectEval } from '../../language/direct-eval.js';
import { CALL_TYPES } from '../../babel/ast.js';
import { FunctionContexts } from './function-contexts.js';
import { readSchemas } from './with-schema.js';

/** The lists while they are filled. */
type Lists = {
  -readonly [K in keyof Collected]: Collected[K] extends readonly (infer Item)[] ? Item[] : Collected[K];
};

type Collector = (lists: Lists, path: ListedPath, compilation: Compilation) => void;

/** Goes through the whole file once, and notes what is of any interest by kind. Needs the marks, judges nothing. */
export function collect(compilation: Compilation, marks: Marks): Collected {
  const lists: Lists = {
    contexts: new FunctionContexts(compilation, marks),
    schemas: readSchemas(compilation),
    functions: [],
    identifiers: [],
    thisExpressions: [],
    lexicalUses: [],
    callsAndLoops: [],
    evals: [],
    exits: [],
    withs: [],
    isDynamic: false,
  };
  const { onEnter, onExit } = collectorsFor(compilation);
  compilation.paths.visit({
    enter: (path) => onEnter.get(path.node.type)?.(lists, path, compilation),
    exit: (path) => onExit.get(path.node.type)?.(lists, path, compilation),
  });
  return lists;
}

/** What is noted when the walk comes to a node, and what when it leaves one: inner calls are made before outer ones. */
function collectorsFor({ t: types }: Compilation): { readonly onEnter: Collectors; readonly onExit: Collectors } {
  const { Function: functions = [], Loop: loops = [] } = types.FLIPPED_ALIAS_KEYS;
  const onEnter = new Map<string, Collector>([
    ...functions.map((type): [string, Collector] => [type, onFunction]),
    ['ThisExpression', onThis],
    ['MetaProperty', onMetaProperty],
    ['Super', onSuper],
    ['Identifier', onIdentifier],
    ['JSXIdentifier', onNameOfElement],
    ['ReturnStatement', onExitStatement],
    ['BreakStatement', onExitStatement],
    ['ContinueStatement', onExitStatement],
    ['WithStatement', onWith],
  ]);
  const onExit = new Map<string, Collector>([
    ...CALL_TYPES.map((type): [string, Collector] => [type, onCall]),
    ...[...loops, 'NewExpression'].map((type): [string, Collector] => [type, onCallOrLoop]),
  ]);
  return { onEnter, onExit };
}

type Collectors = ReadonlyMap<string, Collector>;

function onThis(lists: Lists, path: ListedPath): void {
  lists.thisExpressions.push(path);
}

function onNameOfElement(lists: Lists, path: ListedPath): void {
  lists.identifiers.push(path as ListedPath<t.JSXIdentifier>);
}

function onFunction(lists: Lists, path: ListedPath): void {
  lists.functions.push(path);
}

function onExitStatement(lists: Lists, path: ListedPath): void {
  lists.exits.push(path);
}

function onCallOrLoop(lists: Lists, path: ListedPath): void {
  lists.callsAndLoops.push(path);
}

function onCall(lists: Lists, path: ListedPath, compilation: Compilation): void {
  const { t: types } = compilation;
  const { node } = path;
  if (types.isCallExpression(node) && types.isSuper(node.callee)) return;
  lists.callsAndLoops.push(path);
  if (!isDirectEval(node)) return;
  lists.evals.push(path);
  lists.isDynamic = true;
}

function onWith(lists: Lists, path: ListedPath): void {
  lists.withs.push(path);
  lists.isDynamic = true;
}

function onIdentifier(lists: Lists, found: ListedPath, compilation: Compilation): void {
  const path = found as ListedPath<t.Identifier>;
  lists.identifiers.push(path);
  if (path.node.name !== 'arguments' || useOf(compilation.t, path) !== 'read') return;
  if (!path.scope.hasBinding('arguments', true)) lists.lexicalUses.push(use('arguments', path, lists.contexts));
}

function onMetaProperty(lists: Lists, path: ListedPath): void {
  if ((path.node as t.MetaProperty).meta.name === 'new')
    lists.lexicalUses.push(use('new.target', path, lists.contexts));
}

function onSuper(lists: Lists, path: ListedPath, { t: types }: Compilation): void {
  if (!types.isCallExpression(path.parent)) lists.lexicalUses.push(use('super', path, lists.contexts));
}

function use(what: LexicalUse['what'], path: ListedPath, contexts: FunctionContexts): LexicalUse {
  return { what, path, context: contexts.around(path) };
}
