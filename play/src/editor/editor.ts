/** The two editors: that of the source, and the one of the compiled code, which only shows. */
import { indentWithTab } from '@codemirror/commands';
import { javascript, typescriptLanguage } from '@codemirror/lang-javascript';
import { lintGutter } from '@codemirror/lint';
import { EditorState, type Extension } from '@codemirror/state';
import { EditorView, keymap } from '@codemirror/view';
import { basicSetup } from 'codemirror';
import type { SpindleReport } from '@spindle/compiler';
import { completeMarks, completeWords } from './completion.js';
import { highlights, placeAt } from './highlights.js';
import { hoverReasons } from './hover.js';
import { theme } from './theme.js';

/** A place in the text: the line from 1, the column from 0. */
export interface Place {
  readonly line: number;
  readonly column: number;
}

interface Common {
  readonly parent: HTMLElement;
  /** The shadow root in which it stands. */
  readonly root: ShadowRoot;
  /** The cursor or the pointer is there. `isCursor`: not the pointer. */
  readonly onPlace: (place: Place, isCursor: boolean) => void;
}

export interface SourceOptions extends Common {
  readonly source: string;
  readonly onEdit: () => void;
  readonly run: () => void;
  readonly stop: () => void;
  readonly reportOf: () => SpindleReport | null;
}

export function createSourceEditor(options: SourceOptions): EditorView {
  const { source, onEdit, run, stop, reportOf } = options;
  const does = (action: () => void) => (): boolean => {
    action();
    return true;
  };
  const keys = [
    { key: 'Mod-Enter', run: does(run) },
    { key: 'Mod-.', run: does(stop) },
    // Escape, and then Tab leaves the editor: CodeMirror lets Tab pass for two seconds.
    indentWithTab,
  ];
  return create(options, source, [
    keymap.of(keys),
    basicSetup,
    lintGutter(),
    typescriptLanguage.data.of({ autocomplete: completeWords }),
    typescriptLanguage.data.of({ autocomplete: completeMarks }),
    hoverReasons(reportOf),
    EditorView.contentAttributes.of({ 'aria-label': 'Source of the scene', tabindex: '0' }),
    EditorView.updateListener.of(({ docChanged }) => {
      if (docChanged) onEdit();
    }),
  ]);
}

export function createOutputEditor(options: Common): EditorView {
  return create(options, '', [
    basicSetup,
    EditorState.readOnly.of(true),
    EditorView.contentAttributes.of({ 'aria-label': 'Compiled code', 'aria-readonly': 'true', tabindex: '0' }),
  ]);
}

function create({ parent, root, onPlace }: Common, doc: string, more: Extension): EditorView {
  const tellCursor = EditorView.updateListener.of(({ selectionSet, state }) => {
    if (selectionSet) onPlace(placeAt(state, state.selection.main.head), true);
  });
  const tellPointer = EditorView.domEventHandlers({
    mousemove(event, view) {
      const offset = event.buttons > 0 ? null : view.posAtCoords({ x: event.clientX, y: event.clientY });
      if (offset !== null) onPlace(placeAt(view.state, offset), false);
    },
  });
  const extensions = [
    more,
    EditorView.lineWrapping,
    javascript({ typescript: true }),
    theme,
    highlights,
    tellCursor,
    tellPointer,
  ];
  return new EditorView({ parent, root, state: EditorState.create({ doc, extensions }) });
}

export function replaceAll(view: EditorView, text: string): void {
  if (view.state.doc.toString() === text) return;
  view.dispatch({ changes: { from: 0, to: view.state.doc.length, insert: text } });
}

/** Puts the cursor at the beginning of a line. */
export function goToLine(view: EditorView, line: number): void {
  const { doc } = view.state;
  const at = doc.line(Math.min(Math.max(line, 1), doc.lines));
  view.dispatch({
    selection: { anchor: at.from + (at.text.length - at.text.trimStart().length) },
    effects: EditorView.scrollIntoView(at.from, { y: 'center' }),
  });
  view.focus();
}
