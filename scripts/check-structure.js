/** Checks that the code has the structure that scripts/structure-table.js declares: `npm run structure`. */
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import * as babel from '@babel/core';
import { folders, packages } from './structure-table.js';

/** Gives one sentence for each violation of the table. */
export function checkStructure(root, table) {
  return table.flatMap((rules) => checkPackage(path.join(root, rules.folder), rules));
}

/** Facts about each file of a package: its path in `source` without the extension, its imports, calls and names. */
export function readPackage(folder, { source = 'src', ignore } = {}) {
  const root = path.join(folder, source);
  return readdirSync(root, { recursive: true, encoding: 'utf8' })
    .filter((name) => /\.[jt]s$/.test(name) && !name.endsWith('.d.ts') && !ignore?.test(name))
    .sort()
    .map((name) => readFacts(root, name));
}

function checkPackage(folder, rules) {
  const files = readPackage(folder, rules);
  const cycles = findFileCycles(files);
  return [
    ...checkRooms(files, rules),
    ...(cycles.length > 0 ? cycles : findRoomCycles(files, rules)),
    ...checkKernel(files, rules),
    ...files.flatMap((file) => checkForeign(file, rules)),
    ...files.flatMap((file) => checkOnlyIn(file, rules)),
    ...checkManifest(folder, rules),
    ...checkTests(folder, rules),
  ].map((sentence) => `${rules.folder}: ${sentence}`);
}

/** Facts about one file: its imports, the methods that it calls, and the names that it uses. */
function readFacts(src, file) {
  const facts = { name: file.replace(/\.[jt]s$/, ''), file, imports: [], calls: new Set(), names: new Set() };
  const addImport = (source, isType) => {
    const isOwn = source.startsWith('.');
    const imported = isOwn ? path.join(path.dirname(file), source).replace(/\.[jt]s$/, '') : source;
    facts.imports.push({ imported, isOwn, isType });
  };
  const ast = babel.parseSync(readFileSync(path.join(src, file), 'utf8'), {
    filename: file,
    babelrc: false,
    configFile: false,
    parserOpts: { plugins: ['typescript'] },
  });
  babel.types.traverseFast(ast, (node) => {
    if (node.type === 'ImportDeclaration') addImport(node.source.value, node.importKind === 'type');
    else if (/^Export.*Declaration$/.test(node.type) && node.source)
      addImport(node.source.value, node.exportKind === 'type');
    else if (node.type === 'CallExpression' && node.callee.type === 'Import')
      addImport(String(node.arguments[0].value), false);
    else if (node.type === 'TSImportType') addImport(node.argument.value, true);
    else if (/^(Optional)?CallExpression$/.test(node.type)) facts.calls.add(propertyName(node.callee));
    else if (/^(Optional)?MemberExpression$/.test(node.type)) facts.names.add(propertyName(node));
    else if (node.type === 'Identifier') facts.names.add(node.name);
  });
  return facts;
}

function propertyName(node) {
  if (!/^(Optional)?MemberExpression$/.test(node.type)) return undefined;
  return node.computed ? node.property.value : node.property.name;
}

/** The room of a file: its top folder, or the file itself if it is in no folder. A folder inside a folder is a room of its own if it is one of `rooms`. */
export function roomOf(name, rooms) {
  const inner = rooms.filter((room) => room.includes('/') && name.startsWith(`${room}/`));
  return inner.sort((a, b) => b.length - a.length)[0] ?? name.split('/')[0];
}

function checkRooms(files, { layers }) {
  if (layers === undefined) return [];
  const known = new Map(layers.flatMap((layer, index) => layer.map((room) => [room, index])));
  return [
    ...files.flatMap((file) => checkListed(file, known)),
    ...files.flatMap((file) => checkLayers(file, known, files)),
  ];
}

function checkListed({ name, file }, known) {
  return known.has(roomOf(name, [...known.keys()]))
    ? []
    : [`${file} is in no room. Add its room to scripts/structure-table.js.`];
}

function checkLayers({ name, file, imports }, known, files) {
  const fileOf = (imported) => files.find((each) => each.name === imported)?.file ?? imported;
  const layerOf = (each) => known.get(roomOf(each, [...known.keys()]));
  return imports
    .filter(({ imported, isOwn }) => isOwn && layerOf(imported) > layerOf(name))
    .map(({ imported }) => `${file} imports ${fileOf(imported)}, which is in a higher room. Turn the import around.`);
}

/** One sentence for each cycle of files. */
function findFileCycles(files) {
  const fileOf = new Map(files.map(({ name, file }) => [name, file]));
  const importsOf = new Map(files.map(({ name, imports }) => [name, imports.map(({ imported }) => imported)]));
  return findCycles(importsOf).map(
    (cycle) =>
      `${cycle.map((name) => fileOf.get(name)).join(' → ')} is an import cycle. Move what both need into a lower file.`,
  );
}

/**
 * One sentence for each cycle of rooms. Such a cycle needs no cycle of files: `a/1` may import `b/1`, and `b/2` may import `a/2`.
 * An import of a higher room has a sentence of its own already, so what is left here are the rooms of one layer, or all where the table has no layers.
 */
function findRoomCycles(files, { layers = [] }) {
  const rooms = layers.flat();
  const layerOf = (room) => layers.findIndex((layer) => layer.includes(room));
  const imports = new Map();
  const examples = new Map();
  for (const { name, file, imports: ofFile } of files) {
    const from = roomOf(name, rooms);
    for (const { imported, isOwn } of ofFile) {
      const to = roomOf(imported, rooms);
      if (!isOwn || to === from || layerOf(to) > layerOf(from)) continue;
      imports.set(from, (imports.get(from) ?? new Set()).add(to));
      examples.set(`${from} ${to}`, file);
    }
  }
  return findCycles(imports).map((cycle) => {
    const byFile = cycle.slice(1).map((to, index) => examples.get(`${cycle[index]} ${to}`));
    return `${cycle.join(' → ')} is a cycle of rooms (by ${byFile.join(', ')}). Move what both need into a lower room.`;
  });
}

/** Each cycle in `importsOf`, written from its first name in the alphabet round to that name again. */
function findCycles(importsOf) {
  const cycles = [];
  const done = new Set();
  const visit = (name, way) => {
    if (way.includes(name)) {
      const cycle = startAtSmallest(way.slice(way.indexOf(name)));
      cycles.push([...cycle, cycle[0]]);
      return;
    }
    if (done.has(name) || !importsOf.has(name)) return;
    for (const imported of importsOf.get(name)) visit(imported, [...way, name]);
    done.add(name);
  };
  for (const name of importsOf.keys()) visit(name, []);
  return cycles;
}

function startAtSmallest(cycle) {
  const start = cycle.indexOf([...cycle].sort((a, b) => a.localeCompare(b))[0]);
  return [...cycle.slice(start), ...cycle.slice(0, start)];
}

/** One sentence for each layer that the kernel imports as a value, with the imports that lead there. */
function checkKernel(files, { kernel }) {
  if (kernel === undefined) return [];
  const byName = new Map(files.map((file) => [file.name, file]));
  const ways = new Map(kernel.files.map((name) => [name, [name]]));
  for (const [name, way] of ways) {
    for (const { imported, isOwn, isType } of byName.get(name)?.imports ?? [])
      if (isOwn && !isType && !ways.has(imported)) ways.set(imported, [...way, imported]);
  }
  return Array.from(ways.values())
    .filter((way) => way.at(-1) !== kernel.layers && byName.get(way.at(-1))?.names.has(kernel.isLayerBy))
    .map((way) => `${way.join(' → ')} is a layer that the kernel imports. Give it a point in ${kernel.layers}.`);
}

function checkForeign({ name, imports }, { dependencies, typesFrom = [], bundled = {}, never = [] }) {
  const foreign = imports.filter(({ isOwn }) => !isOwn);
  return foreign.flatMap(({ imported, isType }) => {
    if (never.some((banned) => imported === banned || imported.startsWith(`${banned}/`))) {
      return [`${name}.ts imports ${imported}, which this package must not know.`];
    }
    const isAllowed =
      dependencies === undefined ||
      dependencies === 'bundled' ||
      bundled[name] === imported ||
      (isType && (dependencies === 'types only' || typesFrom.includes(imported)));
    return isAllowed ? [] : [`${name}.ts imports ${imported}, but this package may import ${allowed[dependencies]}.`];
  });
}

const allowed = { none: 'only its own files', 'types only': 'only types from others' };

function checkOnlyIn({ name, calls, names }, { onlyIn = [] }) {
  return onlyIn
    .filter(({ file, also = [] }) => file !== name && !also.includes(name))
    .flatMap((rule) => [
      ...(rule.calls ?? []).filter((word) => calls.has(word)).map((word) => [`.${word}(`, rule]),
      ...(rule.names ?? []).filter((word) => names.has(word)).map((word) => [word, rule]),
    ])
    .map(([word, { file, because }]) => `${name}.ts says \`${word}\`, which belongs in ${file}.ts: ${because}.`);
}

function checkManifest(folder, { dependencies }) {
  const file = path.join(folder, 'package.json');
  if (!['none', 'bundled'].includes(dependencies) || !existsSync(file)) return [];
  const manifest = JSON.parse(readFileSync(file, 'utf8'));
  return ['dependencies', 'peerDependencies', 'optionalDependencies']
    .filter((field) => Object.keys(manifest[field] ?? {}).length > 0)
    .map((field) => `package.json has ${field}, but this package has none. Remove them.`);
}

/** The folders of `test` have the names of the rooms of `src`. */
function checkTests(folder, { layers, alsoTested = [] }) {
  const tests = path.join(folder, 'test');
  if (layers === undefined || !existsSync(tests)) return [];
  const rooms = new Set([...layers.flat(), ...alsoTested]);
  return readdirSync(tests, { withFileTypes: true })
    .filter((entry) => entry.isDirectory() && !rooms.has(entry.name))
    .map(({ name }) => `test/${name} is not the name of a room. Put tests into the folder of the room that they test.`);
}

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  const broken = checkStructure(path.join(import.meta.dirname, '..'), [...packages, ...folders]);
  for (const sentence of broken) console.error(sentence);
  process.exitCode = broken.length > 0 ? 1 : 0;
}
