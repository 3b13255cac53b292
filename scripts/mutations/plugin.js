/**
 * Each mutation replaces one piece of a file in packages/babel-plugin-threads/src. The random programs must notice it, unless `noticedBy` names other
 * tests.
 */
export const PLUGIN_MUTATIONS = [
  {
    rule: 'a chain that waits in its middle ends where its object is missing',
    file: 'write/generators/optional-chains.ts',
    find: "'TESTED == null ? NOTHING : REST'",
    replace: "'TESTED === null ? NOTHING : REST'",
  },
  {
    rule: '`arguments` in an arrow are those of the function around it',
    file: 'analyse/functions/crosses-suspendable.ts',
    find: "if (plan.functions.get(at.node)?.wrapper === 'suspendable') return true;",
    replace: 'continue;',
  },
  {
    rule: 'a computed key is worked out once',
    file: 'write/generators/computed-keys.ts',
    find: '  if (shape.key !== undefined) {\n    keepKey',
    replace: '  if (shape.key === null) {\n    keepKey',
  },
  {
    rule: 'a declaration can be called above itself',
    file: 'write/generators/insert-first.ts',
    find: 'isBehind ? prologueLength(holder) : 0',
    replace: 'isBehind ? holder.body.length : 0',
  },
  {
    rule: 'the receiver of a native is the object that the method was read from',
    file: 'write/generators/calls.ts',
    find: '      member.object = emit.assign(receiver.name, member.object);\n',
    replace: '',
  },
  {
    rule: 'a sloppy function of a block is seen outside of it, whatever its own directive says',
    file: 'language/hoisting.ts',
    find: "return isStrict(compilation, around) ? 'block' : 'outOfBlock';",
    replace: "return isStrict(compilation, path) ? 'block' : 'outOfBlock';",
  },
  {
    rule: 'functions of a static block are hoisted inside it',
    file: 'write/sync-regions.ts',
    find: 'written.blocks.set(node, inner);',
    replace: '',
  },
  {
    rule: 'what calls something that waits waits too',
    file: 'analyse/waiting/may-wait.ts',
    find: '    if (reason) return reason;\n',
    replace: '',
    noticedBy: 'fixtures/fixtures',
  },
  {
    rule: 'a question assigns its own variables only',
    file: 'analyse/questions/read-effects.ts',
    find: 'if (types.isIdentifier(one)) return isOwnVariable(owner, path, one.name);',
    replace: 'if (types.isIdentifier(one)) return true;',
    noticedBy: 'test/analyse/questions',
  },
  {
    rule: 'a method that a question calls is judged with its overrides',
    file: 'analyse/questions/members.ts',
    find: 'const below = withSubclasses ? [holder.of] : [];',
    replace: 'const below: (object | string)[] = withSubclasses ? [] : [];',
    noticedBy: 'test/analyse/questions',
  },
  {
    rule: 'a function of the file that has the name of a builtin may be meant',
    file: 'analyse/questions/read-effects.ts',
    find: '    callsOurs(reader, node, named);\n',
    replace: '    void named;\n',
    noticedBy: 'test/analyse/questions',
  },
  {
    rule: 'nothing in a question is yielded',
    file: 'analyse/questions/questions.ts',
    find: '  dropCalls(analysis);\n',
    replace: '',
    noticedBy: 'fixtures/fixtures',
  },
  {
    rule: 'what changes something through another function is no question',
    file: 'analyse/questions/questions.ts',
    find: '[one.changes, isNew] = [of(changing)!.changes, true];',
    replace: '[one.changes, isNew] = [one.changes, isNew];',
    noticedBy: 'test/analyse/questions',
  },
  {
    rule: 'a variable that is also assigned something else is of no kind',
    file: 'language/builtin-types.ts',
    find: 'return constantViolations.every((change) => keepsKind(assuming, change, kind)) ? kind : undefined;',
    replace: 'return kind;',
    noticedBy: 'fixtures/fixtures',
  },
  {
    rule: 'a call in a getter that may wait tells the runtime',
    file: 'analyse/waiting/may-wait.ts',
    find: 'return called === undefined || (!called.saidInstant && mayPause(waiting, called));',
    replace: 'return called === undefined;',
    noticedBy: 'fixtures/fixtures',
  },
  {
    rule: 'an arrow of a constructor may be called when that has returned',
    file: 'analyse/calls/calls-in-regions.ts',
    find: 'if (!isDirect || ',
    replace: 'if (',
    noticedBy: 'fixtures/fixtures',
  },
];
