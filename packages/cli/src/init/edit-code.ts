/**
 * Changes of configuration files that are code. Text is put in where the syntax tree says, so that everything else
 * stays as it is written.
 */
import { parseSync, type types as t } from '@babel/core';

/** What is put into a list of the configuration, and what has to be imported for it. */
interface Addition {
  /** An expression: `spindle()`, `'babel-plugin-threads'`. */
  code: string;
  /** The module whose default export is `spindle`. */
  from?: string;
}

/** Gives the changed text, or undefined if the configuration is written in a way that is not known here. */
export type CodeEdit = (text: string) => string | undefined;

/** A text that is put in at a position. */
interface Insertion {
  at: number;
  text: string;
}

/**
 * Puts an element first into the list `plugins` of the exported object; into that of each, if a list of them is
 * exported.
 */
export const addPlugin =
  (addition: Addition): CodeEdit =>
  (text) =>
    edit(text, addition, (program) =>
      objectsIn(exported(program), program).flatMap((object) => addToPlugins(object, addition.code, text)),
    );

/** The same for each call of `build` or `context` of esbuild. */
export const addPluginToBuilds =
  (addition: Addition): CodeEdit =>
  (text) =>
    edit(text, addition, (program) =>
      buildCalls(program)
        .flatMap((given) => objectsIn(given, program))
        .flatMap((object) => addToPlugins(object, addition.code, text)),
    );

/** What is exported is handed to a function of that module first. */
export const wrapExport =
  (from: string): CodeEdit =>
  (text) =>
    edit(text, { from, code: '' }, (program) => {
      const node = exported(program);
      if (node === undefined) return [];
      return [
        { at: node.start!, text: 'spindle(' },
        { at: node.end!, text: ')' },
      ];
    });

/** Puts an element last into the exported list. */
export const addToList =
  (addition: Addition): CodeEdit =>
  (text) =>
    edit(text, addition, (program) => {
      const list = listIn(exported(program), program);
      return list === undefined ? [] : addLast(list.items, list.node, addition.code, text);
    });

/** Puts `import 'from';` above the first import, or first. Undefined if the text is no module, or cannot be read. */
export function addImport(text: string, from: string): string | undefined {
  const program = parse(text);
  if (program?.sourceType !== 'module') return undefined;
  const first = program.body.find(({ type }) => type === 'ImportDeclaration');
  const at = first?.start ?? program.interpreter?.end ?? 0;
  const quote = quoteOf(text);
  const end = first !== undefined && text[first.end! - 1] !== ';' ? '' : ';';
  const line = `import ${quote}${from}${quote}${end}\n`;
  return text.slice(0, at) + (first === undefined && at > 0 ? `\n${line}` : line) + text.slice(at);
}

const quoteOf = (text: string): string => (text.split('"').length > text.split("'").length ? '"' : "'");

/** Makes the change and adds the import. `change` gives nothing if it does not know its way. */
function edit(text: string, { from }: Addition, change: (program: t.Program) => Insertion[]): string | undefined {
  // The name of the import may not be taken.
  if (from !== undefined && /\bspindle\b/.test(text)) return undefined;
  const program = parse(text);
  const insertions = program === undefined ? [] : change(program);
  if (insertions.length === 0) return undefined;
  if (from !== undefined) insertions.push(importOf(from, program!, text));
  // From the end, so that the positions before stay as they are; of two at one position the last first.
  return insertions
    .toReversed()
    .toSorted((a, b) => b.at - a.at)
    .reduce((changed, one) => changed.slice(0, one.at) + one.text + changed.slice(one.at), text);
}

function parse(text: string): t.Program | undefined {
  try {
    const file = parseSync(text, {
      babelrc: false,
      configFile: false,
      browserslistConfigFile: false,
      sourceType: 'unambiguous',
      parserOpts: { plugins: ['typescript'] },
    });
    return file?.program;
  } catch {
    return undefined;
  }
}

/** A line below the last import or `require` of the file, or above everything, in its style. */
function importOf(from: string, program: t.Program, text: string): Insertion {
  const isModule = program.body.some(({ type }) => /^(?:Import|Export)/.test(type));
  const last = program.body.findLast((one) => (isModule ? one.type === 'ImportDeclaration' : isRequire(one)));
  const quote = quoteOf(text);
  const end = last !== undefined && text[last.end! - 1] !== ';' ? '' : ';';
  const line = isModule
    ? `import spindle from ${quote}${from}${quote}${end}`
    : `const { default: spindle } = require(${quote}${from}${quote})${end}`;
  if (last !== undefined) return { at: last.end!, text: `\n${line}` };
  return { at: program.interpreter?.end ?? 0, text: program.interpreter ? `\n${line}\n` : `${line}\n\n` };
}

function isRequire(statement: t.Statement): boolean {
  return (
    statement.type === 'VariableDeclaration' &&
    statement.declarations.some(
      ({ init }) =>
        init?.type === 'CallExpression' && init.callee.type === 'Identifier' && init.callee.name === 'require',
    )
  );
}

/** What the file exports: by `export default`, or by an assignment to `module.exports`. */
function exported({ body }: t.Program): t.Node | undefined {
  for (const statement of body) {
    if (statement.type === 'ExportDefaultDeclaration') return statement.declaration;
    if (statement.type !== 'ExpressionStatement' || statement.expression.type !== 'AssignmentExpression') continue;
    const { left, right } = statement.expression;
    if (isMember(left, 'module', 'exports')) return right;
  }
  return undefined;
}

function isMember(node: t.Node, object: string, property: string): boolean {
  return (
    node.type === 'MemberExpression' &&
    node.object.type === 'Identifier' &&
    node.object.name === object &&
    node.property.type === 'Identifier' &&
    node.property.name === property
  );
}

/**
 * The configurations that an expression stands for: through names, helpers such as `defineConfig`, functions and types.
 */
function objectsIn(node: t.Node | null | undefined, program: t.Program): t.ObjectExpression[] {
  switch (node?.type) {
    case 'ObjectExpression':
      return [node];
    case 'ArrayExpression':
      return node.elements.flatMap((element) => objectsIn(element, program));
    default:
      return node ? inside(node, program).flatMap((one) => objectsIn(one, program)) : [];
  }
}

/** A list, and the node that ends where it ends. */
interface List {
  node: t.Node;
  items: readonly (t.Node | null)[];
}

function listIn(node: t.Node | null | undefined, program: t.Program): List | undefined {
  if (node?.type === 'ArrayExpression') return { node, items: node.elements };
  if (node?.type === 'CallExpression') {
    // `defineConfig([…])`, `tseslint.config(…, …)`
    const only = node.arguments.length === 1 ? listIn(node.arguments[0], program) : undefined;
    return only ?? { node, items: node.arguments };
  }
  if (node?.type !== 'Identifier' && !isTyped(node)) return undefined;
  const [next] = inside(node!, program);
  return listIn(next, program);
}

const isTyped = (node: t.Node | null | undefined): boolean => /^TS(?:As|Satisfies)Expression$/.test(node?.type ?? '');

function inside(node: t.Node, program: t.Program): (t.Node | null | undefined)[] {
  switch (node.type) {
    case 'Identifier':
      return [initialValue(node.name, program)];
    case 'CallExpression':
      return [node.arguments[0]];
    case 'TSAsExpression':
    case 'TSSatisfiesExpression':
      return [node.expression];
    case 'ArrowFunctionExpression':
    case 'FunctionExpression':
    case 'FunctionDeclaration':
      if (node.body.type !== 'BlockStatement') return [node.body];
      return node.body.body.flatMap((one) => (one.type === 'ReturnStatement' ? [one.argument] : []));
    default:
      return [];
  }
}

function initialValue(name: string, { body }: t.Program): t.Node | null | undefined {
  for (const statement of body) {
    if (statement.type !== 'VariableDeclaration') continue;
    const found = statement.declarations.find(({ id }) => id.type === 'Identifier' && id.name === name);
    if (found) return found.init;
  }
  return undefined;
}

function addToPlugins(object: t.ObjectExpression, code: string, text: string): Insertion[] {
  const property = object.properties.find(
    (one) => one.type === 'ObjectProperty' && one.key.type === 'Identifier' && one.key.name === 'plugins',
  ) as t.ObjectProperty | undefined;
  if (property === undefined) return addLast(object.properties, object, `plugins: [${code}]`, text);
  const { value } = property;
  if (value.type !== 'ArrayExpression')
    return [
      { at: value.start!, text: `[${code}, ...` },
      { at: value.end!, text: ']' },
    ];
  const first = value.elements.find((one) => one !== null);
  if (!first) return [{ at: value.end! - 1, text: code }];
  const ownLine = lineBefore(first, text);
  return [{ at: value.start! + 1, text: ownLine === '' ? `${code}, ` : `${ownLine}${code},` }];
}

/**
 * Behind the last item of a list, an object or a call, which ends where `node` ends; on a line of its own if that one
 * has one.
 */
function addLast(items: readonly (t.Node | null)[], node: t.Node, code: string, text: string): Insertion[] {
  const end = node.end! - 1;
  const last = items.findLast((one) => one !== null);
  if (!last) return [{ at: end, text: text[end - 1] === ' ' ? `${code} ` : code }];
  const rest = text
    .slice(last.end!, end)
    .replaceAll(/\/\*[^]*?\*\/|\/\/[^\n]*/g, (comment) => ' '.repeat(comment.length));
  const hasComma = rest.includes(',');
  const afterComma = last.end! + rest.indexOf(',') + 1;
  const lineEnd = /\r?\n/.exec(text.slice(afterComma, end));
  const ownLine = lineBefore(last, text);
  // What is said of the last item at the end of its line stays with it.
  if (ownLine !== '' && lineEnd !== null)
    return [
      ...(hasComma ? [] : [{ at: last.end!, text: ',' }]),
      { at: afterComma + lineEnd.index, text: `${ownLine}${code}${hasComma ? ',' : ''}` },
    ];
  return [{ at: hasComma ? afterComma : last.end!, text: `${hasComma ? '' : ','} ${code}` }];
}

/** The line end and the indentation before an item that begins a line; empty if it does not. */
function lineBefore(item: t.Node, text: string): string {
  const before = text.slice(0, item.start!);
  return /\r?\n[ \t]*$/.exec(before)?.[0] ?? '';
}

/** The first argument of each `build(…)`, `esbuild.build(…)`, `context(…)`. */
function buildCalls(node: unknown): t.Node[] {
  if (Array.isArray(node)) return node.flatMap(buildCalls);
  if (typeof node !== 'object' || node === null || !('type' in node)) return [];
  const found: t.Node[] = [];
  const { callee, arguments: given } = node as Partial<t.CallExpression>;
  const name = callee?.type === 'MemberExpression' ? callee.property : callee;
  if (name?.type === 'Identifier' && /^(?:build|context)$/.test(name.name) && given?.[0]) found.push(given[0]);
  const inner = Object.entries(node).filter(([key]) => !/^(?:loc|original|tokens|comments)$/.test(key));
  return [...found, ...inner.flatMap(([, value]) => buildCalls(value))];
}
