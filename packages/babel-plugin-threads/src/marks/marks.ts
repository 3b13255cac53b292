import type { Spot } from '../babel/path.js';
import type { Compilation, Source } from '../context/compilation.js';
import { refuseAt } from '../context/diagnostic.js';
import { ALLOWABLE } from '../messages/codes.js';
import { errors } from '../messages/errors.js';
import { hasPosition, makeTargets } from './comment-targets.js';
import { whyUncompilable } from './compilable.js';
import {
  allowedCodes,
  COMPILED_DIRECTIVE,
  DIRECTIVE,
  isMark,
  MODIFIERS,
  says,
  type Word,
  wordsOf,
} from './mark-words.js';
import { holdersOf } from './marked-functions.js';
import type { types as t } from '@babel/core';

/** Lines on which diagnostics of these codes are passed over: `// @allow SPN601`. */
export interface Allowance {
  readonly comment: t.Comment;
  readonly codes: readonly string[];
  readonly from: number;
  readonly to: number;
}

/** A word that only says how a compiled function or loop is taken: on a node of its own it does nothing. */
export interface ModifyingMark {
  readonly comment: t.Comment;
  readonly word: Word;
  readonly node: t.Node;
}

/** The marks of a file, on the functions, classes, objects and loops that they stand for. */
export interface Marks {
  /** Every function of the file is marked. */
  readonly wholeFile: boolean;
  /** Words by node. On a class or an object a word covers all that is in it. */
  readonly words: ReadonlyMap<t.Node, ReadonlySet<Word>>;
  readonly modifying: readonly ModifyingMark[];
  readonly allowances: readonly Allowance[];
  /** The comments and directives that say `compile`, to be changed to `compiled`. */
  readonly comments: readonly t.Comment[];
  readonly directives: readonly t.Directive[];
  /** The comment that marks the whole file. */
  readonly fileComment: t.Comment | undefined;
  /** The statement that bears the comments of the file; others will be put above it. */
  readonly firstStatement: t.Statement | undefined;
}

const QUOTED_DIRECTIVE = /(["'])use compile\1/g;
/** The comments above all code, a `#!` too. */
const BEFORE_CODE = /^(?:#!.*)?(?:\s|\/\*[\s\S]*?\*\/|\/\/[^\n]*)*/;

/** A look at the comments and the text alone: without it the file need not be read further. */
export function mayBeMarked({ file, program, code }: Source): boolean {
  const { comments } = file.ast;
  if (comments?.some((c) => says(c, 'compile') || isModifier(c))) return true;
  if (program.node.directives.some(({ value }) => value.value === DIRECTIVE)) return true;
  return code === '' || !comments || mayHaveDirective(code, comments);
}

/** In a doc comment it may be a tag of somebody else's. */
function isModifier(comment: t.Comment): boolean {
  return !comment.value.startsWith('*') && wordsOf(comment).some((word) => MODIFIERS.has(word));
}

/** Before a directive of a function stands a brace or another directive, and comments. */
function mayHaveDirective(code: string, comments: readonly t.Comment[]): boolean {
  return mayHaveText({ code, comments, text: QUOTED_DIRECTIVE, behind: '{;"\'' });
}

/** Such a text stands in the code, outside comments, and one of the letters `behind` before it. */
export function mayHaveText({ code, comments, text, behind }: TextWanted): boolean {
  return [...code.matchAll(text)].some(
    ({ index }) => commentAround(index + 1) === undefined && behind.includes(lastCodeBefore(index)),
  );

  function lastCodeBefore(place: number): string {
    const { length } = code.slice(0, place).trimEnd();
    const comment = commentAround(length);
    return comment === undefined ? code.charAt(length - 1) : lastCodeBefore(comment.start!);
  }

  function commentAround(place: number): t.Comment | undefined {
    return comments.find(({ start, end }) => start! < place && place <= end!);
  }
}

interface TextWanted {
  readonly code: string;
  readonly comments: readonly t.Comment[];
  readonly text: RegExp;
  readonly behind: string;
}

/** No code stands above it. */
export function isAboveCode({ code }: Source, { start }: t.Comment): boolean {
  return code !== '' && start! <= BEFORE_CODE.exec(code)![0].length;
}

/** The marks of the file, or undefined if nothing in it is to be compiled. */
export function readMarks(compilation: Compilation): Marks | undefined {
  const { t: types, file, program, spots, code } = compilation;
  const found = (file.ast.comments ?? []).filter(isMark);
  const codeStart = code === '' ? Infinity : BEFORE_CODE.exec(code)![0].length;
  const targets = makeTargets(compilation);
  let parents: ReadonlyMap<t.Node, t.Node> | undefined;
  const words = new Map<t.Node, Set<Word>>();

  const outputs: t.Node[] = [];
  const modifying: ModifyingMark[] = [];
  const allowances: Allowance[] = [];
  const directives: t.Directive[] = [];
  let wholeFile = false;
  for (const { node, parentPath, listKey } of spots.all) {
    if (listKey !== 'directives' || !types.isDirective(node)) continue;
    const { node: block, parent } = parentPath!;
    const owner = types.isProgram(block) ? block : parent;
    if (node.value.value === DIRECTIVE) {
      directives.push(node);
      if (types.isProgram(owner)) wholeFile = true;
      else put(compilable(owner), 'compile');
    } else if (node.value.value === COMPILED_DIRECTIVE && !types.isProgram(owner)) put(owner, 'compiled');
  }
  const compiling = found.filter((c) => says(c, 'compile'));
  if (directives.length === 0 && compiling.length === 0) {
    refuseModifiers();
    return undefined;
  }

  let fileComment: t.Comment | undefined;
  // What was compiled before is known first: marks in it are no author's any more.
  const isOutput = (c: t.Comment): boolean => says(c, 'compiled');
  for (const comment of [...found.filter(isOutput), ...found.filter((c) => !isOutput(c))])
    for (const word of wordsOf(comment)) read(comment, word);
  return {
    wholeFile,
    words,
    modifying,
    allowances,
    comments: copiesOf(new Set(compiling.map((c) => c.start))),
    directives,
    fileComment,
    firstStatement: program.node.body[0],
  };

  function read(comment: t.Comment, word: Word): void {
    if (word === 'allow') return void allowances.push(allowanceOf(comment));
    const target = targetOf(comment, word);
    if (word === 'compile' && isFileMark(comment, target?.node)) {
      wholeFile = true;
      fileComment = comment;
    } else attach(comment, word, target);
  }

  function targetOf(comment: t.Comment, word: Word): Spot | undefined {
    if (!targets.isTrailing(comment)) return targets.below(comment);
    return targets.before(comment, (node) => carriersOf(node, word) !== undefined);
  }

  function attach(comment: t.Comment, word: Word, spot: Spot | undefined): void {
    const target = spot?.node;
    const carriers = target && carriersOf(target, word);
    if (carriers === undefined) {
      if (word === 'compiled' || isInOutput(comment)) return;
      if (targets.isTrailing(comment)) return refuse(comment, errors.markOnNothing(word, 'atLineEnd'));
      if (spot && target && types.isClassBody(spot.parent) && 'value' in target)
        return refuse(target, errors.fieldWithoutFunction(sourceOf((target as t.ClassProperty).key)));
      return refuse(comment, errors.markOnNothing(word, 'above'));
    }
    for (const node of carriers) {
      if (word !== 'compile' && word !== 'compiled' && isInOutput(node)) continue;
      const isOfFunction = word === 'compile' || word === 'instant' || word === 'fast';
      put(isOfFunction ? compilable(node) : node, word);
      if (MODIFIERS.has(word)) modifying.push({ comment, word, node });
    }
  }

  /** The functions, classes and objects, or the loop, that a mark on `node` stands for. */
  function carriersOf(node: t.Node, word: Word): t.Node[] | undefined {
    const loop = word === 'nowait' || word === 'wait' || word === 'fast' ? loopOf(node) : undefined;
    if (loop) return [loop];
    return word === 'nowait' || word === 'wait' ? undefined : holdersOf(types, node, parentOf);
  }

  /** Where nothing is to be compiled, a word that only says how does nothing. What was compiled before keeps such words. */
  function refuseModifiers(): void {
    if (
      code.includes('$thread') ||
      found.some((c) => says(c, 'compiled')) ||
      words.size > 0 ||
      hasCompiledDirective(program.node)
    )
      return;
    for (const comment of found.filter(isModifier))
      for (const word of wordsOf(comment))
        if (MODIFIERS.has(word)) {
          const target = targetOf(comment, word);
          if (target && carriersOf(target.node, word)) refuse(comment, errors.markUncovered(word));
        }
  }

  function put(node: t.Node, word: Word): void {
    if (word === 'compiled') outputs.push(node);
    words.set(node, (words.get(node) ?? new Set()).add(word));
  }

  function isInOutput({ start, end }: t.Node | t.Comment): boolean {
    return outputs.some((node) => node.start! <= start! && end! <= node.end!);
  }

  /** A function that bears a mark itself must be one that can wait. */
  function compilable(node: t.Node): t.Node {
    const why = whyUncompilable(compilation, node);
    if (why !== undefined) refuse(node, errors.uncompilable(why));
    return node;
  }

  function refuse(node: t.Node | t.Comment, text: string): void {
    refuseAt(compilation, node, text);
  }

  /** Above code it is good for all that begins there, at the end of a line for the statement that ends there. */
  function allowanceOf(comment: t.Comment): Allowance {
    const codes = allowedCodes(comment);
    if (codes.length === 0) refuse(comment, errors.allowsNothing(undefined, ''));
    for (const one of codes)
      if (!ALLOWABLE.includes(one)) refuse(comment, errors.allowsNothing(one, ALLOWABLE.join(', ')));
    const { line } = comment.loc!.start;
    if (!targets.isTrailing(comment)) {
      const target = targets.below(comment)?.node;
      if (target === undefined) refuse(comment, errors.markOnNothing('allow', 'above'));
      return { comment, codes, from: line, to: target?.loc!.end.line ?? line };
    }
    let from = line;
    for (const { node } of spots.all)
      if (hasPosition(node) && types.isStatement(node) && node.end! <= comment.start! && node.loc!.end.line === line)
        from = Math.min(line, node.loc!.start.line);
    return { comment, codes, from, to: line };
  }

  function parentOf(node: t.Node): t.Node | undefined {
    parents ??= new Map(spots.all.map((spot) => [spot.node, spot.parent]));
    return parents.get(node);
  }

  function loopOf(node: t.Node): t.Node | undefined {
    if (types.isLabeledStatement(node)) return loopOf(node.body);
    return types.isLoop(node) ? node : undefined;
  }

  /**
   * A comment above all code, also below a licence, marks the whole file, unless it stands directly above (no blank line between) or on the
   * line of a statement that holds a function: then people mean that one. An import, a directive or a statement
   * without functions below it leaves it the file's.
   */
  function isFileMark(comment: t.Comment, target: t.Node | undefined): boolean {
    if (comment.start! > codeStart) return false;
    if (target === undefined || carriersOf(target, 'compile') === undefined) return true;
    return hasBlankLine(code.slice(comment.end, target.start!));
  }

  /** Babel hands the same comment to two nodes, and a cloned AST has copies: all that start at the same place. */
  function copiesOf(places: ReadonlySet<number | undefined>): t.Comment[] {
    const copies = new Set<t.Comment>();
    if (places.size === 0) return [];
    add(file.ast.comments);
    addOf(file.ast);
    for (const { node } of spots.all) addOf(node);
    return [...copies];

    function addOf({ leadingComments, trailingComments, innerComments }: t.Node): void {
      if (leadingComments) add(leadingComments);
      if (trailingComments) add(trailingComments);
      if (innerComments) add(innerComments);
    }

    function add(comments: readonly t.Comment[] | null | undefined): void {
      for (const one of comments ?? []) if (places.has(one.start) && says(one, 'compile')) copies.add(one);
    }
  }

  function sourceOf(node: t.Node): string {
    return code.slice(node.start!, node.end!);
  }
}

/** The comment stands in what has been compiled before, and is no author's any more. */
export function isOfOutput({ words }: Marks, { start, end }: t.Comment): boolean {
  return [...words].some(([node, own]) => own.has('compiled') && node.start! <= start! && end! <= node.end!);
}

/** The plugin wrote that the whole file is compiled. */
function hasCompiledDirective({ directives }: t.Program): boolean {
  return directives.some(({ value }) => value.value === COMPILED_DIRECTIVE);
}

function hasBlankLine(text: string): boolean {
  return /\n[^\S\n]*\n/.test(text);
}
