/** What each message names, from the sources that make it: for the site's page of each code. */
import { readFileSync } from 'node:fs';
import path from 'node:path';
import { parse } from '@babel/parser';

const root = path.join(import.meta.dirname, '../..');
const FILES = [
  'packages/babel-plugin-threads/src/messages/errors.ts',
  'packages/babel-plugin-threads/src/messages/warnings.ts',
  'packages/runtime/src/messages/errors.ts',
  'packages/runtime/src/saves/errors.ts',
  'packages/runtime/src/messages/more-arguments.ts',
];

/**
 * By code, the names of its values.
 * @returns {Map<string, string[]>}
 */
export function valuesOfMessages() {
  const all = FILES.flatMap((file) => messagesIn(readFileSync(path.join(root, file), 'utf8')));
  return new Map(all.sort(([a], [b]) => (a < b ? -1 : 1)));
}

/**
 * Of `new TimeoutError('SPN506', { wait }, …)`, `{ code: 'SPN537', values: { word } }` and
 * `{ code: 'SPN601', text: ({ what }: { what: string }) => … }`.
 */
function messagesIn(code) {
  const { program } = parse(code, { sourceType: 'module', plugins: ['typescript'] });
  const nodes = [];
  visit(program, (node) => nodes.push(node));
  const constants = new Map(
    nodes.flatMap(({ type, id, init }) => (type === 'VariableDeclarator' ? [[id.name, init]] : [])),
  );
  const types = new Map(
    nodes.flatMap((node) => (node.type === 'TSTypeAliasDeclaration' ? [[node.id.name, node.typeAnnotation]] : [])),
  );
  return nodes.flatMap((node) => {
    const { type, arguments: [first, values] = [], properties = [] } = node;
    const given =
      type === 'ObjectExpression'
        ? propertyOf(properties, 'code')
        : /^(Call|New)Expression$/.test(type)
          ? first
          : undefined;
    const told = given?.type === 'Identifier' ? constants.get(given.name) : given;
    if (told?.type !== 'StringLiteral' || !/^SPN\d{3}$/.test(told.value)) return [];
    const text = propertyOf(properties, 'text');
    return [[told.value, text ? namesTaken(text) : namesIn(propertyOf(properties, 'values') ?? values, node)]];
  });

  function namesIn(node, around) {
    if (node === undefined) return [];
    if (node.type === 'ConditionalExpression') return namesIn(node.consequent, around);
    if (node.type === 'Identifier') return namesIn(nearest(around, node.name).init, around);
    if (node.type === 'CallExpression') return namesIn(node.arguments[0].body, around);
    return node.properties.map(({ key }) => key.name ?? key.value);
  }

  /** The fields of what a function takes. */
  function namesTaken({ params: [param] }) {
    const type = param?.typeAnnotation.typeAnnotation;
    const { members = [] } = type?.type === 'TSTypeReference' ? types.get(type.typeName.name) : (type ?? {});
    return members.map(({ key }) => key.name);
  }

  /** The last declaration of the name before the message. */
  function nearest({ start }, name) {
    const isIt = (node) => node.type === 'VariableDeclarator' && node.start < start && node.id.name === name;
    return nodes.filter(isIt).sort((a, b) => b.start - a.start)[0];
  }
}

const propertyOf = (properties, name) => properties.find(({ key }) => key?.name === name)?.value;

function visit(node, look) {
  if (Array.isArray(node)) return node.forEach((one) => visit(one, look));
  if (typeof node?.type !== 'string') return;
  look(node);
  for (const value of Object.values(node)) if (typeof value === 'object') visit(value, look);
}
