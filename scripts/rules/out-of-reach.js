/**
 * Branches of `lower` that no random program can use: `text` is a part of their line. Programs are classic scripts without types, JSX, decorators, `using` and
 * `import()`, all of which have fixtures.
 */
const inFile = (file, ...texts) => texts.map((text) => ({ file, text }));

export const OUT_OF_REACH = [
  // JSX: fixtures/frames/waits-in-jsx, fixtures/frames/variables-before-their-line
  ...inFile('emit/expressions/jsx.ts', 'function ', 'const isUpper'),
  ...inFile('emit/expressions/expressions.ts', "case 'JSXElement':", "case 'JSXFragment':"),
  ...inFile('read/declared-names.ts', 'function isComponent('),
  ...inFile('read/variables.ts', "case 'JSXIdentifier':"),
  ...inFile('simplify/rewrite-variables.ts', 'types.jsxIdentifier(self)'),
  ...inFile('simplify/tdz-checks.ts', "case 'JSXOpeningElement':", '#checkElement(node: t.JSXOpeningElement)'),
  ...inFile('simplify/renaming.ts', "if (node.type === 'JSXIdentifier')"),

  // types and parentheses: fixtures/frames runs each fixture in TypeScript with this target
  ...inFile('emit/expressions/optional-chains.ts', "'TSNonNullExpression'"),
  ...inFile('emit/expressions/expressions.ts', 'if (isTransparent(node))'),
  ...inFile('read/declared-names.ts', 'if (isOnlyType(one))', "'declare' in node", "'TypeCastExpression'"),
  ...inFile(
    'read/variables.ts',
    'if (isOnlyType(node))',
    "'typeParameters'",
    "case 'TSParameterProperty':",
    "case 'ParenthesizedExpression':",
    "case 'TSAsExpression':",
    "case 'TSSatisfiesExpression':",
    "case 'TSNonNullExpression':",
    "case 'TSTypeAssertion':",
    "'TSDeclareMethod'",
  ),
  ...inFile(
    'simplify/declarations.ts',
    'if (typed.typeAnnotation)',
    'if (typed.optional)',
    'if (types.isTSEnumDeclaration(one)',
    'node.abstract) dropAbstract',
    'function dropAbstract(',
    'function assignEnum(',
  ),

  // enums, and classes with decorators of TypeScript: fixtures/frames/enums-in-functions, fixtures/frames/decorated-classes-of-typescript
  ...inFile('read/declared-names.ts', 'types.isTSEnumDeclaration(one)'),
  ...inFile(
    'read/variables.ts',
    "case 'TSEnumDeclaration':",
    '#visitEnum(node: t.TSEnumDeclaration)',
    'const membersOf',
    'const nameOfMember',
  ),
  ...inFile('why-not-lowered.ts', 'own.some(isMerged)'),
  ...inFile('simplify/iteration-bindings.ts', 'if (isDeclared)', 'export function declareInScope('),

  // It tells of functions that are larger than those of programs: packages/babel-plugin-threads/test/lower/size
  ...inFile('crowded-pauses.ts', 'loc: start ?'),

  // It runs when the module is loaded, before anything is counted.
  ...inFile('emit/spill-and-restore.ts', 'const PLACES = '),

  // decorators: fixtures/frames/waits-in-the-head-of-a-class
  ...inFile('emit/expressions/classes.ts', 'partsOfDecorators = '),
  ...inFile('read/variables.ts', "this.#visitFields(member, ['decorators'])"),

  // `using`: fixtures/frames/using-in-blocks-that-wait
  ...inFile('read/declared-names.ts', "'using')"),
  ...inFile(
    'simplify/using-blocks.ts',
    'if (body?.some(isUsing))',
    "names.ofLoop(fn, '$using')",
    'const { init } = loop',
    'function keepUsing(',
    'function guardUsing(',
  ),
  ...inFile('simplify/normal-form.ts', 'openHead(tools, node)'),
  ...inFile('emit/statements/tries.ts', 'if (usings.has(node)) return lowerUsing'),
  ...inFile('emit/statements/usings.ts', 'function lowerUsing('),

  // `import()`: programs are made by `new Function`, where it finds no module. packages/babel-plugin-threads/test/lower
  ...inFile('emit/expressions/calls.ts', 'types.isImport(callee)'),
  ...inFile('emit/expressions/expressions.ts', "case 'ImportExpression':"),

  // what can never happen: a type allows it, or an error of ours is thrown there
  ...inFile('emit/expressions/optional-chains.ts', "one.kind === 'plain' ? [one.node] : []"),
  ...inFile('emit/statements/statements.ts', 'default:'),
];
