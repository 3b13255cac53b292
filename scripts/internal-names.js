/**
 * Which properties of the runtime have a shorter name in its production build: those that nobody outside of it can name.
 * Found by the text alone, so a name is kept wherever it stands in a public type, in a type of JavaScript, of a browser or of
 * Node, as a text (`mode: 'race'`), as an export of a module that is used as an object (`import * as ecma`), or in what a log of `record` contains.
 * So are the names by which compiled code reaches into the runtime, which the plugin lists. A `_` before each, which a minifier could be told of, would stand
 * at thousands of places of the sources.
 */
import { readFileSync } from 'node:fs';
import path from 'node:path';
import { parse } from '@babel/parser';
import { globSync } from 'tinyglobby';
import { namesInRuntime } from '../packages/babel-plugin-threads/dist/vocabulary.js';

const root = path.join(import.meta.dirname, '..');
/** Whose objects are written into logs, which another build reads. */
const OF_LOGS = /^replay(\/|\.js$)/;
/** They reach into all of the runtime, and few games have them: they make no name longer for the others. Nothing in them is named by a text. */
const REACHES_FAR = /^(?:saves|hot)(\/|\.js$)/;
/** A library is in it, which reads texts of others. All that it offers is in a public type. */
export const OF_LIBRARY = 'overlay/source-map.js';
/** Names that a platform has, too: none of the modules that touch one uses them (a test). */
export const OURS = new Set(
  (
    'slot append targets subject closed advance children draw active skipped rate mode observer base callFrames prev nodes ' +
    'origin content handle node detached loopCount unlink empty family written'
  ).split(' '),
);
/** The modules that touch objects of a browser, of Node or of an engine. */
export const OF_PLATFORM =
  /^(time\/drivers|words\/(events|event-types|wait-for-event|listen|hook|nothing-under-way)|scheduling\/uncaught|testing|stacks|hot(?:\/tell)?|host|schema|natives|builtins\/.*|globals.*)\.js$/;

/**
 * The short name of each, the most frequent first.
 * @returns {Map<string, string>}
 */
export function shortNames(dist) {
  const files = globSync('**/*.js', { cwd: dist, ignore: ['production/**', OF_LIBRARY] }).sort();
  const read = files.map((file) => ({ file, ...namesIn(readFileSync(path.join(dist, file), 'utf8')) }));
  const usual = read.filter(({ file }) => !REACHES_FAR.test(file));
  const asObjects = new Set(
    read.flatMap(({ file, objects }) => objects.map((source) => path.join(path.dirname(file), source))),
  );
  const kept = new Set([...publicNames(dist), ...namesInRuntime(), ...usual.flatMap(({ texts }) => texts)]);
  for (const { file, exported } of read) if (asObjects.has(file)) for (const name of exported) kept.add(name);
  for (const name of platformNames()) if (!OURS.has(name)) kept.add(name);
  for (const { names } of read.filter(({ file }) => OF_LOGS.test(file))) for (const name of names) kept.add(name);
  const counts = new Map();
  for (const { file, names } of read)
    for (const name of names)
      if (isOurs(name) && !kept.has(name)) counts.set(name, (counts.get(name) ?? 0) + (REACHES_FAR.test(file) ? 0 : 1));
  const sorted = [...counts].sort(([a, one], [b, other]) => other - one || (a < b ? -1 : 1));
  return new Map(sorted.map(([name], at) => [name, nameAt(at)]));
}

/** The same as options of esbuild. */
export function mangling(dist) {
  const names = shortNames(dist);
  const mangleProps = new RegExp(`^(?:${[...names.keys()].join('|')})$`);
  return { mangleProps, mangleCache: Object.fromEntries(names) };
}

/** `NODE_ENV` and the like are the environment's; `$thread` is emitted. */
const isOurs = (name) => /^[a-z][a-z]+[A-Za-z]*$/.test(name);

const LETTERS = 'abcdefghijklmnopqrstuvwxyz';

/** `A` … `Z`, then `aA` …: a class of the game that extends one of ours hardly has a field called so. */
function nameAt(at) {
  const { length } = LETTERS;
  const last = LETTERS[at % length].toUpperCase();
  return at < length ? last : LETTERS[Math.floor(at / length) - 1] + last;
}

/** The properties that a module names, once for each place, the texts that may name one, what it exports, and which modules it uses as objects. */
export function namesIn(code) {
  const names = [];
  const texts = [];
  const exported = [];
  const objects = [];
  visit(parse(code, { sourceType: 'module' }).program, (node) => {
    const { type, computed, property, key, value } = node;
    const named = type.endsWith('MemberExpression') ? property : /^(Object|Class)(Property|Method)$/.test(type) && key;
    if (named && !computed && named.type === 'Identifier') names.push(named.name);
    if (type === 'StringLiteral') texts.push(value);
    if (type === 'NewExpression') texts.push(...namesOfValues(node));
    if (type === 'ExportSpecifier') exported.push(node.exported.name);
    if (type === 'ExportNamedDeclaration' && node.declaration)
      exported.push(...(node.declaration.declarations ?? [node.declaration]).map(({ id }) => id.name));
    if (type === 'ImportDeclaration' && node.specifiers.some((one) => one.type === 'ImportNamespaceSpecifier'))
      objects.push(node.source.value);
    // `'a b c'.split(' ')`
    const { callee } = node;
    // The kinds of waits: tools are told their names.
    if (callee?.name === 'addKinds') texts.push(...node.arguments[0].properties.map((row) => row.key.name));
    if (type === 'CallExpression' && callee.property?.name === 'split' && callee.object.type === 'StringLiteral')
      texts.push(...callee.object.value.split(' '));
  });
  return { names, texts, exported, objects };
}

/** What a game reads in `error.values`: `new SpindleError('SPN517', { … })`. */
function namesOfValues({ arguments: [code, values] }) {
  if (!/^SPN\d/.test(code?.value) || values?.type !== 'ObjectExpression') return [];
  return values.properties.map(({ key }) => key.name);
}

function visit(node, look) {
  if (Array.isArray(node)) return node.forEach((one) => visit(one, look));
  if (typeof node?.type !== 'string') return undefined;
  if (look(node) === false) return undefined;
  for (const [field, child] of Object.entries(node))
    if (typeof child === 'object' && !/Comments$|^loc$/.test(field)) visit(child, look);
  return undefined;
}

/** Each word that may be a member in the types of JavaScript, browsers and Node. */
export function platformNames() {
  const libs = globSync('node_modules/@typescript/typescript-*/lib/lib.*.d.ts', { cwd: root, absolute: true });
  const node = globSync('node_modules/@types/node/**/*.d.ts', { cwd: root, absolute: true });
  const names = new Set();
  for (const file of [...libs, ...node]) {
    const text = readFileSync(file, 'utf8').replaceAll(/\/\*[^]*?\*\/|\/\/.*$/gm, '');
    for (const [, name] of text.matchAll(/(?:^|[\s;{])([\w$]+)\??\s*[(:<]/g)) names.add(name);
  }
  return names;
}

/**
 * The names of what the entries export, and of all members of the types that these lead to. What is marked `@internal` is
 * not for users.
 */
export function publicNames(dist) {
  const files = globSync('**/*.d.ts', { cwd: dist, ignore: 'production/**' });
  const modules = new Map(
    files.map((file) => [file, declarationsOf(file, readFileSync(path.join(dist, file), 'utf8'))]),
  );
  const names = new Set();
  const seen = new Set();
  const reach = (file, name) => {
    const { declared, imported } = modules.get(file) ?? { declared: new Map(), imported: new Map() };
    if (seen.has(`${file} ${name}`)) return;
    seen.add(`${file} ${name}`);
    for (const node of declared.get(name) ?? []) visit(node, (inner) => look(file, inner));
    for (const [source, wanted] of imported.get(name) ?? []) reach(source, wanted);
  };
  const look = (file, { type, name, key, computed, leadingComments }) => {
    if ((leadingComments ?? []).some(({ value }) => value.includes('@internal'))) return false;
    // Babel 8 calls the parameter of a mapped type a key.
    if (key?.type === 'Identifier' && !computed && type !== 'TSMappedType') names.add(key.name);
    if (type === 'Identifier') reach(file, name);
    return true;
  };
  for (const [file, { exported, imported, declared }] of modules) {
    if (file.includes('/')) continue;
    for (const name of [...exported, ...declared.keys(), ...imported.keys()]) {
      names.add(name);
      reach(file, name);
    }
  }
  return names;
}

/** What a file of types declares, by name, and for what it imports or passes on: from which files, and its name there. */
function declarationsOf(file, text) {
  const declared = new Map();
  const imported = new Map();
  const exported = new Set();
  const put = (map, name, value) => map.set(name, [...(map.get(name) ?? []), value]);
  const fileOf = (source) => path.join(path.dirname(file), source.value.replace(/\.js$/, '.d.ts'));
  for (const statement of parse(text, { sourceType: 'module', plugins: [['typescript', { dts: true }]] }).program
    .body) {
    const node = statement.declaration ?? statement;
    for (const { name } of node.id ? [node.id] : (node.declarations ?? []).map(({ id }) => id))
      put(declared, name, node);
    for (const { type, local, imported: wanted, exported: given } of statement.specifiers ?? []) {
      const isImport = type.startsWith('Import');
      const name = isImport ? local.name : given.name;
      if (!isImport) exported.add(name);
      if (statement.source) put(imported, name, [fileOf(statement.source), (isImport ? wanted : local)?.name]);
      else if (local.name !== name) put(imported, name, [file, local.name]);
    }
  }
  return { declared, imported, exported };
}
