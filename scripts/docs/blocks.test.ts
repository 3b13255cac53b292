import { mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { parse } from '@babel/parser';
import { transform } from '@spindle/compiler';
import { ELSEWHERE, NOT_RUN, WORLDS } from './around-blocks.js';
import { runProgram } from './run-examples.js';

/** A part of a block that tells it from the others of its page. */
interface Piece {
  readonly page: string;
  readonly has: string;
}

interface World extends Piece {
  readonly with?: readonly string[];
  readonly before?: string;
  readonly between?: Readonly<Record<string, string>>;
  readonly after?: string;
  readonly files?: Readonly<Record<string, string | Piece>>;
  readonly prints: string | RegExp;
}

const read = (file: string): string => readFileSync(new URL(`../../${file}`, import.meta.url), 'utf8');
const root = path.join(import.meta.dirname, '../..');
const worlds = WORLDS as readonly World[];

/** docs/guide has a test of its own, docs/typescript.md that of the types; those of the others stand in fixtures. */
const pages = [
  'README.md',
  ...readdirSync(path.join(root, 'docs'))
    .filter(
      (name) => name.endsWith('.md') && !['frames.md', 'ownership.md', 'transform.md', 'typescript.md'].includes(name),
    )
    .map((name) => `docs/${name}`),
  ...readdirSync(path.join(root, 'packages')).map((name) => `packages/${name}/README.md`),
];

interface Block {
  readonly page: string;
  readonly kind: string;
  readonly code: string;
}

/** docs.test.ts compares them. */
const withoutFixtures = (text: string): string => text.replaceAll(/<!-- fixture [^]*?<!-- end -->/g, '');

const blocks: Block[] = pages.flatMap((page) =>
  [...withoutFixtures(read(page)).matchAll(/^```((?:js|ts)\b.*)\n([^]*?)^```$/gm)].map(([, kind = '', code = '']) => ({
    page,
    kind,
    code,
  })),
);

const blockOf = ({ page, has }: Piece, among = blocks): Block => {
  const found = among.filter((block) => block.page === page && block.code.includes(has));
  if (found.length !== 1) throw new Error(`${page} has ${found.length} blocks with ${JSON.stringify(has)}.`);
  return found[0]!;
};

test('every code block is run here or elsewhere, or says why not', () => {
  const known = [
    ...worlds.flatMap((world) => [world.has, ...(world.with ?? [])].map((has) => blockOf({ ...world, has }))),
    ...worlds.flatMap(({ files = {} }) =>
      Object.values(files).flatMap((file) => (typeof file === 'string' ? [] : [blockOf(file)])),
    ),
    ...ELSEWHERE.map((one) => blockOf(one)),
  ];
  const left = blocks.filter((block) => block.kind === 'js' && !known.includes(block));
  expect(left.map(({ page, code }) => `${page}: ${code.split('\n')[0]}`)).toEqual([]);
  const kinds = ['js', 'js page', 'js part', 'js config', 'ts config', 'js scene', 'js other'];
  expect(blocks.filter(({ kind }) => !kinds.includes(kind)).map(({ page, kind }) => `${page}: ${kind}`)).toEqual([]);
});

test('a block that is not run names the test that runs the like', () => {
  const named = NOT_RUN.map((one) => blockOf(one));
  const wanted = blocks.filter(({ kind }) => kind === 'js page' || kind === 'js part');
  expect(named.map(({ code }) => code).sort()).toEqual(wanted.map(({ code }) => code).sort());
  for (const { by } of [...NOT_RUN, ...ELSEWHERE]) expect(read(by).length).toBeGreaterThan(0);
});

test.each(
  blocks
    .filter(({ kind }) => !['js', 'js other'].includes(kind))
    .map((block, i) => [`${i + 1}, ${block.page}`, block] as const),
)('what is not run can be read: %s', (_name, { code, kind }) => {
  const parsed = (): unknown =>
    parse(code, { sourceType: 'module', plugins: kind.startsWith('ts') ? ['typescript'] : [] });
  expect(parsed).not.toThrow();
});

/** What each prints, or why it does not run. All run at the same time. */
let printed: readonly PromiseSettledResult<string>[];
beforeAll(async () => (printed = await Promise.allSettled(worlds.map(run))), 120_000);

test.each(worlds.map((world, i) => [`${world.page}: ${world.has}`, world, i] as const))(
  '%s',
  (_name, { prints }, i) => {
    const result = printed[i]!;
    if (result.status === 'rejected') throw result.reason;
    if (typeof prints === 'string') expect(result.value).toBe(prints);
    else expect(result.value).toMatch(prints);
  },
);

async function run(world: World, i: number): Promise<string> {
  const { before = '', after = '', between = {}, files = {}, with: others = [] } = world;
  const parts = [...others.map((has) => blockOf({ ...world, has })), blockOf(world)].map(({ code }) => code);
  let code = parts.join('\n');
  for (const [line, text] of Object.entries(between)) {
    if (!code.includes(line)) throw new Error(`${world.page} has no ${JSON.stringify(line)}.`);
    code = code.replace(line, text);
  }
  for (const [file, content] of Object.entries(files)) {
    const text = typeof content === 'string' ? content : blockOf(content).code;
    const place = path.join(root, 'node_modules/.cache/guide', file);
    mkdirSync(path.dirname(place), { recursive: true });
    writeFileSync(place, transform(text, { filename: file, sourceType: 'module' })!.code);
  }
  const { stdout, stderr } = await runProgram(`block-${i + 1}`, `${before}\n${code}\n${after}`);
  return stdout + stderr;
}
