import path from 'node:path';
import { type Node, type ParseError, parseTree, printParseErrorCode } from 'jsonc-parser';
import { badConfig, configNotRead, notUtf8, Problems, reasonOf, type Finding } from './errors.js';
import { decode } from './files/encoding.js';
import { exists, readBytes } from './files/files.js';

/** The options of the plugin as they are written. The plugin validates them. */
export type PluginOptions = Record<string, unknown> & { runtime?: Record<string, unknown> };

export type Target = 'generators' | 'frames';

export interface Config {
  options: PluginOptions;
  /** The file that the options come from, as the user names it; undefined if there is none. */
  file: string | undefined;
}

/** In this order: the first that is there is read. */
export const CONFIG_FILES: readonly string[] = ['js', 'mjs', 'cjs', 'ts', 'mts', 'cts', 'json'].map(
  (extension) => `spindle.config.${extension}`,
);

/** Warns of the options that are not read, because other ones are. */
export function unreadConfigs({ cwd, config }: { cwd: string; config: Config }): Finding[] {
  const { file } = config;
  if (file === undefined || !ownPlaces.includes(file)) return [];
  const others = ownPlaces.slice(ownPlaces.indexOf(file) + 1);
  const unread = others.filter((name) =>
    name === PACKAGE ? optionsOfPackage(cwd) !== undefined : exists(path.join(cwd, name)),
  );
  return unread.map((name) => configNotRead(name, file));
}

const PACKAGE = '"spindle" in package.json';
const ownPlaces: readonly string[] = [...CONFIG_FILES, PACKAGE];

interface ConfigRequest {
  cwd: string;
  configFile: string | undefined;
  /** Takes the place of the option of this name. */
  target?: Target | undefined;
  /** Sets the option `page`. */
  isForPage?: boolean | undefined;
}

/** Reads the options of the plugin, and puts those of the command line in their place. */
export async function readConfig(from: ConfigRequest): Promise<Config> {
  const { options, file } = await readFileOfOptions(from);
  const { target, isForPage } = from;
  return { options: { ...options, ...(target && { target }), ...(isForPage && { page: true }) }, file };
}

/** From `--config`, else from the first `spindle.config` that is there, else from package.json. */
async function readFileOfOptions(from: ConfigRequest): Promise<Config> {
  const { cwd } = from;
  const file = from.configFile ?? CONFIG_FILES.find((name) => exists(path.join(cwd, name)));
  if (file === undefined) {
    const options = optionsOfPackage(cwd);
    return options === undefined
      ? { options: {}, file: undefined }
      : { options: mustBeObject(options, PACKAGE), file: PACKAGE };
  }
  const value = isCode(file)
    ? await runCode(file, cwd)
    : readJson(file, { cwd, isGiven: from.configFile !== undefined });
  return { options: mustBeObject(value, file), file };
}

/**
 * What package.json has as `"spindle"`. A package.json that is not there or cannot be read has none: npm complains of
 * it.
 */
function optionsOfPackage(cwd: string): unknown {
  try {
    const text = readBytes(path.join(cwd, 'package.json')).toString();
    return (JSON.parse(text) as { spindle?: unknown } | null)?.spindle;
  } catch {
    return undefined;
  }
}

function mustBeObject(value: unknown, file: string): PluginOptions {
  if (typeof value !== 'object' || value === null || Array.isArray(value))
    throw new Problems([badConfig(file, 'does not contain an object. Put the options of the plugin in { }.')]);
  return value as PluginOptions;
}

const isCode = (file: string): boolean => /\.[cm]?[jt]s$/.test(file);

/**
 * The default export of a file in JavaScript or TypeScript. It is run anew each time, as it may have changed while the
 * command watches.
 */
async function runCode(file: string, cwd: string): Promise<unknown> {
  const whole = path.resolve(cwd, file);
  if (!exists(whole)) throw new Problems([badConfig(file, `cannot be read: no such file or directory. ${GIVE_FILE}`)]);
  try {
    const { createJiti } = await import('jiti');
    const jiti = createJiti(whole, { moduleCache: false, fsCache: false, interopDefault: false });
    const exported = await jiti.import<{ default?: unknown; __esModule?: true } | null>(whole);
    // What is no module of its own has what it gives to `module.exports`.
    return exported?.__esModule || Object.hasOwn(exported ?? {}, 'default') ? exported?.default : exported;
  } catch (error) {
    // Not every error is of this realm's `Error`.
    const said = (error as Partial<Error> | undefined)?.message ?? String(error);
    throw new Problems([badConfig(file, `could not be run: ${said.split('\n', 1)[0]!}. Fix it there.`)]);
  }
}

const GIVE_FILE = 'Give `--config` a file of options.';

function readJson(file: string, { cwd, isGiven }: { cwd: string; isGiven: boolean }): unknown {
  let bytes: Buffer;
  try {
    bytes = readBytes(path.resolve(cwd, file));
  } catch (error) {
    const fix = isGiven ? GIVE_FILE : 'Fix that, or give another file with `--config`.';
    throw new Problems([badConfig(file, `cannot be read: ${reasonOf(error)}. ${fix}`)]);
  }
  const decoded = decode(bytes);
  if ('bad' in decoded) throw new Problems([notUtf8(file, decoded.bad)]);
  return parse(decoded.text.replace(/^\uFEFF/, ''), file);
}

/** As `JSON.parse` gives it: `__proto__` is a key like any other. The parser would set the prototype. */
function valueOf({ type, children = [], value }: Node): unknown {
  if (type === 'array') return children.map(valueOf);
  if (type !== 'object') return value as unknown;
  return Object.fromEntries(children.map(({ children: [key, one] = [] }) => [key!.value as string, valueOf(one!)]));
}

/** JSON that may contain comments and commas at the end, like that of tsconfig.json. */
function parse(text: string, file: string): unknown {
  const errors: ParseError[] = [];
  const tree = parseTree(text, errors, { allowTrailingComma: true });
  const [first] = errors;
  if (first === undefined) return tree && valueOf(tree);
  const before = text.slice(0, first.offset).split('\n');
  const fact = printParseErrorCode(first.error)
    .replaceAll(/(?<=.)(?=[A-Z])/g, ' ')
    .toLowerCase();
  throw new Problems([
    badConfig(file, `is not JSON: ${fact} at ${before.length}:${before.at(-1)!.length + 1}. Fix it there.`),
  ]);
}
