/** Compiles a program, and checks what must hold for each output: no node is in the tree twice, it parses, and compiling it again changes nothing. */
import * as babel from '@babel/core';
import type { ThreadsOptions } from 'babel-plugin-threads';
import { makePlugin, type ThreadsApi, USUAL } from '../../packages/babel-plugin-threads/src/plugin.js';
import { FORCED } from '../shared/forced-pauses.js';
import { filesOf, isChosen, together } from './files.js';

export interface CompileMode {
  /** Whether the options `globals` and `constants` replace the names from outside by members of an object. */
  readonly isHosted?: boolean;
  /** Whether the program gets words of the runtime by `require`. Then the output does so, too. */
  readonly isRequiring?: boolean;
  readonly frameWait: 'none' | 'default' | 'all';
  /** Whether to compile with conformance/shared/forced-pauses.js. */
  readonly stress?: boolean;
  /** `mixed`: each function has one of both. `files`: the program is several files, and each has one of both. */
  readonly target?: 'generators' | 'frames' | 'mixed' | 'files';
  /** Chooses those of `mixed` and `files`. */
  readonly mix?: number;
  /** Whether frames keep every variable at every pause, and not only those that are live. */
  readonly keepsAll?: boolean;
  /** Whether frames take the forms of large functions for all: one object for all variables, and for the values of each list. */
  readonly isLarge?: boolean;
  /** Whether the whole text is one script (`script: true`), at whose end `main` is called. */
  readonly isOneScript?: boolean;
  /** Whether the output has what saves need. */
  readonly isSaving?: boolean;
  /** The option `plain`: callees that never wait. */
  readonly plain?: readonly string[];
  /** The name of the file; `program.js` if there is none. */
  readonly filename?: string;
  /** Whether to check that neither compiling the output again nor warnings change it. */
  readonly isCheckedAgain?: boolean;
}

/** The code, and what is wrong with it. Refusing a program is also a fault, as the grammar contains only valid ones. */
export interface Output {
  readonly code: string;
  readonly fault: string | undefined;
}

const settings: babel.TransformOptions = {
  filename: 'program.js',
  babelrc: false,
  configFile: false,
  browserslistConfigFile: false,
  highlightCode: false,
  sourceType: 'script',
  compact: false,
};

const hosted: ThreadsOptions = {
  globals: { log: 'HOST.log', p: 'HOST.p', bad: 'HOST.bad', why: 'HOST.why', same: 'HOST.same', odd: 'HOST.odd' },
  constants: { none: 'HOST.none' },
};

export function compileProgram(source: string, mode: CompileMode): Output {
  const { target, mix = 0 } = mode;
  Object.assign(lowering, USUAL.lowering, { keepsAll: mode.keepsAll === true });
  if (target === 'mixed') lowering.staysGenerator = ({ id }) => isChosen(id, mix);
  if (mode.isLarge) Object.assign(lowering, { temporaries: 0, variables: 0, cases: 1 });
  if (target === 'files') {
    const files = filesOf(source, mix).map(({ text, target: its }) => compileFile(text, { ...mode, target: its }));
    return {
      code: together(files.map(({ code }) => code)),
      fault: files.find(({ fault }) => fault !== undefined)?.fault,
    };
  }
  return mode.isOneScript ? compileAsOneScript(source, mode) : compileFile(source, mode);
}

/** Those of the program that is compiled. Babel makes a plugin once for all that have the same options. */
const lowering = { ...USUAL.lowering };

const usual = (api: ThreadsApi, options: ThreadsOptions) => makePlugin(api, options, { ...USUAL, lowering });
const forced = (api: ThreadsApi, options: ThreadsOptions) => makePlugin(api, options, { ...FORCED, lowering });

/** The script is what a program declares as `main`. All functions of it are compiled, and some of a program are left plain as they hold what cannot be. */
function compileAsOneScript(source: string, mode: CompileMode): Output {
  const { code, fault } = compileFile(`${source}\nreturn main();`, mode);
  if (fault !== undefined && /\[SPN2\d\d\]/.test(fault)) return compileFile(source, { ...mode, isOneScript: false });
  return { code: code.replace(/^module\.exports = (\$*program);$/m, 'var main = $1;'), fault };
}

function compileFile(source: string, mode: CompileMode): Output {
  const plugin: babel.PluginItem = [mode.stress === true ? forced : usual, pluginOptions(mode)];
  let code = '';
  try {
    const result = babel.transformSync(source, {
      ...settings,
      filename: mode.filename ?? settings.filename!,
      ast: true,
      plugins: [plugin],
    })!;
    code = result.code!;
    const again = mode.isCheckedAgain ? (changeOf(code, plugin) ?? changeByWarnings(source, code, mode)) : undefined;
    const fault = nodeTwice(result.ast!) ?? again;
    return { code, fault };
  } catch (error) {
    return { code, fault: (error as Error).message };
  }
}

function pluginOptions({
  frameWait,
  isHosted,
  isRequiring,
  target = 'generators',
  plain = [],
  isOneScript = false,
  isSaving = false,
}: CompileMode): ThreadsOptions {
  const names = isHosted === true ? hosted : {};
  const runtime = isRequiring === true ? {} : { global: 'RT' };
  const given = {
    runtime,
    target: target === 'generators' ? target : 'frames',
    plain,
    script: isOneScript,
    saves: isSaving,
    diagnostics: 'off',
    ...names,
  } as const;
  if (frameWait === 'default') return once(given);
  const each = frameWait === 'all';
  return once({ ...given, frameWait: { while: each, doWhile: each, for: each, forOf: each, forIn: each } });
}

/** Babel creates a plugin for each options object. This gives the same object for equal options. */
function once(options: ThreadsOptions): ThreadsOptions {
  const key = JSON.stringify(options);
  const first = made.get(key) ?? options;
  made.set(key, first);
  return first;
}

const made = new Map<string, ThreadsOptions>();

/** A fault if the output differs when warnings are on. */
function changeByWarnings(source: string, code: string, mode: CompileMode): string | undefined {
  const warning = once({ ...pluginOptions(mode), diagnostics: 'warn', onDiagnostic: () => undefined });
  const plugin = mode.stress === true ? forced : usual;
  const warned = babel.transformSync(source, { ...settings, plugins: [[plugin, warning]] })!.code;
  return warned === code ? undefined : 'warnings change the output';
}

function nodeTwice(ast: babel.types.Node): string | undefined {
  const seen = new Set<babel.types.Node>();
  const open = [ast];
  for (let node = open.pop(); node !== undefined; node = open.pop()) {
    if (seen.has(node)) return `a ${node.type} stands twice in the output`;
    seen.add(node);
    for (const key of babel.types.VISITOR_KEYS[node.type] ?? []) {
      const child = (node as unknown as Record<string, babel.types.Node | (babel.types.Node | null)[] | null>)[key];
      if (Array.isArray(child)) open.push(...child.filter((one) => one !== null));
      else if (child) open.push(child);
    }
  }
  return undefined;
}

function changeOf(code: string, plugin: babel.PluginItem): string | undefined {
  const again = babel.transformSync(code, { ...settings, plugins: [plugin] })!.code;
  if (again === code) return undefined;
  return reprint(code) === again ? undefined : 'compiling the output changes it';
}

/** The code with parentheses around every assignment to a pattern; as it is where Babel does not parse it. */
export function withParentheses(code: string): string {
  const { types } = babel;
  const parenthesized: babel.PluginItem = () => ({
    visitor: {
      AssignmentExpression(path: babel.NodePath<babel.types.AssignmentExpression>) {
        if (types.isPattern(path.node.left) && !path.parentPath.isParenthesizedExpression())
          path.replaceWith(types.parenthesizedExpression(path.node));
      },
    },
  });
  const parserOpts = { allowReturnOutsideFunction: true };
  try {
    return babel.transformSync(code, { ...settings, parserOpts, plugins: [parenthesized] })!.code!;
  } catch {
    return code;
  }
}

/** The code as Babel prints it without a plugin. */
export const reprint = (code: string): string => babel.transformSync(code, settings)!.code!;
