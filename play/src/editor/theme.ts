/** The colours of the code: those of the page, which are in style.css. */
import { HighlightStyle, syntaxHighlighting } from '@codemirror/language';
import type { Extension } from '@codemirror/state';
import { EditorView } from '@codemirror/view';
import { tags } from '@lezer/highlight';

const code = HighlightStyle.define([
  { tag: [tags.keyword, tags.controlKeyword, tags.moduleKeyword], color: 'var(--code-keyword)' },
  { tag: [tags.string, tags.special(tags.string)], color: 'var(--code-string)' },
  { tag: [tags.number, tags.bool, tags.null], color: 'var(--code-number)' },
  { tag: [tags.comment], color: 'var(--code-comment)', fontStyle: 'italic' },
  { tag: [tags.function(tags.variableName), tags.function(tags.propertyName)], color: 'var(--code-function)' },
  { tag: [tags.className, tags.typeName], color: 'var(--code-type)' },
  { tag: [tags.operator, tags.punctuation], color: 'var(--code-quiet)' },
]);

const surface = EditorView.theme({
  '&': { height: '100%', color: 'var(--text)', backgroundColor: 'transparent', fontSize: 'var(--code-size, 13px)' },
  '&.cm-focused': { outline: 'none' },
  '.cm-scroller': { fontFamily: 'var(--mono)', lineHeight: '1.6', overflow: 'auto' },
  '.cm-content': { padding: '12px 0', caretColor: 'var(--text)' },
  '.cm-cursor': { borderLeftColor: 'var(--text)', borderLeftWidth: '2px' },
  '.cm-gutters': { backgroundColor: 'transparent', color: 'var(--quiet)', border: 'none' },
  '.cm-gutter-lint': { width: '1em' },
  '.cm-activeLine, .cm-activeLineGutter': { backgroundColor: 'var(--line)' },
  '.cm-activeLineGutter': { color: 'var(--text)' },
  '&.cm-focused > .cm-scroller > .cm-selectionLayer .cm-selectionBackground, .cm-selectionBackground': {
    backgroundColor: 'var(--selection)',
  },
  '.cm-matchingBracket': { backgroundColor: 'var(--selection)', outline: 'none' },
  '.cm-linked': { backgroundColor: 'var(--linked)', borderRadius: '3px' },
  '.cm-linked, .cm-linked *': { color: 'var(--text)' },
  '.cm-current': { boxShadow: 'inset 3px 0 var(--current)', backgroundColor: 'var(--current-line)' },
  '.cm-tooltip': { color: 'var(--text)', backgroundColor: 'var(--raised)', border: '1px solid var(--edge)' },
  '.cm-tooltip-autocomplete ul li[aria-selected]': { color: 'var(--on-accent)', backgroundColor: 'var(--accent)' },
  '.cm-completionInfo': { maxWidth: '320px', padding: '6px 10px' },
  '.cm-panels': { color: 'var(--text)', backgroundColor: 'var(--raised)' },
  '.cm-button, .cm-textfield': { color: 'var(--text)', background: 'var(--paper)', borderColor: 'var(--edge)' },
  '.cm-foldPlaceholder': { color: 'var(--quiet)', backgroundColor: 'transparent', borderColor: 'var(--edge)' },
  '.cm-diagnostic': { fontFamily: 'var(--sans)', whiteSpace: 'pre-wrap', maxWidth: '520px', padding: '6px 10px' },
  '.cm-why': { maxWidth: '420px', padding: '6px 10px', fontFamily: 'var(--sans)' },
});

export const theme: Extension = [surface, syntaxHighlighting(code)];
