/** A whole program: declarations that are marked one by one or all together, and `main`, which is run. */
import {
  type Context,
  inner,
  makeNames,
  mayUseArguments,
  type Names,
  type Unsavable,
  unsavable,
  type Words,
} from './context.js';
import { variantOf } from './files.js';
import { classDeclaration, functionDeclaration, functionExpression, objectDeclaration } from './functions.js';
import { asyncDeclaration, generatorDeclaration } from './uncompiled-functions.js';
import { expression } from './expressions.js';
import { statements } from './statements.js';
import { Cursor, type ProgramTree } from './tree.js';

/**
 * The source of a program. It sees `log(x)` and `p(x)`, which log and give their last argument (`p` waits, where waiting
 * is built in), `bad(x)`, which throws, `why(error)`, `same(x)`, which gives `x`, and `none`, which is undefined.
 */
export const writeProgram = (tree: ProgramTree): string => writeForSaves(tree, false).source;

/** `isSavable`: it leaves out what no save can have; otherwise `unsavable` says what it has of that. */
export function writeForSaves(
  { traits, items, main }: ProgramTree,
  isSavable: boolean,
): { readonly source: string; readonly unsavable: ReadonlySet<Unsavable> } {
  const cursor = new Cursor({ choice: traits, kids: [] });
  const isStrict = cursor.isTrue(2);
  // As one script, all of a program is compiled: so that no loop takes a frame where nothing may wait, the marks of loops stand in all of it.
  const isOneScript = variantOf(traits) === 'one script';
  // The others without single marks are fewer for that: one program in three is compiled as a whole.
  const isWhole = cursor.isTrue(5);
  const names = makeNames(traits);
  // In one script they are variables of a function.
  const mayTake = !(isSavable && isOneScript);
  const taken = mayTake && traits % 3 === 0 ? takeWords(names, traits) : undefined;
  const isCovered = isWhole || isOneScript;
  const context = contextOfTop({ isStrict, isSavable, isOneScript, isCovered, names, words: taken?.words });
  const pieces = items.map((tree) => item(new Cursor(tree), context, isWhole));
  const mark = isWhole ? '' : '// @compile\n';
  const inside = inner(context, {
    canReturn: true,
    hasArguments: mayUseArguments(context),
    isCovered: true,
    isTop: false,
  });
  const body = statements(
    main.map((tree) => new Cursor(tree)),
    inside,
  );
  // Calls of functions that may not have been called before.
  const last = inside.callables
    .slice(-4)
    .map(
      ({ base, method, isCounted }) =>
        `log(${base}${method === undefined ? '' : `.${method}`}(${isCounted ? '1' : ''}));`,
    );
  const required = taken ? `${taken.head}\n` : '';
  if (taken && isOneScript) unsavable(context, 'word in a variable', required);
  const head = `${isStrict ? "'use strict';\n" : ''}${context.isCovered ? "'use compile';\n" : ''}`;
  return {
    source: `${head}${required}${pieces.join('\n')}\n${mark}function main(a) {\n${body}\n${last.join('\n')}\n}\n`,
    unsavable: context.unsavable,
  };
}

type Top = Pick<Context, 'isStrict' | 'isSavable' | 'isOneScript' | 'isCovered' | 'names' | 'words'>;

function contextOfTop(top: Top): Context {
  return {
    ...top,
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
    hasSuper: false,
    unsavable: new Set(),
    isTop: true,
    grammar: { expression, statements },
  };
}

/** One of the ways to get words of the runtime by `require`, and the names that they have then. */
function takeWords(names: Names, traits: number): { readonly head: string; readonly words: Words } {
  const call = "require('@spindle/runtime')";
  const words = { all: names.next('w'), race: names.next('w'), withTimeout: names.next('w') };
  const { all, race, withTimeout } = words;
  const rt = names.next('w');
  const ofModule = { all: `${rt}.all`, race: `${rt}?.race`, withTimeout: `${rt}['withTimeout']` };
  const ways = [
    { head: `const { all: ${all}, race: ${race}, withTimeout: ${withTimeout} } = ${call};`, words },
    {
      head: `var ${all} = ${call}.all; let { race: ${race} = 1 } = ${call}, { 'withTimeout': ${withTimeout} } = ${call};`,
      words,
    },
    {
      head: `const ${rt} = ${call}; const { all: ${all} } = ${rt}, ${race} = ${rt}.race, ${withTimeout} = ${rt}['withTimeout'];`,
      words,
    },
    { head: `const ${rt} = ${call};`, words: ofModule },
    { head: `const { all: ${all}, ...${rt} } = ${call};`, words: { ...ofModule, all } },
  ];
  return ways[Math.floor(traits / 3) % ways.length]!;
}

/** A declaration at the top. Nothing waits while it is evaluated, and nothing in it waits if it has no mark. */
function item(cursor: Cursor, context: Context, isWhole: boolean): string {
  const isMarked = isWhole || !cursor.isTrue(5);
  const mark = isMarked && !isWhole ? '// @compile\n' : '';
  // This context shares the lists of `context`, so all later code can use what is declared here.
  const canWait = context.canWait && isMarked && !cursor.isTrue(4);
  const [isEach, each] = [mark !== '' && cursor.isTrue(4), '/* @compile */ '];
  const which = cursor.number(9);
  const isCovered = context.isCovered || (mark !== '' && !(isEach && which < 4) && which !== 4 && which !== 5);
  const made = { ...context, canWait, isCovered };
  switch (which) {
    case 0:
    case 1:
      return isEach ? objectDeclaration(cursor, made, each) : mark + objectDeclaration(cursor, made);
    case 2:
    case 3:
      return isEach ? classDeclaration(cursor, made, each) : mark + classDeclaration(cursor, made);
    case 4:
      if (!context.isSavable) return generatorDeclaration(cursor, made);
      break;
    case 5:
      if (!context.isSavable) return asyncDeclaration(cursor, made);
      break;
    case 6: {
      const name = context.names.next('f');
      const kind = cursor.isTrue(2) ? 'function' : 'arrow';
      const text = functionExpression(cursor, made, { parameters: 'a, b', kind });
      context.callables.push({ base: name, isQuick: !made.canWait });
      if (mark !== '' && cursor.isTrue(3)) return `const ${name} = /* @compile */ ${text};`;
      return `${mark}const ${name} = ${cursor.isTrue(3) ? `same(${text})` : text};`;
    }
    default:
  }
  const { text, callable } = functionDeclaration(cursor, made);
  context.callables.push(callable);
  const takesDirective = /^function \w+\((?:a, b|n, a)\) \{/.test(text);
  const asDirective = mark !== '' && takesDirective && cursor.isTrue(3);
  return asDirective ? text.replace('{', "{ 'use compile';") : mark + text;
}
