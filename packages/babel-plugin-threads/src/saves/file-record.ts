/** What a file says of itself for saves. */
import type { types as t } from '@babel/core';
import { longHashOf } from '../babel/hash.js';
import type { Types } from '../babel/types.js';
import type { NameGiver } from '../context/unique-names.js';
import { readOptions } from '../options.js';
import type { WrittenFile } from '../write/writer.js';
import { DEFAULT } from './default-export.js';
import type { TopLevel } from './top-level.js';

interface Given {
  /** What the file is called in saves. */
  readonly file: string;
  readonly top: TopLevel;
  /** What functions put on emitters, by their ids. */
  readonly handlers: ReadonlyMap<string, string>;
  /** The variable that has the default export. */
  readonly exported: string | undefined;
  /** The parameter of setters. */
  readonly value: string;
  readonly names: NameGiver;
  /** By their ids. */
  readonly factories: ReadonlyMap<string, string>;
  /** The ids of functions by those that they had, in this or another file. */
  readonly was: ReadonlyMap<string, string>;
}

/**
 * Writes the calls, and gives the function that has the record, for the end of the file.
 *
 *   $saves("walk.js", $record(), true);
 *   let gold = 3;
 *   $saves("walk.js");
 *   …
 *   function $record() {
 *     return {
 *       functions: { shop: () => shop, "room.enter": () => room.enter },
 *       classes: { Guard: () => Guard },
 *       fields: { Guard: "hp noise" },
 *       factories: { "shop>bump:k3f": $make3 },
 *       variables: { gold: [() => gold, ($v) => { gold = $v; }], party: [() => party] },
 *       imports: { "./pen.js#fn": () => fn },
 *       handlers: { shop: "button.on('click', …)" },
 *       was: { "shop.js#sell": "shop" },
 *       options: { plain: '["distance"]' }
 *     };
 *   }
 *
 * It is called first, so that functions are known to who comes in the middle of a circular import, and again behind the last variable: up to there nothing is
 * saved or loaded. The runtime reads it in saves/registry.ts.
 */
export function writeFileRecord(
  { compilation, emit }: WrittenFile,
  { file, top, handlers, exported, value, names, factories, was }: Given,
): t.Statement {
  const { t: types } = compilation;
  const parts = {
    functions: Array.from(top.functions, ([id, access]): Entry => [id, getter(access)]),
    classes: top.classes.map((name): Entry => [name, getter([name])]),
    fields: Array.from(top.fields)
      .filter(([, all]) => all.length > 0)
      .map(([name, all]): Entry => [name, emit.textAsWritten(all.join(' '))]),
    factories: Array.from(factories, ([id, name]): Entry => [id, emit.id(name)]),
    variables: top.variables.map((one): Entry => [one.name, types.arrayExpression(accessorsOf(one))]),
    imports: Array.from(top.imports, ([id, name]): Entry => [id, getter([name])]),
    handlers: Array.from(handlers, ([id, text]): Entry => [id, emit.textAsWritten(text)]),
    was: Array.from(was, ([before, id]): Entry => [before, emit.text(id)]),
    options: optionsOf(compilation).map(([name, text]): Entry => [name, emit.text(text)]),
  };
  const given = Object.entries(parts).filter(([, entries]) => entries.length > 0);
  const RECORD = objectOf(
    types,
    given.map(([name, entries]) => [name, objectOf(types, entries)]),
  );
  const { body, sourceType } = compilation.program.node;
  // The scripts of a page share their functions.
  const NAME = names.unique(sourceType === 'script' ? `$record_${longHashOf(file)}` : '$record');
  const FILE = emit.text(file);
  // Functions that became variables have no place in the source.
  const last = body.findLastIndex((one) => one.start && /let|var/.test(kindOf(one)));
  if (last >= 0) body.splice(last + 1, 0, emit.statement('$saves(FILE);', { FILE: emit.text(file) }));
  const first = body.findIndex(({ type }) => type !== 'ImportDeclaration');
  body.splice(
    first < 0 ? body.length : first,
    0,
    emit.statement(`$saves(FILE, NAME()${last < 0 ? '' : ', true'});`, { FILE, NAME }),
  );
  return emit.statement('function NAME() { return RECORD; }', { NAME, RECORD });

  function accessorsOf({ name, isConstant }: TopLevel['variables'][number]): t.Expression[] {
    const set = emit.expression('VALUE => { NAME = VALUE; }', { NAME: name, VALUE: value });
    return isConstant ? [getter([name])] : [getter([name]), set];
  }

  function getter([root, ...path]: readonly string[]): t.Expression {
    let READ: t.Expression = emit.id(root === DEFAULT ? exported! : root!);
    for (const name of path) {
      const isName = types.isValidIdentifier(name, false);
      READ = types.memberExpression(READ, isName ? emit.id(name) : emit.text(name), !isName);
    }
    return emit.expression('() => READ', { READ });
  }
}

/** `let gold = 3`, `export let gold = 3` */
const kindOf = (node: t.Statement): string =>
  ((('declaration' in node && node.declaration) || node) as t.VariableDeclaration).kind;

/** Those of the options that decide what waits which are not the usual ones, as JSON: other ones than at a save are told first. */
function optionsOf({ t: types, options }: WrittenFile['compilation']): [name: string, text: string][] {
  const usual = readOptions(types, {});
  const textOf = (one: unknown): string => JSON.stringify(one instanceof Map ? [...one.keys()] : one);
  return (['frameWait', 'fastIterations', 'countTurns', 'plain', 'words', 'globals'] as const).flatMap((name) => {
    const text = textOf(options[name]);
    return text === textOf(usual[name]) ? [] : [[name, text] as [string, string]];
  });
}

export type Entry = readonly [string, t.Expression];

export function objectOf(types: Types, entries: readonly Entry[]): t.ObjectExpression {
  return types.objectExpression(
    entries.map(([name, value]) => {
      const isName = types.isValidIdentifier(name, false);
      // A plain key of this name is the prototype.
      const isComputed = name === '__proto__';
      const key = isName && !isComputed ? types.identifier(name) : types.stringLiteral(name);
      return types.objectProperty(key, value, isComputed);
    }),
  );
}
