/** Where the game runs: its engine makes the pulses, and its first file loads the guard. */
import { addImport } from './edit-code.js';
import type { InitPlan } from './init-plan.js';
import { has, hasDependency, type Project, read } from './project.js';

/** `entry`: of `@spindle/engines`; `call`: what connects the two, and where it stands. */
const ENGINES = [
  { title: 'Phaser', by: 'phaser', entry: 'phaser', call: '`attachSpindle(this)` in `create()` of each scene' },
  {
    title: 'Excalibur',
    by: 'excalibur',
    entry: 'excalibur',
    call: '`attachSpindle(this)` in `onInitialize()` of each scene',
  },
  { title: 'PixiJS', by: 'pixi.js', entry: 'pixi', call: '`attachSpindle(app)` where the application is made' },
  { title: 'three.js', by: 'three', entry: 'three', call: '`attachSpindle(scene)` where the scene is made' },
  { title: 'Kaplay', by: 'kaplay', entry: 'kaplay', call: '`attachSpindle(k)` in each scene' },
];

export function planEngine(project: Project, plan: InitPlan): void {
  const engines = ENGINES.filter(({ by }) => hasDependency(project, by));
  for (const { title, entry, call } of engines) {
    plan.found.push(title);
    plan.needed.set('@spindle/engines', 'dependencies');
    plan.next.push(
      `${title} makes time pass: \`import { attachSpindle } from '@spindle/engines/${entry}'\`, and ${call} (https://github.com/spindle-scripts/spindle/blob/main/docs/engines.md).`,
    );
  }
  if (engines.length === 0)
    plan.next.push('Time passes where the game calls `scheduler.pulse(ms)`, once in each frame.');
}

const GUARD = '@spindle/runtime/globals-guard';

/** The first file of the page imports the guard. Without such a page it is advised. */
export function planGuard(project: Project, plan: InitPlan): void {
  const file = entryOf(project);
  const before = file === undefined ? '' : read(project, file);
  if (before.includes(GUARD)) return;
  const after = addImport(before, GUARD);
  if (file !== undefined && after !== undefined) plan.changes.push({ file, before, after });
  else
    plan.next.push(
      `Write \`import '${GUARD}'\` where the game starts: then a word in a file that was not compiled says so.`,
    );
}

/** The file of the one module script of index.html, if that is a source of this project. */
function entryOf(project: Project): string | undefined {
  if (!has(project, 'index.html')) return undefined;
  const tags = read(project, 'index.html').match(/<script\b[^>]*>/gi) ?? [];
  const sources = tags
    .filter((tag) => /\btype=["']module["']/i.test(tag))
    .map((tag) => /\bsrc=["']\.?\/?(?<file>[^"':?]+\.[cm]?[jt]sx?)["']/i.exec(tag)?.groups?.['file']);
  const [file] = sources;
  return sources.length === 1 && file !== undefined && has(project, file) ? file : undefined;
}
