import { propertyName } from '../babel/property-name.js';
import { vocabularyName } from './runtime-words.js';
import type { Compilation } from '../context/compilation.js';
import { dotted } from '../babel/function-names.js';
import type { Path } from '../babel/path.js';
import { skipTransparent, calleeOf, memberCalled } from '../babel/ast.js';
import { OWN_WAITS } from '../vocabulary.js';

/** The vocabulary's word that is called. */
export function wordCalled(compilation: Compilation, path: Path): string | undefined {
  const callee = calleeOf(path.node);
  return callee && vocabularyName(compilation, path, callee);
}

/** `this.door.open` */
export function calledName({ t: types }: Compilation, path: Path): string | undefined {
  const callee = calleeOf(path.node);
  return callee && dotted(types, callee);
}

/** What is called, if it is known to wait: `wait`, `this.waitSignal`. */
export function waitCalled(compilation: Compilation, path: Path): string | undefined {
  const { t: types } = compilation;
  const member = memberCalled(path.node);
  const name =
    member && types.isThisExpression(skipTransparent(member.object)) ? propertyName(types, member) : undefined;
  return name !== undefined && OWN_WAITS.has(name) ? `this.${name}` : wordCalled(compilation, path);
}
