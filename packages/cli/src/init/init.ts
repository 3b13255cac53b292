import { mkdir, writeFile } from 'node:fs/promises';
import path from 'node:path';
import pico from 'picocolors';
import { noPackage, notChanged, Problems, reasonOf } from '../errors.js';
import { isFile } from '../files/files.js';
import { counted, type Screen } from '../report.js';
import { checkTool, isInstalled } from './check.js';
import type { Change, InitPlan } from './init-plan.js';
import { planInit } from './plan.js';

export interface InitRequest {
  /** Makes the change without a question. */
  isSure: boolean;
  /** The version of the packages that are put into package.json. */
  version: string;
  cwd: string;
  stdout: Screen;
  /** Asks a question that is answered with yes or no; undefined if nobody is there to answer. */
  ask: ((question: string) => Promise<boolean>) | undefined;
}

/** Puts Spindle into an existing project: finds its tools, shows what would change, asks, and changes it. */
export async function init({ isSure, version, cwd, stdout, ask }: InitRequest): Promise<boolean> {
  if (!isFile(path.join(cwd, 'package.json'))) throw new Problems([noPackage(cwd)]);
  const plan = planInit(cwd, version);
  const say = (text: string): void => void stdout.write(`${text}\n`);
  say(
    plan.found.length > 0
      ? `Found: ${plan.found.join(', ')}.`
      : 'Found no bundler and no Babel: `spindle precompile` compiles.',
  );
  if (plan.changes.length > 0) {
    say(`\n${await diffOf(plan, stdout.isTTY === true)}`);
    const isWanted = isSure || (await ask?.(`Change ${counted(plan.changes.length, 'file')}?`));
    if (isWanted !== true) {
      say(
        isWanted === undefined
          ? 'Nothing was written. `npx @spindle/cli init --yes` makes this change.'
          : 'Nothing was written.',
      );
      return isWanted === false;
    }
    for (const change of plan.changes) await write(change, cwd);
    say(`${counted(plan.changes.length, 'file')} changed.`);
  } else if (plan.byHand.length === 0) say('Nothing has to be changed.');
  if (plan.byHand.length > 0) say('\nNot done, as the file is written in a way that is not known here. By hand:');
  for (const line of plan.byHand) say(`- ${line}`);
  return finish(plan, { cwd, say });
}

/** Says what is left to do, and lets each tool compile a marked file if the packages are there. Gives whether all do. */
async function finish(plan: InitPlan, { cwd, say }: { cwd: string; say: (text: string) => void }): Promise<boolean> {
  const isReady = isInstalled(cwd, plan.needed.keys());
  if (plan.changes.length > 0) {
    const again =
      '`npx @spindle/cli init` once more: it lets your tools compile a marked file, and says whether they do.';
    const steps = [
      ...(isReady ? [] : ['`npm install`', ...(plan.checkable.length > 0 ? [again] : [])]),
      ...plan.next,
      'Put `// @compile` above a function that waits.',
    ];
    say(`\nNext:\n${steps.map((step, index) => `${index + 1}. ${step}`).join('\n')}`);
  }
  if (!isReady) return true;
  let doAll = true;
  for (const one of plan.checkable) {
    const { tool, file } = one;
    const name = file === undefined ? tool : `${tool} (${file})`;
    const wrong = await checkTool(one, cwd);
    say(
      wrong === undefined
        ? `Checked: ${name} compiles a marked file.`
        : `${name} does NOT compile a marked file: ${wrong}`,
    );
    doAll &&= wrong === undefined;
  }
  return doAll;
}

async function diffOf({ changes }: InitPlan, isTTY: boolean): Promise<string> {
  const { createTwoFilesPatch } = await import('diff');
  const { bold, cyan, green, red } = pico.createColors(isTTY && pico.isColorSupported);
  const coloured = (line: string): string => {
    if (/^(?:---|\+\+\+) /.test(line)) return bold(line);
    if (line.startsWith('@@')) return cyan(line);
    return line.startsWith('+') ? green(line) : line.startsWith('-') ? red(line) : line;
  };
  return changes
    .map(({ file, before, after }) =>
      createTwoFilesPatch(before === undefined ? '/dev/null' : file, file, before ?? '', after, '', '', { context: 3 }),
    )
    .flatMap((patch) =>
      patch
        .split('\n')
        .filter((line) => !/^(?:=+$|Index: )/.test(line))
        .map((line) => coloured(line.trimEnd())),
    )
    .join('\n');
}

async function write({ file, after }: Change, cwd: string): Promise<void> {
  const whole = path.join(cwd, file);
  try {
    await mkdir(path.dirname(whole), { recursive: true });
    await writeFile(whole, after);
  } catch (error) {
    throw new Problems([notChanged(file, reasonOf(error))]);
  }
}
