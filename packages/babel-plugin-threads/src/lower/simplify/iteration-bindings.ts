/** Bindings of iterations: functions, classes and objects that are made in a loop get the variables of their iteration as arguments of an arrow around them. */
import type { types as t } from '@babel/core';
import type { Tools } from '../read/tools.js';
import { putUnderKey } from './inferred-names.js';

interface Binding {
  readonly names: readonly string[];
  /** The name that it gets from where it stands in the source. */
  readonly name: t.Node | undefined;
  /** A class with decorators, which stays a declaration. */
  readonly isDeclared: boolean;
}

/** Bindings that `renaming.ts` leaves to later passes. */
export interface Bindings {
  /** Of classes and objects that pause while they are made: they are bound when those parts are in temporaries. */
  readonly later: Map<t.Node, Binding>;
  /** Declarations, with the names: they become assignments, which bind them. */
  readonly declarations: Map<t.Node, readonly string[]>;
}

/** Binds a class or object whose parts have been lowered. */
export function bindLater(
  tools: Pick<Tools, 'types' | 'emit'>,
  bounds: Bindings,
  node: t.ClassExpression | t.ObjectExpression,
): t.Expression {
  const later = bounds.later.get(node);
  return later ? bind(tools, node, later) : node;
}

/** `((i) => class { … })(i)`, `((i) => { @tagged class Door { … } return Door; })(i)` */
export function bind(
  { types, emit }: Pick<Tools, 'types' | 'emit'>,
  node: t.Expression,
  { names, name, isDeclared }: Binding,
): t.Expression {
  if (isDeclared) return declareInScope({ emit }, { ...node, type: 'ClassDeclaration' } as t.ClassDeclaration, names);
  if (names.length === 0) return node;
  const FN = name === undefined ? node : putUnderKey(types, node, name);
  return emit.expression('((NAMES) => FN)(NAMES)', { NAMES: names, FN });
}

/** The value of a declaration, in a scope of its own: `(() => { enum Side { … } return Side; })()` */
export function declareInScope(
  { emit }: Pick<Tools, 'emit'>,
  node: t.ClassDeclaration | t.TSEnumDeclaration,
  names: readonly string[] = [],
): t.Expression {
  const { name } = node.id!;
  return emit.expression('((NAMES) => { DECLARATION; return NAME; })(NAMES)', {
    NAMES: names,
    DECLARATION: [node],
    NAME: name,
  });
}
