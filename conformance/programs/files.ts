/** A program as several files, which take one target or the other, so that its calls go from one to the other and back. */
import * as babel from '@babel/core';
import { mixed } from './tree.js';

interface SourceFile {
  readonly text: string;
  readonly target: 'generators' | 'frames';
}

/** How one of the runs of a program uses the other target: in each function, mixed with the first one, keeping more than it has to, in the forms of large functions, with the whole program as one script, or with what saves need. */
export type Variant = 'frames' | 'mixed' | 'files' | 'keeping all' | 'large' | 'one script' | 'saving';

const variants: readonly Variant[] = ['frames', 'mixed', 'files', 'keeping all', 'large', 'one script', 'saving'];

/** `traits` is the number in the program's tree that chooses how it is run. */
export const variantOf = (traits: number): Variant => variants[Math.floor(traits / 64) % variants.length]!;

/**
 * Cuts a program between declarations of its top. `mix` chooses the target of each, and those of one target in a row stand in one file. Every file
 * has the directives of the program, the words that it gets by `require`, and its async functions: a compiled function waits for the Promise of a
 * function that it does not know.
 */
export function filesOf(source: string, mix: number): SourceFile[] {
  const { program } = babel.parseSync(source, { babelrc: false, configFile: false, sourceType: 'script' })!;
  const head = program.directives.map(({ start, end }) => source.slice(start!, end!));
  const files: { heads: number; texts: string[]; target: SourceFile['target'] }[] = [];
  let from = program.directives.at(-1)?.end ?? 0;
  let isOfHead = false;
  for (const [index, statement] of program.body.entries()) {
    const text = source.slice(from, statement.end!);
    // What takes words out of the module stands on the line that requires it.
    const isSameLine = !source.slice(from, statement.start!).includes('\n');
    const isAsync = statement.type === 'FunctionDeclaration' && statement.async;
    isOfHead = text.includes('require(') || isAsync || (isOfHead && isSameLine);
    from = statement.end!;
    if (isOfHead) {
      head.push(text);
      files.at(-1)?.texts.push(text);
      continue;
    }
    const target = isChosen(String(index), mix) ? 'generators' : 'frames';
    if (files.at(-1)?.target !== target) files.push({ heads: head.length, texts: [], target });
    files.at(-1)!.texts.push(text);
  }
  return files.map(({ heads, texts, target }) => ({
    text: `${[...head.slice(0, heads), ...texts].join('\n')}\n`,
    target,
  }));
}

/** The body of a function that gives `main`. Each file stands in a block, in which the files before it are in scope. There may be none, of a program that is made small. */
export function together(files: readonly string[]): string {
  return `${files.join('\n{\n')}\nreturn main;\n${'}'.repeat(Math.max(files.length - 1, 0))}`;
}

/** Half of the names, which `mix` chooses. */
export function isChosen(name: string, mix: number): boolean {
  return Array.from(name).reduce((hash, letter) => mixed(hash, letter.codePointAt(0)!), mix) % 2 !== 0;
}
