/**
 * Bugs that can be planted in compiled code: `--plant=lostYield`. The code is then as a plugin with that bug would write it, which shows whether the test
 * harness notices it.
 */

/** `$spindle262.stressed.$callOn` */
const isRuntimes = (node) =>
  node?.name === '$spindle262' || (node?.type === 'MemberExpression' && isRuntimes(node.object));
/** A call that is in the script. */
const isScriptsCall = (node) => node?.type === 'CallExpression' && !isRuntimes(node.callee);
const isOrdered = (node) => /^(?:Yield|Call|Assignment|Update|Sequence)Expression$/.test(node.type);

/** Arguments with two calls, whose order can be observed. */
const areOrdered = (list) =>
  list.length > 1 && list.every((node) => node.type !== 'SpreadElement') && list.filter(isOrdered).length > 1;

const plants = {
  /** `yield f()` → `f()` */
  lostYield: ({ plant }) => ({
    YieldExpression(path) {
      if (path.node.argument?.type === 'CallExpression' && !path.node.delegate) plant(path, path.node.argument);
    },
  }),

  /** `yield f()` → `(yield f(), undefined)` */
  lostValue: ({ t, plant, isDone }) => ({
    YieldExpression(path) {
      if (isDone(path.node) || !isScriptsCall(path.node.argument)) return;
      plant(path, t.sequenceExpression([path.node, t.unaryExpression('void', t.numericLiteral(0))]));
    },
  }),

  /** `yield o.m()` → `yield (0, o.m)()` */
  lostReceiver: ({ t, plant }) => ({
    CallExpression(path) {
      const { callee } = path.node;
      if (callee.type === 'MemberExpression' && callee.object.type !== 'Super' && !isRuntimes(callee))
        plant(path.get('callee'), t.sequenceExpression([t.numericLiteral(0), callee]));
    },
  }),

  /** `f(a(), b())` → b() runs before a() */
  swappedOrder: ({ t, plant }) => ({
    'CallExpression|NewExpression'(path) {
      const { callee, arguments: args } = path.node;
      if (!areOrdered(args) || isRuntimes(callee)) return;
      plant(path.get('arguments.0'), t.spreadElement(reversed(t, args)));
      path.node.arguments.length = 1;
    },
  }),

  /** `yield f()` → `(yield f(), yield f())` */
  calledTwice: ({ t, plant, isDone }) => ({
    YieldExpression(path) {
      if (isDone(path.node) || !isScriptsCall(path.node.argument)) return;
      const again = t.cloneNode(path.node);
      t.traverseFast(again, isDone);
      plant(path, t.sequenceExpression([path.node, again]));
    },
  }),

  /** `try {} finally { f(); }` → `try {} finally {}` */
  lostFinally: ({ t, plant }) => ({
    TryStatement(path) {
      if (path.node.finalizer?.body.length > 0) plant(path.get('finalizer'), t.blockStatement([]));
    },
  }),

  /** `$thread(function* () {}, $meta(0))` → the same without name and length */
  lostMeta: ({ plant }) => ({
    CallExpression(path) {
      const { callee, arguments: args } = path.node;
      if (callee.property?.name !== '$thread' || !args[1]?.callee?.name?.startsWith('$meta')) return;
      path.node.arguments = args.slice(0, 1);
      plant();
    },
  }),

  /** `let` and `const` → `var` */
  letAsVar: ({ plant }) => ({
    VariableDeclaration(path) {
      if (path.node.kind !== 'let' && path.node.kind !== 'const') return;
      if (path.node.declarations.some(({ id }) => id.name?.startsWith('$'))) return;
      path.node.kind = 'var';
      plant();
    },
  }),

  /** Strict code → sloppy code */
  lostStrict: ({ plant }) => ({
    Directive(path) {
      if (path.node.value.value !== 'use strict') return;
      path.remove();
      plant();
    },
  }),

  /** `throw e` → an error of another type is thrown */
  wrongError: ({ t, plant }) => ({
    CatchClause(path) {
      if (path.node.param?.type !== 'Identifier') return;
      const wrong = t.newExpression(t.identifier('Error'), []);
      path
        .get('body')
        .unshiftContainer(
          'body',
          t.expressionStatement(t.assignmentExpression('=', t.cloneNode(path.node.param), wrong)),
        );
      plant();
    },
  }),
};

/** Bugs of the target `frames`. */
const plantsOfFrames = {
  /** `if ($c.waits($v = f())) …` → `if ($v = f(), false) …` */
  lostPause: ({ t, plant }) => ({
    CallExpression(path) {
      if (path.node.callee.property?.name === 'waits')
        plant(path, t.sequenceExpression([path.node.arguments[0], t.booleanLiteral(false)]));
    },
  }),

  /** `n = $f.l1;` is gone: the last place is not read back. */
  lostPlace: ({ plant }) => ({
    IfStatement(path) {
      if (!isHead(path.node)) return;
      const reads = path.get('consequent.body').filter(({ node }) => isPlaceRead(node));
      if (reads.length > 0) plant(undefined, reads.at(-1).remove());
    },
  }),

  /** `if ($m !== 0) throw …` is gone: an error comes back as a value. */
  lostError: ({ plant }) => ({
    IfStatement(path) {
      const { test, consequent } = path.node;
      const [left] = test.type === 'LogicalExpression' ? [test.left] : [test];
      if (left.left?.name !== '$m' || consequent.type !== 'ThrowStatement') return;
      path.remove();
      plant();
    },
  }),

  /** `$pc !== 0 || i < n` → `i < n`: a loop asks its test on the way back. */
  askedAgain: ({ plant }) => ({
    'WhileStatement|ForStatement|IfStatement'(path) {
      const { test } = path.node;
      if (test?.type === 'LogicalExpression' && test.operator === '||' && test.left.left?.name === '$pc')
        plant(path.get('test'), test.right);
    },
  }),

  /** `{ if (!$paused0) { … } }` → `{ … }`: a `finally` block runs at each pause in its `try`. */
  runFinally: ({ t, plant }) => ({
    TryStatement(path) {
      const [first] = path.node.finalizer?.body ?? [];
      if (first?.type === 'IfStatement' && first.test.argument?.name?.startsWith('$paused'))
        plant(path.get('finalizer'), t.blockStatement(first.consequent.body));
    },
  }),
};

const isHead = ({ test }) => test.type === 'BinaryExpression' && test.left.name === '$f' && test.operator === '!==';
const isPlaceRead = ({ expression }) =>
  expression?.type === 'AssignmentExpression' && /^\$f\.l\d/.test(textOf(expression.right));
const textOf = ({ type, object, property }) =>
  type !== 'MemberExpression' ? '' : `${object.name ?? textOf(object)}.${property.name ?? property.value}`;

/** Each bug, and the mode of the harness that notices it. */
export const modeOfPlant = Object.fromEntries([
  ...Object.keys(plants).map((name) => [name, 'stress']),
  ...Object.keys(plantsOfFrames).map((name) => [name, 'stress-frames']),
]);
export const plantNames = Object.keys(modeOfPlant);

/** Gives a function `(code, settings) → { code, isPlanted }` that plants the bug of that name. */
export function makePlanter(babel, name) {
  return (code, settings) => {
    let isPlanted = false;
    const plant = (path, replacement) => {
      isPlanted = true;
      path?.replaceWith(replacement);
    };
    const seen = new WeakSet();
    /** Whether this node has been visited before. */
    const isDone = (node) => seen.has(node) || !seen.add(node);
    const visitor = { ...plants, ...plantsOfFrames }[name]({ t: babel.types, plant, isDone });
    const { code: changed } = babel.transformSync(code, { ...settings, plugins: [() => ({ visitor })] });
    return { code: changed, isPlanted };
  };
}

function reversed(t, nodes) {
  const backwards = t.arrayExpression(nodes.map((node) => node ?? t.identifier('undefined')).toReversed());
  return t.callExpression(t.memberExpression(backwards, t.identifier('reverse')), []);
}
