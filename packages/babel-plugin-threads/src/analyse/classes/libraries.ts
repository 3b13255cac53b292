/** The objects that are given to `asLibrary`: they own nothing, so a call on one runs in the thread that makes it. */
import type { ListedPath } from '../../babel/path.js';
import { MAKES_LIBRARY } from '../../vocabulary.js';
import type { Analysis } from '../facts/facts.js';
import { wordCalled } from '../names/runtime-words.js';
import { readClasses } from './classes.js';

/** Gives a test for functions: is it a member of such an object? */
export function makeLibraries(analysis: Analysis): (fn: ListedPath) => boolean {
  const { compilation } = analysis;
  const classes = readClasses(analysis);
  const calls = compilation.paths
    .ofType('CallExpression')
    .filter((path) => wordCalled(compilation, path) === MAKES_LIBRARY);
  const libraries = new Set(
    calls.map((path) => path.node.arguments[0] && classes.holderOf(path, path.node.arguments[0])),
  );
  return (fn) => {
    const owner = classes.memberAt(fn)?.owner;
    return owner !== undefined && libraries.has(owner);
  };
}
