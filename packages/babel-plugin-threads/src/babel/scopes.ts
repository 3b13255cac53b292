/**
 * What has to be done with Babel's scopes after the plugin. Babel has no call that says whether another plugin will
 * look at the tree.
 */
import type { BabelFile, NodePath, types as t } from '@babel/core';

/** What the plugin needs to know of its pass through a file. */
export interface Pass {
  readonly file: BabelFile;
  readonly key: unknown;
}

/** A program, and the version of the Babel that knows its scopes. */
export interface Scoped {
  readonly program: NodePath<t.Program>;
  /** Undefined for `@spindle/compiler`, which has parts of the newest one. */
  readonly version: string | undefined;
}

/**
 * The plugin is done with the program: other plugins find scopes that agree with it. Where none looks at it, Babel need
 * not traverse it.
 */
export function finishProgram(source: Scoped, pass: Pass): void {
  if (isSeenByOthers(pass)) readScopesAnew(source);
  else source.program.skip();
}

/** The same for a program in which nothing has changed. */
export function finishUnmarked(program: NodePath<t.Program>, pass: Pass): void {
  if (!isSeenByOthers(pass)) program.skip();
}

interface GivenPlugin {
  readonly key: unknown;
  readonly visitor: object;
  readonly post: unknown;
}

/** Another plugin looks at the tree, in this pass or a later one, or the tree is returned to the caller of Babel. */
function isSeenByOthers({ file, key }: Pass): boolean {
  const { ast, cloneInputAst, presets, plugins, wrapPluginVisitorMethod } = file.opts;
  if (ast === true || cloneInputAst === false || wrapPluginVisitorMethod || presets?.length !== 0) return true;
  return (plugins as unknown as GivenPlugin[]).some(
    (one) => one.key !== key && (visits(one) || one.post !== undefined),
  );
}

/** Plugins that only enable syntax have no visitor; Babel's own notes in it begin with `_`. */
function visits({ visitor }: GivenPlugin): boolean {
  return Object.keys(visitor).some((name) => !name.startsWith('_'));
}

/**
 * Names have changed, so the scopes are read once more. Babel before 7.28 keeps what it knew of the inner ones and
 * would find names declared twice: while the program is said to be crawled, `crawl` of an inner scope only empties it.
 */
export function readScopesAnew({ program, version }: Scoped): void {
  const scope = program.scope as typeof program.scope & { crawling: boolean };
  if (version !== undefined && /^7\.2[67]\./.test(version)) {
    scope.crawling = true;
    program.traverse({ Scope: (path) => path.scope.crawl() });
    scope.crawling = false;
  }
  scope.crawl();
}
