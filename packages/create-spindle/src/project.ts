/** The files of a new game: those that all templates share, those of its engine, and a package.json. */
import { cpSync, existsSync, mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { fileURLToPath } from 'node:url';

/** The version of this package. */
export const version: string = (
  JSON.parse(readFileSync(new URL('../package.json', import.meta.url), 'utf8')) as { version: string }
).version;
const folder = path.join(import.meta.dirname, '../templates');

interface Template {
  /** As a person chooses it. */
  readonly label: string;
  /** Its engine, if it has one. */
  readonly dependencies: Readonly<Record<string, string>>;
  readonly devDependencies?: Readonly<Record<string, string>>;
  /** A folder that a browser opens as it is. */
  readonly isPage?: boolean;
  /** Its scripts run on a server; it shares no files with the others, but what they ignore. */
  readonly isServer?: boolean;
}

export type TemplateName = 'canvas' | 'page' | 'phaser' | 'excalibur' | 'pixi' | 'three' | 'rooms';

/** Versions are those that were tried. */
export const TEMPLATES: Readonly<Record<TemplateName, Template>> = {
  canvas: { label: 'A canvas, no engine', dependencies: {} },
  page: { label: 'One page: no npm, no bundler', dependencies: {}, isPage: true },
  phaser: { label: 'Phaser', dependencies: { phaser: '^4.2.1' } },
  excalibur: { label: 'Excalibur', dependencies: { excalibur: '~0.32.0' } },
  pixi: { label: 'PixiJS', dependencies: { 'pixi.js': '^8.22.0' } },
  three: { label: 'three.js', dependencies: { three: '~0.187.0' }, devDependencies: { '@types/three': '~0.187.0' } },
  rooms: {
    label: 'Rooms on a server, which move between its processes',
    dependencies: { ioredis: '^6.0.0', sirv: '^3.0.2', ws: '^8.23.0' },
    devDependencies: { '@types/node': '^20.19.0', '@types/ws': '^8.18.2' },
    isServer: true,
  },
};

const SCRIPTS = {
  dev: 'vite',
  build: 'tsc && vite build',
  preview: 'vite preview',
  test: 'vitest run',
  lint: 'eslint .',
};

const SERVER_SCRIPTS = {
  dev: 'node dev.js',
  'dev:two': 'node dev.js 2',
  build: 'tsc && vite build && vite build --ssr server/main.ts --outDir dist/server',
  start: 'node --conditions=production --max-semi-space-size=32 dist/server/main.js',
  test: SCRIPTS.test,
  lint: SCRIPTS.lint,
};

export interface Project {
  /** An absolute path. Its last part is the name of the package. */
  readonly folder: string;
  readonly template: TemplateName;
  /** The range of versions of Spindle's packages; default: that of this package. */
  readonly spindle?: string | undefined;
}

/** Why a game cannot be made in a folder; undefined if it can. */
export function problemWith(target: string): string | undefined {
  const isFull = existsSync(target) && readdirSync(target).some((name) => name !== '.git');
  return isFull ? `The folder \`${target}\` is not empty. Name a new one.` : undefined;
}

export function checkFolder(target: string): void {
  const problem = problemWith(target);
  if (problem !== undefined) throw new Error(problem);
}

/**
 * Writes a new game. Nothing that exists is changed.
 * @throws {Error} If something is in the folder already.
 */
export function writeProject(project: Project): void {
  const { folder: target, template } = project;
  checkFolder(target);
  mkdirSync(target, { recursive: true });
  if (TEMPLATES[template].isPage) {
    const spindle = path.dirname(fileURLToPath(import.meta.resolve('@spindle/page/spindle.js')));
    for (const name of ['spindle.js', 'compiler.js']) cpSync(path.join(spindle, name), path.join(target, name));
  } else {
    const shared = path.join(folder, 'all');
    if (!TEMPLATES[template].isServer) cpSync(shared, target, { recursive: true });
    // npm leaves files of this name out of what it publishes.
    rmSync(path.join(target, '_gitignore'), { force: true });
    cpSync(path.join(shared, '_gitignore'), path.join(target, '.gitignore'));
    writeFileSync(path.join(target, 'package.json'), `${JSON.stringify(manifestOf(project), null, 2)}\n`);
  }
  cpSync(path.join(folder, template), target, { recursive: true });
  const readme = path.join(target, 'README.md');
  writeFileSync(readme, readFileSync(readme, 'utf8').replaceAll('my-game', path.basename(target)));
}

function manifestOf({ folder: target, template, spindle = `^${version}` }: Project): object {
  const { dependencies, devDependencies, isServer = false } = TEMPLATES[template];
  const usesEngine = !isServer && Object.keys(dependencies).length > 0;
  return {
    name: nameOf(target),
    private: true,
    version: '0.0.0',
    type: 'module',
    scripts: isServer ? SERVER_SCRIPTS : SCRIPTS,
    dependencies: sorted({
      '@spindle/runtime': spindle,
      ...(usesEngine && { '@spindle/engines': spindle }),
      ...(isServer && { '@spindle/rooms': spindle }),
      ...dependencies,
    }),
    devDependencies: sorted({
      '@eslint/js': '^10.0.0',
      '@spindle/eslint-plugin': spindle,
      '@spindle/unplugin': spindle,
      eslint: '^10.0.0',
      typescript: '~5.9.0',
      'typescript-eslint': '^8.60.0',
      vite: '^8.3.8',
      vitest: '^4.1.0',
      ...devDependencies,
    }),
  };
}

const sorted = (record: Record<string, string>): Record<string, string> =>
  Object.fromEntries(Object.entries(record).sort(([a], [b]) => (a < b ? -1 : 1)));

/** A name that npm takes. */
export function nameOf(target: string): string {
  const name = path
    .basename(target)
    .toLowerCase()
    .replaceAll(/[^\w.-]+/g, '-')
    .replaceAll(/^[._-]+|-+$/g, '');
  return name === '' ? 'my-game' : name;
}
