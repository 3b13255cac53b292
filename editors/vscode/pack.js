/**
 * Packs the extension of VS Code with the language server in it, and looks at what is in the package: `npm run vsix`, which
 * installs the tools of this folder first. The server in the package is started and asked. VS Code itself is not.
 */
import assert from 'node:assert/strict';
import { fork, spawn } from 'node:child_process';
import {
  copyFileSync,
  createWriteStream,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import { createRequire, Module } from 'node:module';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { pipeline } from 'node:stream/promises';
import { pathToFileURL } from 'node:url';
import { promisify } from 'node:util';
import { createVSIX } from '@vscode/vsce';
import * as esbuild from 'esbuild';
import {
  createProtocolConnection,
  IPCMessageReader,
  IPCMessageWriter,
  StreamMessageReader,
  StreamMessageWriter,
} from 'vscode-languageserver-protocol/node';
import yauzl from 'yauzl';
import { licencesOf } from '../../scripts/licences.js';

const folder = import.meta.dirname;
const root = path.join(folder, '../..');
const server = path.join(root, 'packages/language-server');
const packagePath = path.join(folder, 'spindle-vscode.vsix');
const read = (file) => JSON.parse(readFileSync(file, 'utf8'));

async function bundle() {
  rmSync(path.join(folder, 'dist'), { recursive: true, force: true });
  const usual = {
    bundle: true,
    platform: 'node',
    // That of VS Code 1.95.
    target: 'node20.18',
    // The `main` of jsonc-parser calls a `require` that no bundler sees.
    mainFields: ['module', 'main'],
    // Stack traces in bug reports keep their names.
    minifySyntax: true,
    metafile: true,
    absWorkingDir: root,
    logLevel: 'warning',
  };
  const extension = await esbuild.build({
    ...usual,
    entryPoints: [path.join(folder, 'src/extension.js')],
    outfile: path.join(folder, 'dist/extension.cjs'),
    format: 'cjs',
    external: ['vscode'],
  });
  const main = await esbuild.build({
    ...usual,
    stdin: { contents: `import { serve } from '@spindle/language-server'; serve();`, resolveDir: root },
    outfile: path.join(folder, 'dist/server/main.mjs'),
    format: 'esm',
    // It finds its own files beside it, and only runs for a configuration that is code.
    external: ['jiti'],
    banner: {
      js: `import { createRequire as $createRequire } from 'node:module'; const require = $createRequire(import.meta.url);`,
    },
  });
  const inputs = { ...extension.metafile.inputs, ...main.metafile.inputs };
  const ofCompiler = readFileSync(path.join(root, 'packages/compiler/dist/bundle/LICENSES.txt'), 'utf8');
  writeFileSync(path.join(folder, 'dist/LICENSES.txt'), `${licencesOf({ inputs }, root)}\n----\n\n${ofCompiler}`);
  // What the server reads where it is a package: its version and the explanations of codes.
  const { name, version } = read(path.join(server, 'package.json'));
  writeFileSync(path.join(folder, 'dist/package.json'), JSON.stringify({ name, version }));
  copyFileSync(path.join(root, 'docs/errors.md'), path.join(folder, 'errors.md'));
  copyFileSync(path.join(root, 'LICENSE'), path.join(folder, 'LICENSE'));
  assert.equal(
    read(path.join(folder, 'package.json')).version,
    version,
    'the extension has the version of the packages',
  );
}

/** Writes the files of a zip into a folder, and gives their names. */
async function unzip(file, into) {
  const zip = await promisify(yauzl.open)(file, { lazyEntries: true });
  const openStream = promisify(zip.openReadStream.bind(zip));
  const names = [];
  return new Promise((resolve, reject) => {
    zip.on('error', reject).on('end', () => resolve(names));
    zip.on('entry', (entry) => {
      names.push(entry.fileName);
      const target = path.join(into, entry.fileName);
      mkdirSync(path.dirname(target), { recursive: true });
      openStream(entry)
        .then((stream) => pipeline(stream, createWriteStream(target)))
        .then(() => zip.readEntry(), reject);
    });
    zip.readEntry();
  });
}

function checkContents(names, unpacked) {
  const own = names.filter((name) => !name.startsWith('extension/node_modules/')).sort();
  assert.deepEqual(own, [
    '[Content_Types].xml',
    'extension.vsixmanifest',
    'extension/LICENSE.txt',
    'extension/dist/LICENSES.txt',
    'extension/dist/extension.cjs',
    'extension/dist/package.json',
    'extension/dist/server/main.mjs',
    'extension/errors.md',
    'extension/icon.png',
    'extension/package.json',
    'extension/readme.md',
  ]);
  const others = new Set(names.filter((name) => !own.includes(name)).map((name) => name.split('/')[2]));
  assert.deepEqual([...others], ['jiti'], 'all else is bundled');
  const { main, contributes, icon } = read(path.join(unpacked, 'extension/package.json'));
  // Its width, in the header of a PNG: the Marketplace wants 128 at least.
  assert.ok(readFileSync(path.join(unpacked, 'extension', icon)).readUInt32BE(16) >= 128);
  assert.ok(names.includes(`extension/${main.slice(2)}`));
  assert.ok('spindle.inlayHints' in contributes.configuration.properties);
}

/** Runs what `job` does while `require('vscode')` gives `vscode`. */
async function beside(vscode, job) {
  const { _load: load } = Module;
  Module._load = (name, ...rest) => (name === 'vscode' ? vscode : load(name, ...rest));
  try {
    return await job(createRequire(import.meta.url));
  } finally {
    Module._load = load;
  }
}

/** The extension as it is packed can be loaded, beside an imitation of VS Code in which each name is a class that does nothing. */
async function checkExtension(unpacked) {
  const imitation = new Proxy(function () {}, {
    get: (_, name) => (name === Symbol.toPrimitive ? () => '' : name === 'prototype' ? {} : imitation),
    apply: () => imitation,
    construct: () => ({}),
  });
  const extension = await beside(imitation, (require) => require(path.join(unpacked, 'extension/dist/extension.cjs')));
  assert.deepEqual([typeof extension.activate, typeof extension.deactivate], ['function', 'function']);
}

/** When it starts the server, and which one: with a client that only notes that. */
async function checkActivation(unpacked) {
  const outfile = path.join(unpacked, 'activation.cjs');
  await esbuild.build({
    entryPoints: [path.join(folder, 'src/extension.js')],
    outfile,
    bundle: true,
    platform: 'node',
    external: ['vscode'],
    plugins: [{ name: 'client', setup: (build) => withClient(build, CLIENT) }],
  });
  const told = {};
  const tell = (name) => (listener) => ((told[name] = listener), { dispose() {} });
  const files = [];
  const vscode = {
    noted: [],
    workspace: {
      isTrusted: false,
      textDocuments: [],
      onDidOpenTextDocument: tell('open'),
      onDidChangeTextDocument: tell('change'),
      onDidGrantWorkspaceTrust: tell('trust'),
      getConfiguration: () => ({ get: () => 'all' }),
      findFiles: async () => files,
      fs: { readFile: async ({ text }) => new TextEncoder().encode(text) },
    },
  };
  const context = { subscriptions: [], asAbsolutePath: (name) => path.join(unpacked, 'extension', name) };
  const document = (text, languageId = 'javascript') => ({ languageId, getText: () => text });
  await beside(vscode, async (require) => {
    const { activate, deactivate } = require(outfile);
    await activate(context);
    await told.open(document('wait(1);'));
    await told.open(document('// @compile', 'markdown'));
    assert.deepEqual(vscode.noted, [], 'no server for files without marks');
    await told.change({ document: document('// @compile'), contentChanges: [{ text: 'e' }] });
    await told.open(document('// @compile'));
    const [started, ...others] = vscode.noted.splice(0);
    assert.deepEqual(others, ['start'], 'one server');
    assert.ok(existsSync(started.server.module) && started.server.module.startsWith(unpacked));
    assert.deepEqual(started.options.initializationOptions, { inlayHints: 'all', isTrusted: false });
    vscode.workspace.isTrusted = true;
    await told.trust();
    assert.equal(vscode.noted[1].options.initializationOptions.isTrusted, true);
    await deactivate();
    assert.deepEqual(
      vscode.noted.splice(0).filter((one) => typeof one === 'string'),
      ['stop', 'start', 'stop'],
    );
    files.push({ path: '/game/package.json', text: '{ "dependencies": { "@spindle/runtime": "1" } }' });
    await activate(context);
    assert.equal(vscode.noted.length, 2, 'a folder that uses Spindle has a server');
  });
}

const CLIENT = `
const { noted } = require('vscode');
exports.TransportKind = { ipc: 1 };
exports.LanguageClient = class {
  constructor(id, name, { run }, options) { noted.push({ server: run, options }); }
  async start() { noted.push('start'); }
  async stop() { noted.push('stop'); }
};`;

function withClient(build, contents) {
  build.onResolve({ filter: /^vscode-languageclient/ }, () => ({ path: 'client', namespace: 'client' }));
  build.onLoad({ filter: /./, namespace: 'client' }, () => ({ contents, resolveDir: folder }));
}

/** As VS Code starts it: `node-ipc`. */
async function checkServerOverIpc(unpacked) {
  const child = fork(path.join(unpacked, 'extension/dist/server/main.mjs'), [
    '--node-ipc',
    `--clientProcessId=${process.pid}`,
  ]);
  const ended = new Promise((resolve) => child.once('exit', resolve));
  const connection = createProtocolConnection(new IPCMessageReader(child), new IPCMessageWriter(child));
  connection.listen();
  const { capabilities } = await connection.sendRequest('initialize', {
    processId: process.pid,
    rootUri: null,
    capabilities: {},
  });
  assert.equal(capabilities.inlayHintProvider, true);
  await connection.sendRequest('shutdown');
  await connection.sendNotification('exit');
  assert.equal(await ended, 0);
  connection.dispose();
}

async function checkServer(unpacked) {
  const game = path.join(unpacked, 'game');
  mkdirSync(game);
  writeFileSync(
    path.join(game, 'spindle.config.ts'),
    `const known: true = true;\nexport default { strictGlobals: known };`,
  );
  const uri = pathToFileURL(path.join(game, 'guard.ts')).href;
  const child = spawn(process.execPath, [path.join(unpacked, 'extension/dist/server/main.mjs'), '--stdio'], {
    cwd: unpacked,
    stdio: ['pipe', 'pipe', 'inherit'],
  });
  const ended = new Promise((resolve) => child.once('exit', resolve));
  const connection = createProtocolConnection(
    new StreamMessageReader(child.stdout),
    new StreamMessageWriter(child.stdin),
  );
  const published = new Promise((resolve) =>
    connection.onNotification('textDocument/publishDiagnostics', (given) => given.uri === uri && resolve(given)),
  );
  connection.listen();
  const { serverInfo } = await connection.sendRequest('initialize', {
    processId: process.pid,
    rootUri: pathToFileURL(game).href,
    capabilities: {},
  });
  assert.equal(serverInfo.version, read(path.join(server, 'package.json')).version);
  const text = '// @compile\nfunction go(n: number) { wait(n); nobody(); }\n// @allow \n';
  await connection.sendNotification('textDocument/didOpen', {
    textDocument: { uri, languageId: 'typescript', version: 1, text },
  });
  const codes = (await published).diagnostics.map(({ code }) => code);
  assert.ok(codes.includes('SPN109'), `told: ${codes}`);
  const items = await connection.sendRequest('textDocument/completion', {
    textDocument: { uri },
    position: { line: 2, character: 10 },
  });
  assert.match(items[0].documentation.value, /old `x` is read/);
  const changed = new Promise((resolve) =>
    connection.onNotification('textDocument/publishDiagnostics', (given) => given.uri === uri && resolve(given)),
  );
  await connection.sendNotification('textDocument/didChange', {
    textDocument: { uri, version: 2 },
    contentChanges: [{ text: text.replace('// @allow \n', '') }],
  });
  assert.deepEqual(
    (await changed).diagnostics.map(({ code }) => code),
    ['SPN216'],
    'the configuration in TypeScript holds',
  );
  await connection.sendRequest('shutdown');
  await connection.sendNotification('exit');
  assert.equal(await ended, 0);
  connection.dispose();
}

await bundle();
await createVSIX({ cwd: folder, packagePath, skipLicense: false });
const unpacked = mkdtempSync(path.join(tmpdir(), 'spindle-vsix-'));
try {
  const names = await unzip(packagePath, unpacked);
  checkContents(names, unpacked);
  await checkExtension(unpacked);
  await checkActivation(unpacked);
  await checkServer(unpacked);
  await checkServerOverIpc(unpacked);
  console.log(
    `${path.relative(root, packagePath)}: ${names.length} files. What is in it is as it should be, and its server answers. It was not run in VS Code.`,
  );
} finally {
  rmSync(unpacked, { recursive: true });
}
