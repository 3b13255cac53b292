/**
 * Hooks for the modules of Node: what a script imports is compiled as it is loaded. They run in a thread of their own.
 */
import { fileURLToPath } from 'node:url';
import { exists } from '../files/files.js';
import { type CompiledModule, moduleCompiler } from './compile-module.js';
import type { RunOrder } from './run.js';

let compile: (file: string) => CompiledModule | undefined;

export function initialize(order: RunOrder): void {
  compile = moduleCompiler(order);
}

/** TypeScript names the compiled file: `./far.js` is `./far.ts` here. */
export async function resolve(
  specifier: string,
  context: { parentURL?: string },
  next: (specifier: string, context: object) => Promise<unknown>,
): Promise<unknown> {
  const [, start, letter] = /^(\.{1,2}\/.*\.)([cm]?)jsx?$/.exec(specifier) ?? [];
  if (start === undefined || !context.parentURL?.startsWith('file:')) return next(specifier, context);
  const named = fileURLToPath(new URL(specifier, context.parentURL));
  const written = exists(named) ? [] : [`${letter}ts`, 'tsx'].map((ending) => start + ending);
  const found = written.find((one) => exists(fileURLToPath(new URL(one, context.parentURL))));
  return next(found ?? specifier, context);
}

export async function load(
  url: string,
  context: object,
  next: (url: string, context: object) => Promise<unknown>,
): Promise<unknown> {
  const compiled = url.startsWith('file:') ? compile(fileURLToPath(url)) : undefined;
  if (compiled === undefined) return next(url, context);
  // What is CommonJS is loaded, and compiled, by `require`: see play.ts.
  const { format, code } = compiled;
  return { format, source: format === 'module' ? code : undefined, shortCircuit: true };
}
