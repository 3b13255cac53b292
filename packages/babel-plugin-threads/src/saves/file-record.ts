/** What a file says of itself for saves. */
import type { types as t } from '@babel/core';
import type { Types } from '../babel/types.js';
import type { NameGiver } from '../context/unique-names.js';
import type { WrittenFile } from '../write/writer.js';
import type { TopLevel } from './top-level.js';

interface Given {
  /** What the file is called in saves. */
  readonly file: string;
  readonly top: TopLevel;
  readonly names: NameGiver;
  /** By their ids. */
  readonly factories: ReadonlyMap<string, string>;
  /** By the ids of functions: see `facts-text.ts`. */
  readonly facts: readonly (readonly [id: string, text: string])[];
}

/**
 * Stands behind all statements of the file, when all of them have run:
 *
 *   $saves("walk.js", {
 *     functions: { shop: () => shop, "Guard.patrol": () => Guard.prototype.patrol },
 *     classes: { Guard: () => Guard },
 *     factories: { "shop>bump:k3f": $make3 },
 *     variables: { gold: [() => gold, ($v) => { gold = $v; }], party: [() => party] },
 *     imports: { "./pen.js#fn": () => fn },
 *     facts: { shop: "\n\n\t\twait\twait(16)" }
 *   });
 *
 * The runtime reads it in saves/registry.ts.
 */
export function writeFileRecord(
  { compilation, emit }: WrittenFile,
  { file, top, names, factories, facts }: Given,
): t.Statement {
  const { t: types } = compilation;
  const setTo = names.parameter(compilation.program.node, '$v');
  const parts = {
    functions: Array.from(top.functions, ([id, access]): Entry => [id, getter(access)]),
    classes: top.classes.map((name): Entry => [name, getter([name])]),
    factories: Array.from(factories, ([id, name]): Entry => [id, emit.id(name)]),
    variables: top.variables.map((one): Entry => [one.name, types.arrayExpression(accessorsOf(one))]),
    imports: Array.from(top.imports, ([id, name]): Entry => [id, getter([name])]),
    facts: facts.map(([id, text]): Entry => [id, emit.text(text)]),
  };
  const given = Object.entries(parts).filter(([, entries]) => entries.length > 0);
  const RECORD = objectOf(
    types,
    given.map(([name, entries]) => [name, objectOf(types, entries)]),
  );
  return emit.statement('$saves(FILE, RECORD);', { FILE: emit.text(file), RECORD });

  function accessorsOf({ name, isConstant }: TopLevel['variables'][number]): t.Expression[] {
    const set = emit.expression('VALUE => { NAME = VALUE; }', { NAME: name, VALUE: setTo });
    return isConstant ? [getter([name])] : [getter([name]), set];
  }

  function getter([root, ...path]: readonly string[]): t.Expression {
    let READ: t.Expression = emit.id(root!);
    for (const name of path) {
      const isName = types.isValidIdentifier(name, false);
      READ = types.memberExpression(READ, isName ? emit.id(name) : emit.text(name), !isName);
    }
    return emit.expression('() => READ', { READ });
  }
}

type Entry = readonly [string, t.Expression];

function objectOf(types: Types, entries: readonly Entry[]): t.ObjectExpression {
  return types.objectExpression(
    entries.map(([name, value]) => {
      const isName = types.isValidIdentifier(name, false);
      return types.objectProperty(isName ? types.identifier(name) : types.stringLiteral(name), value);
    }),
  );
}
