/** A file as the plugin wants it from Babel: a tree with its scopes, a place for metadata, errors with a code frame. */
import traverseModule, { type NodePath } from '@babel/traverse';
import type * as t from '@babel/types';
import type { SpindleReport } from './plugin.js';
import { codeFrame } from './code-frame.js';
import { defaultOf } from './default-of.js';

const { NodePath: Paths } = traverseModule as unknown as { NodePath: { get(options: object): ProgramPath } };
export const traverse: typeof traverseModule = defaultOf(traverseModule);

type ProgramPath = NodePath<t.Program> & { setContext(): NodePath<t.Program> };

export class SourceFile {
  readonly metadata: { spindle?: SpindleReport } = {};
  /** What the plugin reads of Babel's options: nobody but the plugin looks at the tree. */
  readonly opts: object;
  readonly path: NodePath<t.Program>;
  readonly code: string;
  readonly ast: t.File;

  constructor(code: string, ast: t.File, filename: string | undefined) {
    this.code = code;
    this.ast = ast;
    this.opts = { filename, cwd: '', ast: false, cloneInputAst: true, presets: [], plugins: [] };
    const hub = {
      file: this,
      getCode: () => code,
      getScope: () => this.path.scope,
      buildError: this.buildCodeFrameError,
    };
    this.path = Paths.get({ hub, parentPath: null, parent: ast, container: ast, key: 'program' }).setContext();
  }

  /** An error about a node or a comment, with the code around it. */
  readonly buildCodeFrameError = ({ loc }: t.Node, text: string, Kind: ErrorConstructor = SyntaxError): Error => {
    return new Kind(loc ? `${text}\n${codeFrame(this.code, loc)}` : text);
  };
}
