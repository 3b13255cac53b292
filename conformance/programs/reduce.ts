/** Makes a failing program smaller: removes statements and parts of expressions as long as it still fails. */
import * as babel from '@babel/core';
import { reprint } from './output.js';
import { compareProgram } from './runs.js';

type Node = Record<string, unknown> & { type: string; start?: number; end?: number };

const maxTries = 400;

/** The smallest program found with the same kind of difference: the difference and the source. */
export async function reduceProgram(source: string, traits: number): Promise<string> {
  const differenceOf = async (text: string): Promise<string | undefined> =>
    (await compareProgram(text, traits)).difference;
  const best = await makeSmaller(source, async (text) => {
    const difference = await differenceOf(text);
    return difference === undefined ? undefined : kindOf(difference);
  });
  return `${await differenceOf(best)}\n${reprint(best)}`;
}

/** The smallest program found with the same fault; `faultOf` gives undefined if there is none. */
export async function makeSmaller(
  source: string,
  faultOf: (source: string) => Promise<string | undefined>,
): Promise<string> {
  const fault = await faultOf(source);
  let best = source;
  let tries = 0;
  for (let isSmaller = fault !== undefined; isSmaller && tries < maxTries;) {
    isSmaller = false;
    for (const smaller of smallerOnes(best)) {
      if (++tries > maxTries) break;
      if ((await faultOf(smaller)) !== fault) continue;
      best = smaller;
      isSmaller = true;
      break;
    }
  }
  return best;
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
