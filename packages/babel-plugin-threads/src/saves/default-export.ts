/** The default export of a module has no name of its own: for a save it is a variable that is called `default`. */
import type { types as t } from '@babel/core';
import { skipTransparent } from '../babel/ast.js';
import { inheritComments } from '../babel/comments.js';
import type { Types } from '../babel/types.js';
import type { NameGiver } from '../context/unique-names.js';
import { isNameless } from '../lower/read/nameless.js';
import { putUnderKey } from '../lower/simplify/inferred-names.js';
import { locate } from '../write/emitter.js';
import type { WrittenFile } from '../write/writer.js';

/** In a save, as no variable can be called so. */
export const DEFAULT = 'default';

/** The value of a default export without another name. */
export function readDefault(types: Types, program: t.Program): t.Node | undefined {
  const exporting = program.body.find((one) => one.type === 'ExportDefaultDeclaration');
  const value = exporting && skipTransparent(exporting.declaration);
  if (value === undefined || value.type === 'Identifier' || (types.isLiteral(value) && value.type !== 'RegExpLiteral'))
    return undefined;
  return types.isDeclaration(value) && (!/^(?:Class|Function)/.test(value.type) || ('id' in value && value.id))
    ? undefined
    : value;
}

/**
 * Gives it a variable, which the record of the file can name:
 *
 *   export default make();   →   const $default = make();
 *                                export { $default as default };
 *
 * Returns the name, which a declaration that waits has already.
 */
export function nameDefault({ compilation, emit }: WrittenFile, names: NameGiver): string | undefined {
  const { t: types, program } = compilation;
  const { body } = program.node;
  for (const [at, statement] of body.entries()) {
    if (statement.type === 'ExportNamedDeclaration') {
      const own = statement.source ? undefined : statement.specifiers.find(isDefault);
      if (own) return own.local.name;
    }
    if (statement.type !== 'ExportDefaultDeclaration') continue;
    const { declaration } = statement;
    if (declaration.type === 'FunctionDeclaration') return declaration.id?.name;
    if (declaration.type === 'ClassDeclaration') (declaration as t.Node).type = 'ClassExpression';
    const NAME = names.unique('$default');
    const value = declaration as t.Expression;
    const VALUE = isNameless(types, value) ? putUnderKey(types, value, types.identifier(DEFAULT)) : value;
    const variable = locate(emit.statement('const NAME = VALUE;', { NAME, VALUE }), statement);
    inheritComments(statement, variable);
    const exported = types.exportSpecifier(emit.id(NAME), emit.id(DEFAULT));
    body.splice(at, 1, variable, types.exportNamedDeclaration(null, [exported]));
    return NAME;
  }
  return undefined;
}

const isDefault = (one: t.ExportNamedDeclaration['specifiers'][number]): one is t.ExportSpecifier =>
  one.type === 'ExportSpecifier' && one.exported.type === 'Identifier' && one.exported.name === DEFAULT;
