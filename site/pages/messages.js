/** The text of each message, read from the source that makes it. What is known only when it happens stands there as ‹name›. */
import { parse } from '@babel/parser';
import { read } from './sources.js';

const FILES = [
  'packages/babel-plugin-threads/src/messages/errors.ts',
  'packages/babel-plugin-threads/src/messages/warnings.ts',
  'packages/runtime/src/messages/errors.ts',
  'packages/runtime/src/saves/errors.ts',
  'packages/runtime/src/messages/more-arguments.ts',
  'packages/runtime/src/messages/warning-texts.ts',
  'packages/cli/src/errors.ts',
];

/** The texts of each code: `SPN107` has several. */
export function readMessages() {
  const found = new Map();
  for (const file of FILES) {
    const { program } = parse(read(file), { sourceType: 'module', plugins: ['typescript'] });
    const constants = new Constants(program);
    visit(program, (node) => {
      const [code, text] = messageOf(node, constants) ?? [];
      if (code !== undefined) found.set(code, [...new Set([...(found.get(code) ?? []), ...text])]);
    });
  }
  return found;
}

const CODE = /^SPN\d{3}$/;

/**
 * `message('SPN101', values, text)`, `new TimeoutError('SPN506', values, text)`, `Object.assign(new TypeError(text), { code: 'SPN536', … })`
 * or `{ code: 'SPN701', text: () => text }`.
 */
function messageOf(node, constants) {
  const inside = { constants, isInner: false };
  if (node.type === 'CallExpression' || node.type === 'NewExpression') {
    const [first, second, third] = node.arguments;
    const code = codeOf(first, constants);
    if (code && second) return [code, textsOf(third ?? second, inside)];
    if (first?.type !== 'NewExpression' || second?.type !== 'ObjectExpression') return undefined;
    const given = codeOf(valueOf(second, 'code'), constants);
    return given && [given, textsOf(first.arguments[0], inside)];
  }
  if (node.type === 'TemplateLiteral') return messageThatNames(node, inside);
  if (node.type !== 'ObjectExpression') return undefined;
  const code = codeOf(valueOf(node, 'code'), constants);
  const text = valueOf(node, 'text');
  return code && text && [code, textsOf(text, inside)];
}

const valueOf = ({ properties }, name) => properties.find(({ key }) => key?.name === name)?.value;

/** `text [SPN424]`: the code is part of the text. */
function messageThatNames(node, inside) {
  const [, code] = / \[(SPN\d{3})\]$/.exec(node.quasis.at(-1).value.cooked) ?? [];
  return code && [code, textsOf(node, inside).map((text) => text.replace(` [${code}]`, ''))];
}

function codeOf(node, constants) {
  const value = node?.type === 'Identifier' ? constants.get(node) : node;
  return value?.type === 'StringLiteral' && CODE.test(value.value) ? value.value : undefined;
}

const KINDS = {
  StringLiteral: ({ value }) => [value],
  TemplateLiteral: ({ quasis, expressions }, inside) =>
    quasis.reduce(
      (texts, quasi, i) => {
        const next = i === 0 ? [''] : textsOf(expressions[i - 1], { ...inside, isInner: true });
        return texts.flatMap((text) => next.map((one) => text + one + quasi.value.cooked));
      },
      [''],
    ),
  BinaryExpression: ({ left, right }, inside) => {
    const inner = { ...inside, isInner: true };
    return textsOf(left, inner).flatMap((text) => textsOf(right, inner).map((other) => text + other));
  },
  // In a part of a text, the longer form says more.
  ConditionalExpression: ({ test, consequent, alternate }, inside) => {
    if (test.name === 'DEV') return textsOf(consequent, inside);
    const all = [...textsOf(consequent, inside), ...textsOf(alternate, inside)];
    return inside.isInner ? [all.toSorted((a, b) => b.length - a.length)[0]] : all;
  },
  LogicalExpression: ({ operator, left, right }, inside) => textsOf(operator === '||' ? left : right, inside),
  ArrowFunctionExpression: ({ body }, inside) => textsOf(body, inside),
  BlockStatement: (block, inside) => {
    const returned = [];
    visit(block, (node) => {
      if (node.type === 'ReturnStatement') returned.push(...textsOf(node.argument, inside));
    });
    return returned;
  },
  ObjectExpression: ({ properties }, inside) => properties.flatMap(({ value }) => textsOf(value, inside)),
  Identifier: (node, inside) => {
    const known = inside.constants.get(node);
    return known === undefined ? [`‹${node.name}›`] : textsOf(known, inside);
  },
  MemberExpression: ({ object, property }, inside) => {
    const table = inside.constants.get(tableOf(object));
    return table?.type === 'ObjectExpression' ? textsOf(table, inside) : [`‹${property.name ?? 'name'}›`];
  },
  CallExpression: ({ callee, arguments: [first] }, inside) => {
    if (callee.type === 'MemberExpression' && callee.computed) return textsOf(callee, inside);
    if (callee.name === 'unasked') return textsOf(first, inside);
    const made = callee.type === 'Identifier' && !inside.isInner && inside.constants.get(callee);
    if (made) return textsOf(made, inside);
    return [`‹${first?.name ?? callee.name ?? callee.object?.name ?? 'name'}›`];
  },
};

/** The forms that a text may take. */
function textsOf(node, inside) {
  const kind = KINDS[node.type];
  return kind === undefined ? ['‹…›'] : kind(node, inside);
}

const tableOf = (object) => (object.type === 'MemberExpression' ? tableOf(object.object) : object);

/** What names stand for: constants of the file, and those of the function around the name. */
class Constants {
  #all = [];

  constructor(program) {
    this.#add(program, program);
  }

  get({ name, start }) {
    const seen = this.#all.filter((one) => one.name === name && one.from <= start && start < one.to);
    return seen.at(-1)?.value;
  }

  #add(node, scope) {
    const isConstant =
      node.type === 'VariableDeclarator' && node.id.type === 'Identifier' && TEXTS.has(node.init?.type);
    if (node.type === 'FunctionDeclaration')
      this.#all.push({ name: node.id.name, value: node.body, from: scope.start, to: scope.end });
    if (isConstant) this.#all.push({ name: node.id.name, value: node.init, from: scope.start, to: scope.end });
    const inner = node.type.includes('Function') ? node : scope;
    for (const one of childrenOf(node)) this.#add(one, inner);
  }
}

const TEXTS = new Set([
  'StringLiteral',
  'TemplateLiteral',
  'ObjectExpression',
  'ConditionalExpression',
  'ArrowFunctionExpression',
]);

function visit(node, see) {
  see(node);
  for (const one of childrenOf(node)) visit(one, see);
}

const childrenOf = (node) =>
  Object.values(node).flatMap((value) => [value].flat().filter((one) => typeof one?.type === 'string'));
