/** A program as several files, which take one target or the other, so that its calls go from one to the other and back. */
import * as babel from '@babel/core';
import { mixed } from './tree.js';

interface SourceFile {
  readonly text: string;
  readonly target: 'generators' | 'frames';
}

/** How one of the runs of a program uses the other target: in each function, mixed with the first one, or keeping more than it has to. */
export type Variant = 'frames' | 'mixed' | 'files' | 'keeping all';

const variants: readonly Variant[] = ['frames', 'mixed', 'files', 'keeping all'];

/** `traits` is the number in the program's tree that chooses how it is run. */
export const variantOf = (traits: number): Variant => variants[Math.floor(traits / 64) % variants.length]!;

/**
 * Cuts a program between declarations of its top. `mix` chooses the target of each, and those of one target in a row stand in one file. Every file
 * has the directives of the program, and gets the words that it gets by `require`.
 */
export function filesOf(source: string, mix: number): SourceFile[] {
  const { program } = babel.parseSync(source, { babelrc: false, configFile: false, sourceType: 'script' })!;
  const directives = program.directives.map(({ start, end }) => source.slice(start!, end!));
  const files: { head: string[]; texts: string[]; target: SourceFile['target'] }[] = [];
  let head = directives;
  let from = program.directives.at(-1)?.end ?? 0;
  for (const [index, statement] of program.body.entries()) {
    const text = source.slice(from, statement.end!);
    from = statement.end!;
    if (text.includes('require(')) {
      head = [...head, text];
      continue;
    }
    const target = isChosen(String(index), mix) ? 'generators' : 'frames';
    if (files.at(-1)?.target !== target) files.push({ head, texts: [], target });
    files.at(-1)!.texts.push(text);
  }
  return files.map(({ head: first, texts, target }) => ({ text: `${[...first, ...texts].join('\n')}\n`, target }));
}

/** The body of a function that gives `main`. Each file stands in a block, in which the files before it are in scope. */
export function together(files: readonly string[]): string {
  return `${files.join('\n{\n')}\nreturn main;\n${'}'.repeat(files.length - 1)}`;
}

/** Half of the names, which `mix` chooses. */
export function isChosen(name: string, mix: number): boolean {
  return Array.from(name).reduce((hash, letter) => mixed(hash, letter.codePointAt(0)!), mix) % 2 !== 0;
}
