/** What `init` would do, and how a file of code is planned to be changed. */
import type { CodeEdit } from './edit-code.js';
import { type Project, read } from './project.js';

export const BABEL_PLUGIN = 'babel-plugin-threads';

/** One file, as it is and as it would be. `before` is undefined for a new one. */
export interface Change {
  readonly file: string;
  readonly before: string | undefined;
  readonly after: string;
}

/** A configuration that can be asked to compile a marked file, when the packages are installed. */
export interface Checkable {
  readonly tool: 'Vite' | 'Babel';
  /** Undefined for what the tool finds by itself. */
  readonly file: string | undefined;
}

/** What `init` would do in a folder. */
export interface InitPlan {
  /** What was found: `Vite (vite.config.ts)`. */
  readonly found: string[];
  readonly changes: Change[];
  /** What has to be done by hand, as the file is written in a way that is not known. */
  readonly byHand: string[];
  /** What the author of a game does next: sentences. */
  readonly next: string[];
  readonly checkable: Checkable[];
  /** The packages that it needs, each with its list of package.json. */
  readonly needed: Map<string, 'dependencies' | 'devDependencies'>;
}

export interface CodePlan {
  title: string;
  file: string;
  from: string;
  edit: CodeEdit;
  /** What has to be done by hand if the file cannot be changed. */
  line: string;
}

export function planCode(project: Project, plan: InitPlan, { title, file, from, edit, line }: CodePlan): void {
  plan.found.push(`${title} (${file})`);
  const before = read(project, file);
  if (before.includes(from)) return;
  const after = edit(before);
  const byImport = from === BABEL_PLUGIN ? '' : `\`import spindle from '${from}'\`, and `;
  if (after === undefined) plan.byHand.push(`In \`${file}\`: ${byImport}${line}.`);
  else plan.changes.push({ file, before, after });
}
