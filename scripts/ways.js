/**
 * Counts the ways through the runtime: how often somebody who follows a value from function to function comes into another file, there or back.
 *
 *   npm run ways                                         those of WAYS
 *   npm run ways -- dispatch/calls.ts:callBeside:code    that of a parameter of a function
 *   npm run ways -- --root ../before                     in another checkout
 *
 * A value is followed by its name: as an argument, as a receiver, and as a constant that it is given to. Each function is gone through once for each of its
 * parameters, in the order of the text. A method is found by its name, if one class alone has it. Not followed are objects with the value in them,
 * accessors, and calls through a table or a layer.
 *
 *   a turn                       105 at adf347c4, 111 in November 2026 (aim 37)
 *   a hot turn                     5 and 9
 *   a cancel                      99 and 61 (aim 64)
 *   a start on a busy owner        9 and 9 (aim 3)
 *
 * A turn passes through owners, joins and texts, as these are in the kernel (execution/layers.ts says why). Fewer files would not shorten its way through functions.
 */
import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { parseArgs } from 'node:util';
import * as babel from '@babel/core';

/** A turn, a hot one, a cancel, a start. */
const WAYS = [
  'scheduling/turn.ts:goOn:thread',
  'scheduling/due-turns.ts:runDue:list',
  'scheduling/end.ts:unwind:thread',
  'dispatch/calls.ts:callBeside:lock',
];

const { types } = babel;
const { values, positionals } = parseArgs({
  options: { root: { type: 'string', default: path.join(import.meta.dirname, '..') } },
  allowPositionals: true,
});
const plain = (node) => (/^TS.*Expression$/.test(node.type) ? plain(node.expression) : node);
const src = path.join(values.root, 'packages/runtime/src');
const files = new Map();
const methods = new Map();
for (const file of readdirSync(src, { recursive: true, encoding: 'utf8' })) if (file.endsWith('.ts')) read(file);
for (const way of positionals.length > 0 ? positionals : WAYS) console.log(`${way}: ${count(...way.split(':'))}`);

/** The functions of a file by their names, and what it imports. */
function read(file) {
  const functions = new Map();
  const imports = new Map();
  files.set(file, { functions, imports });
  const { program } = babel.parseSync(readFileSync(path.join(src, file), 'utf8'), {
    filename: file,
    babelrc: false,
    configFile: false,
    parserOpts: { plugins: ['typescript'] },
  });
  types.traverseFast(program, (node) => {
    if (node.type === 'FunctionDeclaration') functions.set(node.id.name, { file, node });
    else if (node.type === 'VariableDeclarator' && types.isFunction(node.init))
      functions.set(node.id.name, { file, node: node.init });
    else if (node.type === 'ClassMethod' && node.kind === 'method')
      methods.set(node.key.name, [...(methods.get(node.key.name) ?? []), { file, node }]);
    else if (node.type === 'ImportDeclaration' && node.source.value.startsWith('.')) {
      const from = path.join(path.dirname(file), node.source.value).replace(/\.js$/, '.ts');
      for (const { local, imported } of node.specifiers) imports.set(local.name, { from, name: imported?.name });
    }
  });
}

/** The function that a callee names. */
function find(file, callee) {
  if (callee.type === 'Identifier') {
    const { functions, imports } = files.get(file) ?? {};
    const imported = imports?.get(callee.name);
    return imported ? files.get(imported.from)?.functions.get(imported.name) : functions?.get(callee.name);
  }
  const found = types.isMemberExpression(callee) ? methods.get(callee.property.name) : undefined;
  return found?.length === 1 ? found[0] : undefined;
}

function count(file, name, parameter) {
  const start = files.get(file)?.functions.get(name);
  if (start === undefined) throw new Error(`ways: ${file} has no function ${name}`);
  const seen = new Set();
  const stays = [];
  follow(start, parameter);
  return `${stays.length} stays in ${new Set(stays).size} files`;

  function stayIn(where) {
    if (stays.at(-1) !== where) stays.push(where);
  }

  /** `own`: what the value is called in the function. */
  function follow({ file: where, node: fn }, own) {
    const key = `${where}:${fn.start}:${own}`;
    if (seen.has(key)) return;
    seen.add(key);
    const known = new Set([own]);
    const isIt = (node) => node && (node.type === 'ThisExpression' ? known.has('this') : known.has(plain(node)?.name));
    stayIn(where);
    visit(fn.body);

    function visit(node) {
      for (const field of types.VISITOR_KEYS[node.type])
        for (const child of [node[field]].flat()) if (child) visit(child);
      if (node.type === 'VariableDeclarator' && node.init && isIt(plain(node.init)) && node.id.type === 'Identifier')
        known.add(node.id.name);
      if (!types.isCallExpression(node) && !types.isOptionalCallExpression(node)) return;
      const called = find(where, node.callee);
      if (called === undefined) return;
      if (isIt(node.callee.object)) enter(called, 'this');
      node.arguments.forEach((given, at) => {
        const to = called.node.params[at];
        if (isIt(plain(given)) && to) enter(called, plain(to.left ?? to).name);
      });
    }

    function enter(called, its) {
      if (its === undefined) return;
      follow(called, its);
      stayIn(where);
    }
  }
}
