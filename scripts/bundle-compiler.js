/**
 * Bundles @spindle/compiler with the parts of Babel that it needs into one file, which runs in Node and in pages:
 * a part of `npm run build`. Types are written by `tsc`.
 */
import { existsSync, readdirSync, statSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import path from 'node:path';
import * as esbuild from 'esbuild';
import { licencesOf } from './licences.js';

const root = path.join(import.meta.dirname, '..');
const dist = path.join(root, 'packages/compiler/dist');
const plugin = path.join(root, 'packages/babel-plugin-threads/dist');
const output = path.join(dist, 'bundle/compiler.js');

function isFresh() {
  if (!existsSync(output)) return false;
  const built = statSync(output).mtimeMs;
  const sources = [import.meta.filename, path.join(root, 'package-lock.json'), ...filesOf(dist), ...filesOf(plugin)];
  return sources.every((file) => file.startsWith(path.dirname(output)) || statSync(file).mtimeMs <= built);
}

function filesOf(folder) {
  return readdirSync(folder, { recursive: true, encoding: 'utf8' })
    .filter((name) => name.endsWith('.js'))
    .map((name) => path.join(folder, name));
}

async function bundle() {
  const { metafile } = await esbuild.build({
    entryPoints: [path.join(dist, 'index.js')],
    outfile: output,
    bundle: true,
    format: 'esm',
    platform: 'browser',
    target: 'es2022',
    // Names and lines stay: they are shown in stack traces, and Node prints the line that throws.
    minifySyntax: true,
    metafile: true,
    // Babel asks these for features of its next version, and for colours.
    define: {
      'process.env.BABEL_8_BREAKING': 'false',
      'process.env.BABEL_TYPES_8_BREAKING': 'false',
      'process.env': '{}',
    },
    plugins: [withoutDebug, withoutUnused],
    logLevel: 'warning',
  });
  writeFileSync(path.join(dist, 'bundle/LICENSES.txt'), licencesOf(metafile));
}

/** Traverse can log each step with the library `debug`, which reads the environment. Here nobody can turn that on. */
const withoutDebug = {
  name: 'without-debug',
  setup(build) {
    build.onResolve({ filter: /^debug$/ }, () => ({ path: 'debug', namespace: 'none' }));
    build.onLoad({ filter: /^debug$/, namespace: 'none' }, () => ({
      contents: 'module.exports = () => Object.assign(() => {}, { enabled: false });',
    }));
  },
};

/**
 * Parts of Babel that are never run here, and what their users ask of them. Types of Flow, and what Babel no longer parses, are never there, so nothing prints them; but the
 * printer numbers the types of nodes in the order of these functions, and knows some by their number. Of the assertions of types, which check what somebody else has made, two are called. Nodes are built by the functions whose names begin with a small
 * letter. No types are united, no statements become one expression, no template is a tagged literal, no node is made of a value, and none becomes an expression or a block. Nothing is hoisted, evaluated, compared, converted, inserted, removed, replaced, renamed, commented or given a type with a path, and no text is printed again as it was.
 */
const UNUSED = [
  [/@babel[/\\]generator[/\\]lib[/\\]generators[/\\]flow\.js$/, stubsOf('flow')],
  [
    /@babel[/\\]types[/\\]lib[/\\]asserts[/\\]generated[/\\]index\.js$/,
    'exports.assertExpression = exports.assertExpressionStatement = () => {};',
  ],
  [/@babel[/\\]traverse[/\\]lib[/\\]path[/\\]evaluation\.js$/, 'exports.evaluate = exports.evaluateTruthy = () => {};'],
  [/@babel[/\\]traverse[/\\]lib[/\\]path[/\\]conversion\.js$/, ''],
  [/@babel[/\\]traverse[/\\]lib[/\\]path[/\\](?:introspection|modification|removal|replacement)\.js$/, ''],
  [/@babel[/\\]traverse[/\\]lib[/\\]scope[/\\]lib[/\\]renamer\.js$/, 'exports.default = class {};'],
  [/@babel[/\\]traverse[/\\]lib[/\\]path[/\\]comments\.js$/, ''],
  // Of these, TypeScript still has one.
  [
    /@babel[/\\]generator[/\\]lib[/\\]generators[/\\]deprecated\.js$/,
    `${stubsOf('deprecated')}
     exports.TSExpressionWithTypeArguments = function ({ expression, typeParameters }) {
       this.print(expression);
       this.print(typeParameters);
     };`,
  ],
  [/@babel[/\\]generator[/\\]lib[/\\]token-map\.js$/, 'exports.TokenMap = class {};'],
  [/@babel[/\\]traverse[/\\]lib[/\\]path[/\\]inference[/\\]index\.js$/, ''],
  [/@babel[/\\]traverse[/\\]lib[/\\]path[/\\]lib[/\\]hoister\.js$/, 'exports.default = class {};'],
  ...[
    /(?:gatherSequenceExpressions|toSequenceExpression|toStatement|toKeyAlias|toBindingIdentifierName|valueToNode)\.js$/,
    /(?:getFunctionName|isValidES3Identifier|prependToMemberExpression|appendToMemberExpression)\.js$/,
    /(?:buildChildren|cleanJSXElementLiteralChild|createTSUnionType|createFlowUnionType)\.js$/,
    /(?:toExpression|toBlock|ensureBlock|toComputedKey|isReactComponent|isSpecifierDefault|isImmutable)\.js$/,
    /(?:isNodesEquivalent|traverse)\.js$/,
  ].map(({ source }) => [
    new RegExp(String.raw`@babel[/\\]types[/\\]lib[/\\].*[/\\]${source}`),
    'exports.default = () => {};',
  ]),
  [/@babel[/\\]types[/\\]lib[/\\]builders[/\\]generated[/\\]uppercase\.js$/, ''],
  [/@babel[/\\]template[/\\]lib[/\\]literal\.js$/, 'exports.default = () => {};'],
  [/@babel[/\\]types[/\\]lib[/\\]modifications[/\\]\w+[/\\]removeTypeDuplicates\.js$/, 'exports.default = () => {};'],
  [
    /@babel[/\\]types[/\\]lib[/\\]builders[/\\]flow[/\\]createTypeAnnotationBasedOnTypeof\.js$/,
    'exports.default = () => {};',
  ],
];

/** Printers of these types that print nothing. */
function stubsOf(types) {
  const require = createRequire(import.meta.url);
  // It is in a cycle of files, so the first of them is loaded before.
  const [, printers] = ['', `/lib/generators/${types}.js`].map((file) => require(`@babel/generator${file}`));
  return `for (const name of '${Object.keys(printers).join(' ')}'.split(' ')) exports[name] = () => {};`;
}

const withoutUnused = {
  name: 'without-unused',
  setup(build) {
    for (const [filter, contents] of UNUSED) build.onLoad({ filter }, () => ({ contents }));
  },
};

if (!isFresh()) await bundle();
