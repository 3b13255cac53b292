/** A whole program: pieces that are marked one by one or all together, and `main`, which is run. */
import { type Context, inner, makeNames } from './context.js';
import {
  asyncDeclaration,
  classDeclaration,
  functionDeclaration,
  functionExpression,
  generatorDeclaration,
  objectDeclaration,
} from './functions.js';
import { statements } from './statements.js';
import { Cursor, type ProgramTree } from './tree.js';

/**
 * The source of a program. It sees `log(x)` and `p(x)`, which log and give their last argument (`p` waits, where waiting
 * is built in), `bad(x)`, which throws, `why(error)`, `same(x)`, which gives `x`, and `none`, which is undefined.
 */
export function writeProgram({ traits, items, main }: ProgramTree): string {
  const cursor = new Cursor({ choice: traits, kids: [] });
  const isStrict = cursor.isTrue(2);
  const isWhole = cursor.isTrue(3);
  const context: Context = {
    variables: [],
    assignable: [],
    objects: [],
    classes: [],
    callables: [],
    asyncs: [],
    generators: [],
    labels: [],
    isInLoop: false,
    isInSwitch: false,
    canReturn: false,
    canWait: true,
    hasThis: false,
    hasArguments: false,
    isStrict,
    isTop: true,
    names: makeNames(),
  };
  const pieces = items.map((tree) => item(new Cursor(tree), context, isWhole));
  const mark = isWhole ? '' : '// @compile\n';
  const inside = inner(context, { canReturn: true, hasArguments: true, isTop: false });
  const body = statements(
    main.map((tree) => new Cursor(tree)),
    inside,
  );
  // What nobody has called yet.
  const last = inside.callables
    .slice(-4)
    .map(
      ({ base, method, isCounted }) =>
        `log(${base}${method === undefined ? '' : `.${method}`}(${isCounted ? '1' : ''}));`,
    );
  const head = `${isStrict ? "'use strict';\n" : ''}${isWhole ? "'use compile';\n" : ''}`;
  return `${head}${pieces.join('\n')}\n${mark}function main(a) {\n${body}\n${last.join('\n')}\n}\n`;
}

/** A piece at the top. Nothing waits while it is evaluated, nor in it if it has no mark. */
function item(cursor: Cursor, context: Context, isWhole: boolean): string {
  const isMarked = isWhole || !cursor.isTrue(5);
  const mark = isMarked && !isWhole ? '// @compile\n' : '';
  // The same lists: what is declared is known to all that follows.
  const made = isMarked && !cursor.isTrue(4) ? context : { ...context, canWait: false };
  const [isEach, each] = [mark !== '' && cursor.isTrue(4), '/* @compile */ '];
  switch (cursor.number(9)) {
    case 0:
    case 1:
      return isEach ? objectDeclaration(cursor, made, each) : mark + objectDeclaration(cursor, made);
    case 2:
    case 3:
      return isEach ? classDeclaration(cursor, made, each) : mark + classDeclaration(cursor, made);
    case 4:
      return generatorDeclaration(cursor, made);
    case 5:
      return asyncDeclaration(cursor, made);
    case 6: {
      const name = context.names.next('f');
      const kind = cursor.isTrue(2) ? 'function' : 'arrow';
      const text = functionExpression(cursor, made, { parameters: 'a, b', kind });
      context.callables.push({ base: name, isQuick: !made.canWait });
      if (mark !== '' && cursor.isTrue(3)) return `const ${name} = /* @compile */ ${text};`;
      return `${mark}const ${name} = ${cursor.isTrue(3) ? `same(${text})` : text};`;
    }
    default: {
      const { text, callable } = functionDeclaration(cursor, made);
      context.callables.push(callable);
      const takesDirective = /^function \w+\((?:a, b|n, a)\) \{/.test(text);
      const asDirective = mark !== '' && takesDirective && cursor.isTrue(3);
      return asDirective ? text.replace('{', "{ 'use compile';") : mark + text;
    }
  }
}
