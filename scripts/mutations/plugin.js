/**
 * Each mutation replaces one piece of a file of packages/babel-plugin-threads/src. The random programs alone have to notice it, unless
 * `noticedBy` names other tests.
 */
export const PLUGIN_MUTATIONS = [
  {
    rule: 'a chain that waits in its middle ends where its object is missing',
    file: 'write/optional-chains.ts',
    find: "types.binaryExpression('==', tested, types.nullLiteral())",
    replace: "types.binaryExpression('===', tested, types.nullLiteral())",
  },
  {
    rule: '`arguments` in an arrow are those of the function around it',
    file: 'analyse/lexical-captures.ts',
    find: "if (between?.wrapper === 'generator') return true;",
    replace: '',
  },
  {
    rule: 'a computed key is worked out once',
    file: 'write/methods.ts',
    find: '  if (own.key !== undefined) {\n    keepKey',
    replace: '  if (own.key === null) {\n    keepKey',
  },
  {
    rule: 'a declaration can be called above itself',
    file: 'write/declarations.ts',
    find: 'insertAt(scope.body, headLength(scope), statements);',
    replace: 'insertAt(scope.body, scope.body.length, statements);',
  },
  {
    rule: 'the receiver of a native is the object that the method was read from',
    file: 'write/calls.ts',
    find: "    const temporary = plan.names.temporary(call.in.node, '$r');\n    member.object = emitter.assign(temporary, member.object);",
    replace: "    const temporary = plan.names.temporary(call.in.node, '$r');",
  },
  {
    rule: 'a sloppy function of a block is seen outside of it, whatever its own directive says',
    file: 'analyse/describe-function.ts',
    find: "return isStrict(compilation, holder) ? 'let' : 'function';",
    replace: "return isStrict(compilation, path) ? 'let' : 'function';",
  },
  {
    rule: 'functions of a static block are hoisted inside it',
    file: 'write/sync-regions.ts',
    find: 'if (own.scope === node) own.scope = inner;',
    replace: '',
  },
  {
    rule: 'what calls something that waits waits too',
    file: 'analyse/may-wait.ts',
    find: '    if (reason) return reason;\n',
    replace: '',
    noticedBy: 'fixtures/fixtures',
  },
];
