/**
 * Mutations of `lower`, the stage that makes frames: each replaces one piece of a file in packages/babel-plugin-threads/src/lower. The random programs
 * must notice it, unless `noticedBy` names other tests.
 */
const inStage = (file, mutations) => mutations.map((one) => ({ file: `lower/${file}`, ...one }));

export const LOWER_MUTATIONS = [
  ...inStage('simplify/error-messages.ts', [
    {
      rule: 'an error that the body catches itself names no temporaries',
      find: '(isIn || pauses.holds(child))',
      replace: 'isIn',
      noticedBy: 'fixtures/fixtures',
    },
  ]),
  ...inStage('simplify/block-functions.ts', [
    {
      rule: 'parameters do not see a function of a block of sloppy code',
      find: 'seenByParameters.has(name) ? ofBlockOnly(reading, node) : node',
      replace: 'node',
      noticedBy: 'fixtures/fixtures',
    },
  ]),
  ...inStage('simplify/parameter-scope.ts', [
    {
      rule: 'the variables of functions of blocks are those of the body',
      find: 'varsOfBlockFunctions.set(block, ofBlocks);',
      replace: '',
      noticedBy: 'fixtures/fixtures',
    },
  ]),
  ...inStage('emit/dispatch/dispatch.ts', [
    {
      rule: 'what stands before a pause runs once, and not when the function goes on',
      find: '  return [types.ifStatement(l.testFresh(), isAlone ? only! : types.blockStatement(statements))];',
      replace: '  return statements;',
    },
    {
      rule: 'behind the place where it goes on it runs: what is around asks for that',
      find: '...(isAsked ? [l.resetPc(stop.pause.at)] : []), ...behind]',
      replace: '...behind]',
    },
    {
      rule: 'every place in a statement leads to it',
      find: 'for (const pc of item.pcs) open(pc);',
      replace: 'for (const pc of item.pcs.slice(0, 1)) open(pc);',
    },
  ]),
  ...inStage('plan/sequence.ts', [
    {
      rule: 'a loop is entered anew only if nothing in its body stands behind a pause',
      find: 'if (first < this.items.length - 1) return false;',
      replace: '',
      noticedBy: 'fixtures/fixtures',
    },
  ]),
  ...inStage('emit/dispatch/branches.ts', [
    {
      rule: 'a branch is entered where the function goes on in it',
      find: "if (second.length === 0) return types.logicalExpression('||', l.testResumed(), test);",
      replace: 'if (second.length === 0) return test;',
    },
    {
      rule: 'the other branch is not, where it goes on in an `else`',
      find: "if (first.length === 0) return types.logicalExpression('&&', l.testFresh(), test);",
      replace: 'if (first.length === 0) return test;',
      noticedBy: 'fixtures/fixtures',
    },
    {
      rule: '`||` evaluates its right side where the left one is falsy',
      find: "return operator === '||' ? types.unaryExpression('!', value)",
      replace: "return operator === '||' ? value",
      noticedBy: 'fixtures/fixtures',
    },
    {
      rule: 'places are compared as a row only where no other lies between',
      find: 'if (pcs.length > 1 && Math.max(...pcs) < Math.min(...others))',
      replace: 'if (pcs.length > 1)',
      noticedBy: 'fixtures/fixtures',
    },
  ]),
  ...inStage('emit/dispatch/closing.ts', [
    {
      rule: 'an iterator is closed when its loop is left by an error',
      find: 'catch (NAME) { CLOSED.fail(NAME); throw NAME; }',
      replace: 'catch (NAME) { throw NAME; }',
      noticedBy: 'fixtures/fixtures',
    },
    {
      rule: 'an iterator is closed when its loop is left',
      find: 'BODY; CLOSED.close(); }',
      replace: 'BODY; }',
      noticedBy: 'fixtures/fixtures',
    },
    {
      rule: 'an error that comes back is thrown in the innermost block around its pause',
      find: 'isOneOf(l, pcs, others))];',
      replace: 'isOneOf(l, others, pcs))];',
      noticedBy: 'fixtures/fixtures',
    },
  ]),
  ...inStage('emit/statements/loops.ts', [
    {
      rule: 'the test of a loop is not asked when it goes on in its body',
      find: "return locate(l.types.logicalExpression('||', l.testResumed(), test), test);",
      replace: 'return test;',
      noticedBy: 'fixtures/fixtures',
    },
    {
      rule: 'each iteration of a `for` has a box of its own',
      find: "emit.statement('NAME = { v: NAME.v };', { NAME: name })",
      replace: "emit.statement('NAME.v = NAME.v;', { NAME: name })",
      noticedBy: 'fixtures/fixtures',
    },
    {
      rule: 'it has it before the update',
      find: 'const all = node.update ? [...boxes, node.update] : boxes;',
      replace: 'const all = node.update ? [node.update, ...boxes] : boxes;',
      noticedBy: 'fixtures/fixtures',
    },
    {
      rule: 'a loop ends where its test, which waits, says no',
      find: "types.unaryExpression('!', value), types.breakStatement()",
      replace: 'value, types.breakStatement()',
    },
    {
      rule: 'a loop that is entered anew goes on with its update',
      find: 'return [l.statement(types.cloneNode(update, true), update)];',
      replace: 'return [];',
      noticedBy: 'fixtures/fixtures',
    },
  ]),
  ...inStage('emit/statements/iterations.ts', [
    {
      rule: 'a loop over values goes on where it was, and takes no other value',
      find: 'isGuarded ? guardTest(l, more) : more',
      replace: 'more',
      noticedBy: 'fixtures/fixtures',
    },
  ]),
  ...inStage('emit/statements/switches.ts', [
    {
      rule: 'a switch is entered in the case in which it goes on',
      find: "emit.expression('FRESH ? CASE : RESUMED', {",
      replace: "emit.expression('FRESH ? CASE : CASE', {",
      noticedBy: 'fixtures/fixtures',
    },
    {
      rule: 'no case is none',
      find: "      seq.add(emit.statement('CASE = -1;', { CASE }));\n      seq.add(locate(types.switchStatement",
      replace: '      seq.add(locate(types.switchStatement',
      noticedBy: 'fixtures/fixtures',
    },
  ]),
  ...inStage('emit/statements/tries.ts', [
    {
      rule: 'what a `finally` block that waits holds back is thrown behind it',
      find: "  seq.add(emit.statement('if (THROWN !== null) throw THROWN.error;', parts));",
      replace: '',
      noticedBy: 'fixtures/fixtures',
    },
    {
      rule: 'a `catch` that waits runs only if something was caught',
      find: "const test = emit.expression('KIND === 1', { KIND });",
      replace: "const test = emit.expression('KIND !== 2', { KIND });",
      noticedBy: 'fixtures/fixtures',
    },
  ]),
  ...inStage('simplify/redirect-exits.ts', [
    {
      rule: 'a `return` out of a loop over values gives its value behind it',
      find: 'exits.push({ ...exit, argument: types.identifier(redirecting.value) });',
      replace: 'exits.push({ ...exit, argument: null });',
      noticedBy: 'fixtures/fixtures',
    },
    {
      rule: 'who catches what is thrown on the way out takes the exit back',
      find: 'if (mayThrow && one.handler) catching.add(one.handler);',
      replace: 'if (mayThrow && one.handler && catching.size < 0) catching.add(one.handler);',
      noticedBy: 'fixtures/fixtures',
    },
  ]),
  ...inStage('emit/expressions/expressions.ts', [
    {
      rule: 'a method behind a comma has no receiver',
      find: 'return isReference ? types.sequenceExpression([types.numericLiteral(0), value]) : value;',
      replace: 'return value;',
      noticedBy: 'fixtures/fixtures',
    },
  ]),
  ...inStage('emit/expressions/keep-earlier-parts.ts', [
    {
      rule: 'what is evaluated before a pause is kept over it',
      find: 'isStable(l, value) ? value : l.id(keepInTemporary(l, seq, value, role));',
      replace: 'isStable(l, value) || role === "left" ? value : l.id(keepInTemporary(l, seq, value, role));',
      noticedBy: 'fixtures/fixtures',
    },
    {
      rule: 'a variable that somebody assigns to is kept before a pause',
      find: 'if (types.isIdentifier(value)) return l.rewritten.isSettled(value.name) || l.tools.isOfRuntime(value.name);',
      replace: 'if (types.isIdentifier(value)) return true;',
      noticedBy: 'fixtures/fixtures',
    },
  ]),
  ...inStage('emit/expressions/calls.ts', [
    {
      rule: 'a method is called on its object',
      find: "return locate(l.emit.expression('$callOn(METHOD, OBJECT, ARGS)', parts), node);",
      replace: "return locate(l.emit.expression('METHOD(ARGS)', parts), node);",
      noticedBy: 'fixtures/fixtures',
    },
  ]),
  ...inStage('emit/expressions/optional-chains.ts', [
    {
      rule: 'a chain ends where its object is missing',
      find: "const test = l.emit.expression('NAME != null', { NAME: name });",
      replace: "const test = l.emit.expression('NAME !== null', { NAME: name });",
      noticedBy: 'fixtures/fixtures',
    },
  ]),
  ...inStage('emit/expressions/literals.ts', [
    {
      rule: 'what stands in a template is made text before what waits behind it',
      find: "node.expressions.map((_, i) => ({ ...part(node, 'expressions', i), kept })),",
      replace: "node.expressions.map((_, i) => part(node, 'expressions', i)),",
      noticedBy: 'fixtures/fixtures',
    },
  ]),
  ...inStage('emit/expressions/patterns.ts', [
    {
      rule: 'a default is taken only for what is undefined',
      find: "const test = l.emit.expression('NAME === void 0', { NAME: name });",
      replace: "const test = l.emit.expression('NAME == null', { NAME: name });",
      noticedBy: 'fixtures/fixtures',
    },
    {
      rule: 'the rest of an object has none of the keys before it',
      find: 'if (rest) keys.push(nameOfKey(l, key, property.computed));',
      replace: '',
      noticedBy: 'fixtures/fixtures',
    },
  ]),
  ...inStage('emit/expressions/assignments.ts', [
    {
      rule: '`x += f()` reads `x` before the call',
      find: "const before = keep(l, seq, target as t.Expression, 'left');",
      replace: 'const before = target as t.Expression;',
      noticedBy: 'fixtures/fixtures',
    },
  ]),
  ...inStage('plan/hoisting.ts', [
    {
      rule: 'what is assigned to after a function was made has a box',
      find: "if (isAssigned(variable) || isEarly || isOwnName) return { as: 'box', isEarly };",
      replace: "if (isEarly || isOwnName) return { as: 'box', isEarly };",
      noticedBy: 'fixtures/fixtures',
    },
    {
      rule: 'a function of a loop gets the variables of its iteration',
      find: "as === 'shared' || !variable.scope.isInLoop",
      replace: "as === 'shared' || variable.scope.isInLoop",
      noticedBy: 'fixtures/fixtures',
    },
    {
      rule: 'a declaration in a block of a loop is bound, wherever it stands',
      find: 'if (variable !== undefined && !found.has(variable))',
      replace: 'if (variable !== undefined && found.has(variable))',
      noticedBy: 'fixtures/fixtures',
    },
  ]),
  ...inStage('simplify/declarations.ts', [
    {
      rule: 'the key of a pattern keeps its question mark',
      find: ' if (one !== key && one !== right)',
      replace: ' if (one !== right)',
      noticedBy: 'fixtures/fixtures',
    },
  ]),
  ...inStage('plan/early-uses.ts', [
    {
      rule: 'a variable is not there above its line',
      find: "if (!inside && at < declaredAt) return 'always';",
      replace: '',
      noticedBy: 'fixtures/fixtures',
    },
    {
      rule: 'what a later `case` reads of an earlier one may not be there',
      find: "return from > caseEnd ? 'maybe' : 'never';",
      replace: "return 'never';",
      noticedBy: 'fixtures/fixtures',
    },
  ]),
  ...inStage('simplify/tdz-checks.ts', [
    {
      rule: 'a constant is not assigned to',
      find: "const isConstant = variable.kind === 'const' && use.how === 'assigns';",
      replace: "const isConstant = variable.name === '' && use.how === 'assigns';",
      noticedBy: 'fixtures/fixtures',
    },
  ]),
  ...inStage('simplify/arguments.ts', [
    {
      rule: 'in sloppy code `arguments` shares the variables of the parameters',
      find: 'if (!isStrict && isSimple && (!isRead || parameters.some(isGivenAnew)))',
      replace: 'if (!isStrict && isSimple && isStrict)',
      noticedBy: 'fixtures/fixtures',
    },
  ]),
  ...inStage('plan/liveness/expressions.ts', [
    {
      rule: 'what a function uses is live where it is made',
      find: 'const live = after | uses;',
      replace: 'const live = after;',
      noticedBy: 'fixtures/fixtures',
    },
    {
      rule: 'the left side of a compound assignment is read',
      find: 'return this.visit(target, this.visit(value, assigned));',
      replace: 'return this.visit(value, assigned);',
      noticedBy: 'fixtures/fixtures',
    },
  ]),
  ...inStage('plan/liveness/flow.ts', [
    {
      rule: 'what a handler reads is live in its `try`',
      find: 'this.#expressions.caught = handled | caught;',
      replace: 'this.#expressions.caught = caught;',
      noticedBy: 'fixtures/fixtures',
    },
  ]),
];
