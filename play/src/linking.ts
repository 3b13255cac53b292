/** The Output tab: the compiled code, and what in it belongs to a place of the source, in both directions. */
import type { EditorView } from '@codemirror/view';
import type { Compiled } from './compile/result.js';
import { createOutputEditor, type Place, replaceAll } from './editor/editor.js';
import { placeAt, showLinked } from './editor/highlights.js';
import { Links } from './editor/links.js';
import type { Parts } from './layout.js';
import { markWhy } from './panels/why.js';

interface LinkingOptions {
  readonly root: ShadowRoot;
  readonly parts: Parts;
  readonly source: EditorView;
}

export class Linking {
  readonly #source: EditorView;
  readonly #output: EditorView;
  readonly #parts: Parts;
  #links = new Links(new Int32Array());

  constructor({ root, parts, source }: LinkingOptions) {
    this.#parts = parts;
    this.#source = source;
    const panel = parts.panels['output']!;
    this.#output = createOutputEditor({
      parent: panel,
      root,
      onPlace: (place, isCursor) => this.#fromOutput(place, isCursor),
    });
    for (const pane of [parts.editor, panel]) pane.addEventListener('pointerleave', () => this.refresh());
  }

  /** While the source has errors the last good output stays, but nothing of it is linked. */
  show({ code, segments }: Compiled): void {
    this.#links = new Links(segments);
    this.#parts.panels['output']!.classList.toggle('stale', code === null);
    if (code !== null) replaceAll(this.#output, code);
    this.refresh();
  }

  /** What belongs to the cursor in the source. */
  refresh(): void {
    const { state } = this.#source;
    this.fromSource(placeAt(state, state.selection.main.head), true);
  }

  fromSource({ line, column }: Place, isCursor: boolean): void {
    if (isCursor) markWhy(this.#parts.panels['why']!, line);
    if (this.#isHidden) return showLinked(this.#source, [], { scroll: false });
    const links = this.#links.atSource(line, column);
    this.#light(links, { scroll: 'output' });
  }

  #fromOutput({ line, column }: Place, isCursor: boolean): void {
    this.#light(this.#links.atCompiled(line, column), { scroll: isCursor ? 'source' : 'none' });
  }

  #light(links: ReturnType<Links['atSource']>, { scroll }: { readonly scroll: 'source' | 'output' | 'none' }): void {
    const parts = links.map(({ source }) => source).slice(0, 1);
    showLinked(this.#source, parts, { scroll: scroll === 'source' });
    showLinked(
      this.#output,
      links.map(({ compiled }) => compiled),
      { scroll: scroll === 'output' },
    );
  }

  get #isHidden(): boolean {
    return this.#parts.panels['output']!.hidden !== false;
  }

  dispose(): void {
    this.#output.destroy();
  }
}
