/** Words of other tools in scripts: `sleep(100)`, `this.delay(100)`, `new WaitForSeconds(2)`. */
import type { types as t } from '@babel/core';
import { callOnThis } from '../../analyse/classes/executors.js';
import { withoutThis } from '../../analyse/names/runtime-words.js';
import type { Analysis } from '../../analyse/facts/facts.js';
import { readTypedNames } from '../../analyse/names/typed-names.js';
import { calleeOf, skipTransparent } from '../../babel/ast.js';
import type { ListedPath, Path } from '../../babel/path.js';
import { type Compilation, isFree } from '../../context/compilation.js';
import { type Finding, replaceBy, tell } from '../../context/diagnostic.js';
import { sourceOf } from '../../context/text-of.js';
import { otherWord, type OtherWord } from '../../language/other-words.js';
import { warnings } from '../../messages/warnings.js';
import { EXECUTOR_WORDS, moduleOfHelpers } from '../../vocabulary.js';
import { makeGivenNames } from './given-names.js';

/** Calls of a free name, and on the `this` of a class, where nothing in the file has that name. */
export function findOtherWords(analysis: Analysis): Finding[] {
  const { compilation, facts } = analysis;
  const isMember = makeGivenNames(compilation);
  const found: Finding[] = [];
  for (const { path, context } of facts.callSites) {
    const name = context.isCovered ? nameCalled(analysis, path) : undefined;
    const bare = withoutThis(name ?? '');
    const meant = bare === BESIDE ? BESIDE : otherWord(bare);
    if (name === undefined || meant === undefined || isMember(bare) || isDeclared(compilation, bare)) continue;
    found.push(meant === BESIDE ? tellBeside(analysis, path) : tellWord(analysis, path, name, meant));
  }
  return found;
}

const BESIDE = 'beside';

/** `sleep`, or `this.sleep` where the file shows all that the object has. */
function nameCalled(analysis: Analysis, path: ListedPath): string | undefined {
  const { compilation } = analysis;
  const { options, runtimeNames, vocabulary } = compilation;
  const callee = path.node.type === 'NewExpression' ? skipTransparent(path.node.callee) : calleeOf(path.node);
  if (callee?.type === 'Identifier') {
    const { name } = callee;
    const helpers = name === BESIDE ? runtimeNames.bindingsOf(moduleOfHelpers(options.module), BESIDE) : [];
    if (helpers.some((one) => one === path.scope.getBinding(name))) return name;
    const isKnown = vocabulary.has(name) || options.globals.has(name) || !isFree(compilation, path, name);
    return options.strictGlobals || isKnown ? undefined : name;
  }
  const { name, on, self, isShown } = callOnThis(analysis, path) ?? {};
  const isClosed = self !== undefined && self.kind !== 'unknown' && self.name !== '';
  return name === undefined || !isClosed || isShown ? undefined : `${on}.${name}`;
}

/** By the types, or by an assignment: `sleep = …` */
function isDeclared(compilation: Compilation, name: string): boolean {
  const { bound, declared } = readTypedNames(compilation);
  const isWritten = ({ node }: Path<t.AssignmentExpression>): boolean =>
    compilation.t.isIdentifier(node.left, { name });
  return bound.has(name) || declared.has(name) || compilation.paths.ofType('AssignmentExpression').some(isWritten);
}

function tellWord(analysis: Analysis, path: ListedPath, name: string, meant: OtherWord): Finding {
  const { self } = callOnThis(analysis, path) ?? {};
  const isOwn = self?.kind === 'executor' && EXECUTOR_WORDS.has(meant.word);
  const [own = meant.word] = [...analysis.compilation.options.words].find(([, word]) => word === meant.word) ?? [];
  const text = meant.hint ?? `${isOwn ? `this.${meant.word}` : own}(${givenTo(analysis, path, meant)})`;
  const kind = meant.word === 'wait' && !text.endsWith('()') ? 'time' : 'word';
  const mends = meant.hint === undefined ? [replaceBy(path.node, text)] : [];
  return tell(path.node, warnings.otherWord, { kind, name, instead: text }, mends);
}

/** What the word is given, as it is written. */
function givenTo({ compilation }: Analysis, path: ListedPath, { given }: OtherWord): string {
  const all = (path.node as t.CallExpression).arguments;
  if (given === 'nothing') return '';
  const [seconds] = all;
  if (given === 'same' || seconds === undefined) return all.map((one) => sourceOf(compilation, one)).join(', ');
  return seconds.type === 'NumericLiteral'
    ? String(Math.round(seconds.value * 1000))
    : `1000 * (${sourceOf(compilation, seconds)})`;
}

function tellBeside({ compilation }: Analysis, { node }: ListedPath): Finding {
  const [order] = (node as t.CallExpression).arguments;
  const text = order && sourceOf(compilation, order);
  const mends = text === undefined ? [] : [replaceBy(node, text)];
  return tell(node, warnings.otherWord, { kind: 'helper', name: BESIDE, instead: text ?? 'player.walk()' }, mends);
}
