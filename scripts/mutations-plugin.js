/**
 * Breaks rules of the plugin one at a time, in a copy of the repository: `npm run mutations:plugin`, or with the beginning of a rule
 * behind `--`. The random programs alone have to notice each; ends with exit code 1 if one goes unnoticed.
 */
import { spawnSync } from 'node:child_process';
import { cpSync, mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';

/** Each replaces one piece of a file of the plugin. */
const MUTATIONS = [
  {
    rule: 'a chain that waits in its middle ends where its object is missing',
    file: 'rewrite-chains.ts',
    find: "types.binaryExpression('==', tested, types.nullLiteral())",
    replace: "types.binaryExpression('===', tested, types.nullLiteral())",
  },
  {
    rule: '`arguments` in an arrow are those of the function around it',
    file: 'captures.ts',
    find: "if (between?.form === 'thread') return true;",
    replace: '',
  },
  {
    rule: 'a computed key is worked out once',
    file: 'methods.ts',
    find: '  if (own.key !== undefined) {\n    keepKey',
    replace: '  if (own.key === null) {\n    keepKey',
  },
  {
    rule: 'a declaration can be called above itself',
    file: 'declarations.ts',
    find: 'insertAt(scope.body, headLength(scope), statements);',
    replace: 'insertAt(scope.body, scope.body.length, statements);',
  },
  {
    rule: 'the receiver of a native is the object that the method was read from',
    file: 'rewrite-calls.ts',
    find: "    const temporary = plan.names.temporary(call.in.node, '$r');\n    member.object = emitter.assign(temporary, member.object);",
    replace: "    const temporary = plan.names.temporary(call.in.node, '$r');",
  },
  {
    rule: 'a sloppy function of a block is seen outside of it, whatever its own directive says',
    file: 'functions.ts',
    find: "return isStrict(compilation, holder) ? 'let' : 'function';",
    replace: "return isStrict(compilation, path) ? 'let' : 'function';",
  },
  {
    rule: 'functions of a static block are hoisted inside it',
    file: 'rewrite-places.ts',
    find: 'if (own.scope === node) own.scope = inner;',
    replace: '',
  },
];

const root = path.join(import.meta.dirname, '..');
const copy = mkdtempSync(path.join(tmpdir(), 'spindle-plugin-mutations-'));
const skipped = new Set(['node_modules', '.git', 'dist', 'build']);
cpSync(root, copy, { recursive: true, filter: (file) => !skipped.has(path.basename(file)) });
symlinkSync(path.join(root, 'node_modules'), path.join(copy, 'node_modules'));

const only = process.argv[2] ?? '';
let unnoticed = 0;
for (const mutation of MUTATIONS.filter(({ rule }) => rule.startsWith(only))) {
  const found = differenceUnder(mutation);
  if (found === undefined) unnoticed++;
  console.log(`${found === undefined ? 'UNNOTICED' : 'noticed  '}  ${mutation.rule}\n           ${found ?? ''}`);
}
rmSync(copy, { recursive: true });
console.log(`\n${unnoticed} of the broken rules went unnoticed.`);
process.exitCode = unnoticed === 0 ? 0 : 1;

/** The first difference that shows in the programs of `npm test`, or some more of them. */
function differenceUnder({ rule, file, find, replace }) {
  const target = path.join(copy, 'packages/babel-plugin-threads/src', file);
  const source = readFileSync(target, 'utf8');
  if (source.split(find).length !== 2)
    throw new Error(`mutations: "${rule}" does not fit ${file} any more. Mend its text.`);
  writeFileSync(
    target,
    source.replace(find, () => replace),
  );
  const env = { ...process.env, PROGRAM_RUNS: '1000', PROGRAM_SEED: '20261121', PROGRAM_FAILURES: '1' };
  const { status, stdout } = spawnSync(process.execPath, ['scripts/nightly.js', 'programs'], { cwd: copy, env });
  writeFileSync(target, source);
  if (status === 0) return undefined;
  return /^(?:compiled|waiting|stressed): .*$/m.exec(stdout.toString())?.[0] ?? 'the plugin does not build';
}
