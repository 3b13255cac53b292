import * as babel from '@babel/core';
import type { NodePath } from '@babel/core';
import plugin from '../src/index.js';

const source = `
// @compile
export function walk(to, { speed = pace() } = {}) {
  while (!this.isAt(to)) {
    const next = this.next(to);
    if (next?.isFree().here) continue;
    this.steps.forEach((step) => this.take(step, next, speed));
  }
  return () => walk(to);
}
// @compile
const guard = { watch(door) { { let seen = 0; door.on('open', () => wait(seen)); } } };
`;

const settings = { babelrc: false, configFile: false, sourceType: 'module' } as const;
const withPlugin = { ...settings, plugins: [plugin] };

/** Each name that a scope of the program binds, with how often it is read and written. */
function bindings(program: NodePath<babel.types.Program>): string[] {
  const found: string[] = [];
  const see = ({ scope, node }: NodePath): void => {
    if (scope.block !== node) return;
    for (const { identifier, kind, references, constantViolations } of Object.values(scope.bindings))
      found.push(`${kind} ${identifier.name}: ${references}, ${constantViolations.length}`);
  };
  see(program);
  program.traverse({ Scopable: see });
  return found;
}

function bindingsOf(ast: babel.types.Node): string[] {
  let found: string[] = [];
  babel.traverse(ast, { Program: (program) => void (found = bindings(program)) });
  return found;
}

const { code } = babel.transformSync(source, withPlugin)!;
const expected = bindingsOf(babel.parseSync(code!, settings)!);

test('a plugin behind ours finds every name where it is now', () => {
  let found: string[] = [];
  const behind = {
    visitor: { Program: { exit: (program: NodePath<babel.types.Program>) => void (found = bindings(program)) } },
  };
  const result = babel.transformSync(source, { ...settings, plugins: [plugin, behind] })!;
  expect(result.code).toBe(code);
  expect(expected.length).toBeGreaterThan(12);
  expect(found).toEqual(expected);
});

test('so does a plugin of a preset with a pass of its own', () => {
  let found: string[] = [];
  const preset = () => ({
    plugins: [{ visitor: { Program: (program: NodePath<babel.types.Program>) => void (found = bindings(program)) } }],
  });
  const apart = { passPerPreset: true };
  babel.transformSync(source, { ...withPlugin, ...apart, presets: [preset] });
  expect(found).toEqual(expected);
});

test('so does whoever asks for the tree', () => {
  const result = babel.transformSync(source, { ...withPlugin, ast: true })!;
  expect(result.code).toBe(code);
  expect(bindingsOf(result.ast!)).toEqual(expected);
});

test('so does whoever gave the tree to be changed in place', () => {
  const ast = babel.parseSync(source, settings)!;
  babel.transformFromAstSync(ast, source, { ...withPlugin, cloneInputAst: false });
  expect(bindingsOf(ast)).toEqual(expected);
});

test('what a plugin before ours has put into the file is compiled with the names it has there', () => {
  const added =
    'const list = [];\nif (a) {\n  const step = () => go(list.slice());\n  (function (list) { step(list.pop()); })(0);\n}';
  const before = {
    visitor: {
      Program({ node }: NodePath<babel.types.Program>) {
        const { body } = babel.parseSync(added, settings)!.program;
        const wrapped = babel.template.statement('{ function outer() { BODY } }')({ BODY: [...body, ...node.body] });
        node.body = [wrapped];
      },
    },
  };
  const marked = babel.transformSync('"use compile";\nlate(list.pop());', { ...settings, plugins: [before, plugin] })!;
  const whole = `"use compile";\n{ function outer() {\n${added}\nlate(list.pop()); } }`;
  expect(marked.code!.replace(/\(\d+\).*"/g, '"')).toBe(
    babel.transformSync(whole, withPlugin)!.code!.replace(/\(\d+\).*"/g, '"'),
  );
  expect(marked.code).toContain('yield late(list.pop())');
});
