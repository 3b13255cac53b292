import type { Path, PathList } from '../babel/path.js';
import type { Scoped } from '../babel/scopes.js';
import type { Types } from '../babel/types.js';
import type { Options } from '../options.js';
import type { Replacement, RuntimeNames } from '../plan.js';
import type { Diagnostic } from '../public.js';
import type { BabelFile, types as t } from '@babel/core';

/** One file as it comes. */
export interface Source extends Scoped {
  readonly t: Types;
  readonly options: Options;
  /** What free names stand for by the options. */
  readonly replacements: ReadonlyMap<string, Replacement>;
  readonly file: BabelFile;
  /** The source text; empty where only an AST was given. */
  readonly code: string;
  /**
   * Every call and every iteration of a loop is taken to wait, whatever the language and the file tell: a plugin around
   * this one asks for it.
   */
  readonly assumesWaits: boolean;
  /** The errors of code that cannot be compiled. They are collected, so that all of a file are reported together. */
  readonly refused: Diagnostic[];
}

/** A file that may have marks, on its way through the stages. */
export interface Compilation extends Source {
  /** Its nodes as they are before anything is written. */
  readonly paths: PathList;
  /** The words that a free name can be, by the name: those of the runtime that the options say nothing else of. */
  readonly vocabulary: ReadonlyMap<string, string>;
  /** What the file calls what it takes from the runtime itself. */
  readonly runtimeNames: RuntimeNames;
  /** Of statements, by their places in the source: see `pause-maker.ts`. */
  readonly hashes: Map<string, string>;
  /** The words that calls are found to be of, empty for none. */
  readonly wordsCalled: Map<t.Node, string>;
}

/** Nothing in the file has this name, and the options give it no other meaning: it is what the language or the platform says. */
export function isFree({ replacements }: Compilation, path: Path, name: string): boolean {
  return !path.scope.hasBinding(name, true) && !replacements.has(name);
}

/** What Babel knows of a file. */
export type WithFile = { readonly file: Pick<BabelFile, 'opts'> };
