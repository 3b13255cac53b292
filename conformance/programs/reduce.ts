/** Makes a failing program smaller: removes statements and parts of expressions as long as it still fails. */
import * as babel from '@babel/core';
import { reprint } from './output.js';
import { compareProgram } from './runs.js';

type Node = Record<string, unknown> & { type: string; start?: number; end?: number };

const maxTries = 400;

/** The smallest program found with the same kind of difference: the difference and the source. */
export async function reduceProgram(source: string, traits: number): Promise<string> {
  const first = (await compareProgram(source, traits)).difference;
  if (first === undefined) return source;
  const kind = kindOf(first);
  let best = source;
  let tries = 0;
  for (let isSmaller = true; isSmaller && tries < maxTries;) {
    isSmaller = false;
    for (const smaller of smallerOnes(best)) {
      if (++tries > maxTries) break;
      const { difference } = await compareProgram(smaller, traits);
      if (difference === undefined || kindOf(difference) !== kind) continue;
      best = smaller;
      isSmaller = true;
      break;
    }
  }
  const found = (await compareProgram(best, traits)).difference;
  return `${found}\n${reprint(best)}`;
}

/** The mode, the kind of fault without numbers and values, and the way in which it ended. A smaller program must have the same kind of fault. */
function kindOf(difference: string): string {
  const [what] = difference.split(/line \d+|→/);
  const [, end] = /ended: (?:.* → )?(threw \w+|gave|a thread)/.exec(difference) ?? [];
  return `${what} ${end}`;
}

/** The sources with one piece removed, the largest piece first. */
function smallerOnes(source: string): string[] {
  const pieces: { from: number; to: number; text: string }[] = [];
  const ast = babel.parseSync(source, { babelrc: false, configFile: false, sourceType: 'script' })!;
  visit(ast.program as unknown as Node);
  const sized = pieces.filter(({ from, to, text }) => text.length < to - from);
  sized.sort((a, b) => b.to - b.from - b.text.length - (a.to - a.from - a.text.length));
  return sized.map(({ from, to, text }) => source.slice(0, from) + text + source.slice(to));

  function visit(node: Node): void {
    const { type, start, end } = node as Required<Node>;
    const put = (text: string): void => void pieces.push({ from: start, to: end, text });
    if (/Statement$|Declaration$/.test(type)) put('');
    if (/^Class(?:Method|Property|PrivateMethod)$|^StaticBlock$/.test(type)) put('');
    const children = childrenOf(node);
    if (type.endsWith('Expression')) {
      put('1');
      for (const child of children) if (/Expression$|Literal$|^Identifier$/.test(child.type)) put(textOf(child));
    }
    if (/^(?:If|For|While|DoWhile|Try|Labeled|Switch)/.test(type))
      for (const child of children) if (child.type.endsWith('Statement')) put(textOf(child));
    // A loop whose test were always true, or that did not count any more, would not end, and nothing could stop it.
    const isLoop = /^(?:For|While|DoWhile)Statement$/.test(type);
    for (const child of children) if (!isLoop || (child !== node['test'] && child !== node['update'])) visit(child);
  }

  function textOf({ start, end }: Node): string {
    return source.slice(start, end);
  }
}

function childrenOf(node: Node): Node[] {
  return (babel.types.VISITOR_KEYS[node.type] ?? []).flatMap((key) => {
    const child = node[key] as Node | (Node | null)[] | null | undefined;
    return Array.isArray(child) ? child.filter((one) => one !== null) : child ? [child] : [];
  });
}
