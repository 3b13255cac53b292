/** What compiled files say of themselves for saves, read from their text: none of their code is run. */
import { parseSync, type types as t } from '@babel/core';

/** A file as `spindle saves check` knows it. */
export interface FileRecord {
  readonly file: string;
  /** The texts of its functions in the table of positions. */
  readonly metas: readonly string[];
  /** By their ids, how functions at the top of the module are read: `["Guard", "prototype", "patrol"]`. */
  readonly functions: Readonly<Record<string, readonly string[]>>;
  readonly classes: readonly string[];
  readonly factories: readonly string[];
  /** By their names: is it a constant? */
  readonly variables: Readonly<Record<string, boolean>>;
  readonly imports: readonly string[];
  readonly was: Readonly<Record<string, string>>;
  readonly options: Readonly<Record<string, string>>;
}

/** Undefined for a file that says nothing. `code`: as the plugin has written it, with `saves: true`. */
export function readRecord(code: string): FileRecord | undefined {
  const parsed = parseSync(code, {
    babelrc: false,
    configFile: false,
    sourceType: 'unambiguous',
    parserOpts: { plugins: ['jsx', 'decorators'] },
  });
  const body = (parsed as t.File | null)?.program.body ?? [];
  const call = body.map(callOfSaves).find((one) => one !== undefined);
  const [file, given] = call?.arguments ?? [];
  const record = given && returnedBy(body, given);
  if (file?.type !== 'StringLiteral' || record?.type !== 'ObjectExpression') return undefined;
  const parts = entriesOf(record);
  return {
    file: file.value,
    metas: body.flatMap(metasIn),
    functions: Object.fromEntries(Array.from(entriesOf(parts.get('functions')), ([id, get]) => [id, pathIn(get)])),
    classes: keysOf(parts.get('classes')),
    factories: keysOf(parts.get('factories')),
    variables: Object.fromEntries(
      Array.from(entriesOf(parts.get('variables')), ([name, one]) => [
        name,
        one.type === 'ArrayExpression' && one.elements.length === 1,
      ]),
    ),
    imports: keysOf(parts.get('imports')),
    was: textsOf(parts.get('was')),
    options: textsOf(parts.get('options')),
  };
}

/** `$record()`: what that function returns. */
function returnedBy(body: readonly t.Statement[], call: t.Node): t.Node | null | undefined {
  if (call.type !== 'CallExpression' || call.callee.type !== 'Identifier') return undefined;
  const { name } = call.callee;
  const fn = body.find((one) => one.type === 'FunctionDeclaration' && one.id?.name === name);
  const first = fn?.type === 'FunctionDeclaration' ? fn.body.body[0] : undefined;
  return first?.type === 'ReturnStatement' ? first.argument : undefined;
}

/** `$saves("shop.js", $record());` */
function callOfSaves(statement: t.Statement): t.CallExpression | undefined {
  if (statement.type !== 'ExpressionStatement' || statement.expression.type !== 'CallExpression') return undefined;
  const { callee } = statement.expression;
  return callee.type === 'Identifier' && /^\$saves\d*$/.test(callee.name) ? statement.expression : undefined;
}

function entriesOf(object: t.Node | undefined): Map<string, t.Node> {
  const found = new Map<string, t.Node>();
  if (object?.type !== 'ObjectExpression') return found;
  for (const one of object.properties) {
    if (one.type !== 'ObjectProperty') continue;
    const { key, value } = one;
    const name = key.type === 'Identifier' ? key.name : 'value' in key ? String(key.value) : undefined;
    if (name !== undefined) found.set(name, value);
  }
  return found;
}

const keysOf = (object: t.Node | undefined): string[] => [...entriesOf(object).keys()];

const textsOf = (object: t.Node | undefined): Record<string, string> =>
  Object.fromEntries(
    [...entriesOf(object)].flatMap(([name, one]) => (one.type === 'StringLiteral' ? [[name, one.value]] : [])),
  );

/** `() => Guard.prototype.patrol` */
function pathIn(getter: t.Node): string[] {
  const path: string[] = [];
  let at: t.Node = getter.type === 'ArrowFunctionExpression' ? getter.body : getter;
  for (; at.type === 'MemberExpression'; at = at.object) {
    const { property } = at;
    path.unshift(
      property.type === 'Identifier' ? property.name : property.type === 'StringLiteral' ? property.value : '',
    );
  }
  return at.type === 'Identifier' ? [at.name, ...path] : path;
}

/** `function $meta(n) { return ($meta.table ??= { 0: "patrol(0) frames 4:4:k3f", 1: $again("…") })[n]; }` */
function metasIn(statement: t.Statement): string[] {
  if (statement.type !== 'FunctionDeclaration' || statement.id?.name.startsWith('$meta') !== true) return [];
  const [first] = statement.body.body;
  const read = first?.type === 'ReturnStatement' ? first.argument : undefined;
  const table = read?.type === 'MemberExpression' ? read.object : undefined;
  if (table?.type !== 'AssignmentExpression') return [];
  return [...entriesOf(table.right).values()].flatMap((one) => textIn(one) ?? []);
}

function textIn(node: t.Node | undefined): string | undefined {
  if (node?.type === 'CallExpression') return textIn(node.arguments[0]);
  return node?.type === 'StringLiteral' ? node.value : undefined;
}
