/**
 * `<spindle-playground>`: an editor, the compiled code and a stage, in any page.
 *
 * ```html
 * <script type="module" src="play/element.js"></script>
 * <spindle-playground scene="guard" compact></spindle-playground>
 * ```
 *
 * - `scene`: the id of a scene. Without it, the text of the element is the code, best in a `<pre>`: that is what one sees
 *   until the script has come.
 * - `compact`: without the choice of scenes, for the inside of a page; runs when the reader says so.
 * - `runs`: with `compact`, runs at once: the reader has said so.
 * - `wide`: with `compact`, the code and the views side by side, where there is room.
 * - `script`: the text of the element is a program, also without `// @script`.
 * - `home`: the address of the playground, for the link to it.
 * - `page`: it is the page, and its code comes from the address.
 */
import { aboutOf } from './about.js';
import { layOut, type Parts } from './layout.js';
import type { FirstRun, Playground } from './playground.js';
import type { Runnable } from './protocol.js';
import { bugForm } from './report.js';
import { type Scene, scenes } from '../scenes/index.js';
import { type RunListener, type RunMessage, Sandbox } from './sandbox/sandbox.js';
import { fragmentOf, type Problem, readFragment, type Shared } from './share.js';

/** The editor and all that shows the compiler's report: most of the code, which keeps a page busy as it begins. */
const load = (): Promise<typeof import('./playground.js')> => import('./playground.js');
const LATEST_LOAD_MS = 400;

/** The scenes as the build has compiled them. */
const runnables: readonly Runnable[] = Object.values(
  import.meta.glob<Runnable>(['../scenes/*.{js,ts}', '!**/index.ts', '!**/*.d.ts'], {
    query: '?runnable',
    import: 'default',
    eager: true,
  }),
);

const CALM = '(prefers-reduced-motion: reduce)';
const FIRST: Scene = scenes[0]!;

export class SpindlePlayground extends HTMLElement {
  #playground: Playground | null = null;
  #parts: Parts | null = null;
  #isLeft = false;

  connectedCallback(): void {
    this.#isLeft = false;
    if (this.#playground === null) void this.#begin();
  }

  disconnectedCallback(): void {
    this.#isLeft = true;
    // It may only be moved.
    queueMicrotask(() => {
      if (!this.#isLeft) return;
      this.#playground?.dispose();
      this.#playground = null;
    });
  }

  async #begin(): Promise<void> {
    const root = this.shadowRoot ?? this.attachShadow({ mode: 'open' });
    const shared = this.hasAttribute('page') ? await readFragment(location.hash) : null;
    const source = this.#firstSource(shared);
    if (this.#isLeft || this.#playground !== null) return;
    const parts = layOut(root);
    // A page has one main part, and inside of a page it is not this.
    if (this.hasAttribute('page')) root.querySelector('.main')!.role = 'main';
    const sandbox = new Sandbox(parts.stage);
    const isCompact = this.hasAttribute('compact');
    const runs = this.hasAttribute('runs') || (!isCompact && !matchMedia(CALM).matches);
    const isProgram = this.hasAttribute('script') && !scenes.some(({ code }) => code === source);
    const compiled = runnables.find((one) => one.source === source);
    this.#followColours(sandbox);
    if (runs) sandbox.prepare();
    // The first picture does not wait for the editor and the compiler.
    const firstRun = runs && compiled !== undefined ? runAt(sandbox, compiled) : runs;
    this.#parts = parts;
    if (typeof firstRun === 'object') await Promise.race([firstRun.wire, later(LATEST_LOAD_MS)]);
    const { Playground } = await load();
    if (this.#isLeft) return;
    this.#playground = new Playground({
      root,
      parts,
      source,
      sandbox,
      isCompact,
      isProgram,
      runs: firstRun,
      onEdit: (text) => this.#describe(text),
    });
    this.#fillScenes();
    this.#describe(source);
    parts.share.addEventListener('click', () => void this.#share());
    parts.bug.addEventListener('click', () => void this.#report());
    parts.close.addEventListener('click', () => parts.dialog.close());
    parts.open.hidden = !isCompact;
    parts.open.addEventListener('pointerdown', () => void this.#refreshOpen());
    parts.open.addEventListener('focus', () => void this.#refreshOpen());
    void this.#refreshOpen();
    if (shared !== null) this.#tellProblem(shared);
  }

  #firstSource(shared: Shared | null): string {
    if (shared !== null && 'code' in shared) return shared.code;
    const id = shared !== null && 'scene' in shared ? shared.scene : this.getAttribute('scene');
    const scene = scenes.find((one) => one.id === id);
    if (scene !== undefined) return scene.code;
    const text = unindented((this.querySelector('pre') ?? this).textContent);
    return text === '' ? FIRST.code : text;
  }

  /** Says which scene it is, or what other code says of itself. */
  #describe(source: string): void {
    const { scenes: select, about } = this.#parts!;
    const scene = scenes.find(({ code }) => code === source);
    select.value = scene?.id ?? '';
    select.options[select.options.length - 1]!.hidden = scene !== undefined;
    about.textContent = scene?.about ?? aboutOf(source);
    about.hidden = about.textContent === '';
  }

  #fillScenes(): void {
    const { scenes: select } = this.#parts!;
    select.append(...scenes.map(({ id, title }) => new Option(title, id)), new Option('Your own code', ''));
    select.addEventListener('change', () => {
      const scene = scenes.find(({ id }) => id === select.value);
      if (scene === undefined) return;
      this.#playground!.open(scene.code);
      if (this.hasAttribute('page')) history.replaceState(null, '', `#scene=${scene.id}`);
    });
    if (!this.hasAttribute('page')) return;
    addEventListener('hashchange', () => {
      void readFragment(location.hash).then((shared) => {
        const scene = shared !== null && 'scene' in shared ? scenes.find(({ id }) => id === shared.scene) : undefined;
        const code = shared !== null && 'code' in shared ? shared.code : scene?.code;
        if (shared !== null && 'problem' in shared) return this.#tellProblem(shared);
        if (code !== undefined) this.#playground?.open(code);
      });
    });
  }

  #tellProblem(shared: Shared): void {
    if ('problem' in shared) this.#ask('The link was not opened', [paragraph(PROBLEMS[shared.problem])]);
  }

  /** The address of the playground with this code; null if the code is too long for one. */
  async #link(): Promise<string | null> {
    const fragment = await fragmentOf(this.#playground!.shared);
    if (fragment === null) return null;
    const home = this.hasAttribute('page')
      ? location.href
      : new URL(this.getAttribute('home') ?? './', location.href).href;
    return home.replace(/#.*/, '') + fragment;
  }

  async #refreshOpen(): Promise<void> {
    const link = await this.#link();
    if (link !== null) this.#parts!.open.href = link;
  }

  async #share(): Promise<void> {
    const link = await this.#link();
    if (link === null) return this.#ask('Share', [paragraph(TOO_LONG)]);
    if (this.hasAttribute('page')) history.replaceState(null, '', link);
    const isCopied = await copied(link);
    this.#ask('Share', [
      paragraph(isCopied ? 'The link is in the clipboard. It holds the code.' : 'This link holds the code:'),
      linkField(link),
    ]);
  }

  async #report(): Promise<void> {
    const [link, explained] = await Promise.all([this.#link(), this.#playground!.explain()]);
    if (link === null) return this.#ask('Report a bug', [paragraph(TOO_LONG)]);
    const text = explained === null ? link : `${link}\n\n${explained}`;
    const isCopied = await copied(text);
    const form = document.createElement('a');
    form.className = 'primary';
    form.href = bugForm({ link, explained });
    form.target = '_blank';
    form.rel = 'noopener';
    form.textContent = 'Open the form on GitHub';
    const what =
      explained === null
        ? 'The form gets the link to this code'
        : 'The form gets the link to this code, and what each thread does now';
    this.#ask('Report a bug', [
      paragraph(`${what}.${isCopied ? ' Both are in the clipboard, too.' : ''}`),
      linkField(link),
      form,
    ]);
  }

  #ask(title: string, content: readonly Node[]): void {
    const { dialog, title: head, body } = this.#parts!;
    head.textContent = title;
    body.replaceChildren(...content);
    dialog.showModal();
  }

  /** The stage is another document, which does not inherit the colours of the page. */
  #followColours(sandbox: Sandbox): void {
    const [dark, calm] = [matchMedia('(prefers-color-scheme: dark)'), matchMedia(CALM)];
    const tell = (): void => {
      const scheme = getComputedStyle(this).colorScheme;
      const isDark = scheme.includes('dark') && (!scheme.includes('light') || dark.matches);
      sandbox.setColours({ dark: isDark, calm: calm.matches });
    };
    for (const query of [dark, calm]) query.addEventListener('change', tell);
    // A page that has a switch of its own says it with a class or an attribute there.
    new MutationObserver(tell).observe(document.documentElement, { attributes: true });
    tell();
  }
}

const TOO_LONG = 'The code is too long for a link, which holds at most 256 kB.';
const PROBLEMS: Readonly<Record<Problem, string>> = {
  'too long': 'It holds more than 256 kB of code.',
  broken: 'The code in it cannot be read. A part of the address may be missing.',
};

function runAt(sandbox: Sandbox, scene: Runnable): FirstRun {
  const early: RunMessage[] = [];
  let listener: RunListener = (message) => early.push(message);
  const wire = sandbox.run(scene, (message) => listener(message));
  return {
    wire,
    listen(next) {
      listener = next;
      for (const message of early) next(message);
    },
  };
}

const later = (ms: number): Promise<void> => new Promise((resolve) => setTimeout(resolve, ms));

function paragraph(text: string): HTMLElement {
  const made = document.createElement('p');
  made.textContent = text;
  return made;
}

function linkField(link: string): HTMLElement {
  const field = document.createElement('input');
  field.readOnly = true;
  field.value = link;
  field.setAttribute('aria-label', 'Link');
  field.addEventListener('focus', () => field.select());
  return field;
}

async function copied(text: string): Promise<boolean> {
  try {
    await navigator.clipboard.writeText(text);
    return true;
  } catch {
    return false;
  }
}

/** The code of an example stands in a page with the indent of the page. */
function unindented(text: string): string {
  const lines = text
    .replace(/^\s*\n/, '')
    .trimEnd()
    .split('\n');
  const indents = lines.filter((line) => line.trim() !== '').map((line) => line.length - line.trimStart().length);
  const indent = Math.min(...indents);
  const code = lines.map((line) => line.slice(indent)).join('\n');
  return code === '' ? '' : `${code}\n`;
}

if (customElements.get('spindle-playground') === undefined)
  customElements.define('spindle-playground', SpindlePlayground);
