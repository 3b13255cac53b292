import { mkdir, writeFile } from 'node:fs/promises';
import path from 'node:path';
import pico from 'picocolors';
import { noPackage, notChanged, Problems, reasonOf } from '../errors.js';
import { isFile } from '../files/files.js';
import { counted, type Screen } from '../report.js';
import { type Change, type InitPlan, planInit } from './plan.js';

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
  for (const line of plan.byHand) say(`By hand: ${line}`);
  if (plan.changes.length === 0) {
    say('Everything else is set up already.');
    return true;
  }
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
  say(
    `${counted(plan.changes.length, 'file')} changed. Now run \`npm install\`, and put \`// @compile\` above a function that waits. Time passes where the game calls \`scheduler.pulse(ms)\`, once in each frame.`,
  );
  return true;
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
