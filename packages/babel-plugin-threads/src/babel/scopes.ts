import type { BabelFile, NodePath, types as t } from '@babel/core';

/** What the plugin needs to know of its pass through a file; `version` is Babel's. */
export interface Pass {
  readonly file: BabelFile;
  readonly key: unknown;
  readonly version: string;
}

/** Leaves the program to those who come after us. Where nobody does, Babel needs not even go through it. */
export function leaveProgram(program: NodePath<t.Program>, pass: Pass): void {
  if (isSeenByOthers(pass)) readScopesAnew(program, pass.version);
  else program.skip();
}

/** The same for a program in which nothing has changed. */
export function leaveUnmarked(program: NodePath<t.Program>, pass: Pass): void {
  if (!isSeenByOthers(pass)) program.skip();
}

interface GivenPlugin {
  readonly key: unknown;
  readonly visitor: object;
  readonly post: unknown;
}

/** Another plugin looks at the tree, in this pass or a later one, or whoever called Babel gets it. */
function isSeenByOthers({ file, key }: Pass): boolean {
  const { ast, cloneInputAst, presets, plugins, wrapPluginVisitorMethod } = file.opts;
  if (ast === true || cloneInputAst === false || wrapPluginVisitorMethod || presets?.length !== 0) return true;
  return (plugins as unknown as GivenPlugin[]).some(
    (one) => one.key !== key && (visits(one) || one.post !== undefined),
  );
}

/** Plugins that only switch syntax on have no visitor; what Babel itself notes there begins with `_`. */
function visits({ visitor }: GivenPlugin): boolean {
  return Object.keys(visitor).some((name) => !name.startsWith('_'));
}

/**
 * Names have changed, so the scopes are read once more. Babel before 7.23 keeps what it knew of the inner ones and would find
 * names declared twice: while the program is said to be crawling, `crawl` of an inner scope only empties it.
 */
function readScopesAnew(program: NodePath<t.Program>, version: string): void {
  const scope = program.scope as typeof program.scope & { crawling: boolean };
  if (version.startsWith('7.22.')) {
    scope.crawling = true;
    program.traverse({
      Scope(path) {
        path.scope.crawl();
      },
    });
    scope.crawling = false;
  }
  scope.crawl();
}
