import type { FunctionReport } from 'babel-plugin-threads';
import type { Inspected } from './inspected.js';
import { headOf } from './side-by-side.js';

/** A page of its own, without scripts of others: the source with its reasons on the left, the output on the right. */
export function htmlPage({ name, source, output, sourceLines, functions }: Inspected): string {
  const left = source.map((text, index) => sourceLine(text, index + 1, functions)).join('\n');
  const right = output
    .map((text, index) => `<li data-line="${sourceLines[index] ?? ''}"><code>${escape(text)}</code></li>`)
    .join('\n');
  return `<!doctype html>
<html lang="en">
<meta charset="utf-8">
<meta name="viewport" content="width=device-width">
<title>${escape(name)} – spindle inspect</title>
<style>${STYLE}</style>
<h1>${escape(name)}</h1>
<main>
<ol class="source">
${left}
</ol>
<ol class="output">
${right}
</ol>
</main>
<script>${SCRIPT}</script>
</html>
`;
}

function sourceLine(text: string, line: number, functions: readonly FunctionReport[]): string {
  const heads = functions
    .filter((one) => one.line === line)
    .map((one) => `<p class="head"><b>${escape(one.id)}</b>: ${escape(headOf(one))}</p>`);
  const notes = functions
    .flatMap(({ pauses }) => pauses)
    .filter((one) => one.line === line)
    .map(
      ({ column, reason, isSure, kind }) =>
        `<p class="${isSure ? 'sure' : 'maybe'}" style="margin-left: ${column}ch">${ARROW}${escape(kind)}: ${escape(reason)}</small></p>`,
    );
  return `<li data-line="${line}">${heads.join('')}<code>${escape(text)}</code>${notes.join('')}</li>`;
}

// The width of a letter is that of the source, so the text of another size is inside.
const ARROW = '<small>↑ ';

const ENTITIES: Readonly<Record<string, string>> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;' };

const escape = (text: string): string => text.replaceAll(/[&<>"]/g, (one) => ENTITIES[one]!);

const STYLE = `
:root { color-scheme: light dark; font: 14px/1.5 system-ui, sans-serif; }
h1 { font-size: 1.1rem; margin: 0.5rem 1rem; }
main { display: grid; grid-template-columns: 1fr 1fr; gap: 1rem; }
ol { margin: 0; padding: 0 0 0 3.5rem; overflow: auto; height: calc(100vh - 3.5rem); }
ol { font-family: ui-monospace, monospace; }
code { white-space: pre; font: inherit; }
p { margin: 0; line-height: 1.3; }
.head { margin-top: 0.6rem; font-size: 0.85em; font-family: system-ui, sans-serif; opacity: 0.75; white-space: normal; }
.sure { color: light-dark(#a03000, #ff9a5c); }
.maybe { color: light-dark(#8a6d00, #e0c060); }
li::marker { color: #888; font-size: 0.8em; }
li.lit { background: light-dark(#fff2b8, #4a4115); }
`;

const SCRIPT = `
addEventListener('mouseover', ({ target }) => {
  const line = target.closest?.('li')?.dataset.line;
  const pane = target.closest?.('ol');
  for (const li of document.querySelectorAll('li')) li.classList.toggle('lit', !!line && li.dataset.line === line);
  for (const other of document.querySelectorAll('ol'))
    if (pane && other !== pane) other.querySelector('.lit')?.scrollIntoView({ block: 'nearest' });
});
`;
