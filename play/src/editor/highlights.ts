/** Parts of a text that are shown in another colour: linked ones, and the lines at which threads are. */
import { type EditorState, type Extension, type Range, StateEffect, StateField, type Text } from '@codemirror/state';
import { Decoration, type DecorationSet, EditorView } from '@codemirror/view';
import type { Part } from './links.js';

const linked = Decoration.mark({ class: 'cm-linked' });
const current = Decoration.line({ class: 'cm-current' });

const setLinked = StateEffect.define<readonly Part[]>();
const setCurrent = StateEffect.define<readonly number[]>();

const linkedField = fieldOf(setLinked, (parts, doc) => {
  const ranges = parts.map((part) => rangeOf(doc, part)).filter(([from, to]) => from < to);
  return ranges.map(([from, to]) => linked.range(from, to));
});

const currentField = fieldOf(setCurrent, (lines, doc) =>
  lines.filter((line) => line >= 1 && line <= doc.lines).map((line) => current.range(doc.line(line).from)),
);

export const highlights: Extension = [linkedField, currentField];

function fieldOf<T>(
  effect: ReturnType<typeof StateEffect.define<T>>,
  draw: (value: T, doc: Text) => readonly Range<Decoration>[],
): StateField<DecorationSet> {
  return StateField.define<DecorationSet>({
    create: () => Decoration.none,
    update(set, { changes, effects, state }) {
      let next = set.map(changes);
      for (const one of effects) if (one.is(effect)) next = Decoration.set([...draw(one.value, state.doc)], true);
      return next;
    },
    provide: (field) => EditorView.decorations.from(field),
  });
}

/** The offsets of a part. What is not in this text is empty. */
export function rangeOf(doc: Text, { line, from, to }: Part): readonly [number, number] {
  if (line < 1 || line > doc.lines) return [0, 0];
  const at = doc.line(line);
  const text = at.text.slice(0, to ?? at.length).trimEnd();
  return [Math.min(at.from + from, at.to), at.from + text.length];
}

export function showLinked(view: EditorView, parts: readonly Part[], { scroll }: { readonly scroll: boolean }): void {
  const [first] = parts;
  const effects: StateEffect<unknown>[] = [setLinked.of(parts)];
  if (scroll && first !== undefined) {
    const [from] = rangeOf(view.state.doc, first);
    effects.push(EditorView.scrollIntoView(from, { y: 'nearest', yMargin: 40 }));
  }
  view.dispatch({ effects });
}

export function showCurrent(view: EditorView, lines: readonly number[]): void {
  view.dispatch({ effects: setCurrent.of(lines) });
}

/** Where a place of the text is: the line from 1, the column from 0. */
export function placeAt({ doc }: EditorState, offset: number): { readonly line: number; readonly column: number } {
  const line = doc.lineAt(offset);
  return { line: line.number, column: offset - line.from };
}
