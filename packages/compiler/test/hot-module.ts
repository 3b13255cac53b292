/** Modules as a bundler reloads them: the runtime, who imports them and the bundler's context are the same for each version. */
import { transform } from '@spindle/compiler';
import * as runtime from '@spindle/runtime';
import * as abi from '@spindle/runtime/abi';
import * as hotEntry from '@spindle/runtime/hot';

const modules: Record<string, object> = {
  '@spindle/runtime': runtime,
  '@spindle/runtime/abi': abi,
  '@spindle/runtime/hot': hotEntry,
};

export type Exports = Record<string, any>;
export type Target = 'generators' | 'frames';

export interface HotModule {
  /** Compiles and runs the next version. */
  load: (source: string) => Exports;
  /** What the page's console was told. */
  readonly told: string[];
  /** Why the page was to be reloaded. */
  readonly invalid: string[];
}

interface Options {
  readonly target?: Target;
  /** `false`: who waits goes on in the old code with each target. */
  readonly saves?: false;
  readonly globals?: object;
}

/** A module and its versions. `globals`: what its code finds beside the console. */
export function hotModule({ target = 'generators', saves, globals = {} }: Options = {}): HotModule {
  const told: string[] = [];
  const invalid: string[] = [];
  const data = {};
  const console = { info: (text: string) => void told.push(text) };
  const hot = {
    data,
    accept() {},
    invalidate: (why: string) => void invalid.push(why),
    dispose: (callback: (kept: object) => void) => void (disposed = callback),
  };
  let disposed: (kept: object) => void = () => {};
  function load(source: string): Exports {
    disposed(data);
    const { code } = transform(source, {
      filename: 'guard.js',
      hot: { context: 'import.meta.hot' },
      diagnostics: 'off',
      target,
      ...(saves === undefined ? {} : { saves }),
    })!;
    return quietly(() => run(code, { console, ...globals, importMeta: { hot } }), console);
  }
  return { load, told, invalid };
}

/** What is told on the console meanwhile is told to another one. */
export function quietly<T>(fn: () => T, other: object = { info() {} }): T {
  const { console } = globalThis;
  globalThis.console = { ...console, ...other };
  try {
    return fn();
  } finally {
    globalThis.console = console;
  }
}

/** In the realm of the runtime, so that the natives of its arrays are those that can pause. */
function run(code: string, globals: object): Exports {
  const names = [
    ...code.matchAll(/^export (?:default )?(?:(?:function\*?|class|const|var) )?([\w$]+)(?=[^\w$'"])/gm),
  ].map(([, name]) => name);
  const body = code
    .replaceAll(/^import \{(.*?)\} from ["'](.*?)["'];/gm, (_, list: string, from: string) => {
      const imported = list.replaceAll(' as ', ': ');
      return `const {${imported}} = $modules["${from}"];`;
    })
    .replaceAll(/^export (default )?/gm, '')
    .replaceAll('import.meta', 'importMeta');
  const given = { ...globals, $modules: modules };
  // oxlint-disable-next-line typescript/no-implied-eval -- it was compiled here
  const evaluate = new Function(...Object.keys(given), `"use strict";${body}\nreturn { ${names.join(', ')} };`);
  return evaluate(...Object.values(given)) as Exports;
}

/** Pulses of 16 ms. */
export function pulse(count: number): void {
  for (let i = 0; i < count; i++) runtime.scheduler.pulse(16);
}

export function cancelAll(): void {
  for (const thread of runtime.scheduler.threads) thread.cancel();
  pulse(2);
}
