import type { FunctionReport } from 'babel-plugin-threads';
import { alignFile } from './align.js';
import type { Inspected } from './inspected.js';
import { headOf } from './side-by-side.js';

/** A page of its own, without scripts of others: the source with its reasons on the left, the output on the right. */
export function htmlPage(inspected: Inspected): string {
  const { name, source, output, sourceLines, functions } = inspected;
  const { rows, leftOut } = alignFile(inspected);
  const lines = rows.flatMap((row) => {
    const heads = functions.filter(({ line }) => line === row.source).map(headRow);
    const left = row.source === undefined ? '' : sourceLine(source[row.source - 1]!, row.source, functions);
    const right = row.output === undefined ? '' : codeOf(output[row.output - 1]!, sourceLines[row.output - 1]);
    return [...heads, `<tr><th>${row.source ?? ''}</th><td>${left}</td><td>${right}</td></tr>`];
  });
  const note = `<p>Left out: ${leftOut.map(escape).join(', ')}. The runtime reads them, and calls go through them.</p>`;
  return `<!doctype html>
<html lang="en">
<meta charset="utf-8">
<meta name="viewport" content="width=device-width">
<title>${escape(name)} – spindle inspect</title>
<style>${STYLE}</style>
<h1>${escape(name)}</h1>
<table>
${lines.join('\n')}
</table>
${leftOut.length === 0 ? '' : note}
<script>${SCRIPT}</script>
</html>
`;
}

/** `line`: the line of the source that it is, or comes from. */
const codeOf = (text: string, line: number | undefined): string =>
  `<code data-line="${line ?? ''}">${escape(text)}</code>`;

const headRow = (one: FunctionReport): string =>
  `<tr><th></th><td colspan="2" class="head"><b>${escape(one.id)}</b>: ${escape(headOf(one))}</td></tr>`;

function sourceLine(text: string, line: number, functions: readonly FunctionReport[]): string {
  const notes = functions
    .flatMap(({ pauses }) => pauses)
    .filter((one) => one.line === line)
    .map(
      ({ column, reason, isSure, kind }) =>
        `<p class="${isSure ? 'sure' : 'maybe'}" style="margin-left: ${column}ch">${ARROW}${escape(kind)}: ${escape(reason)}</small></p>`,
    );
  return codeOf(text, line) + notes.join('');
}

// The width of a letter is that of the source, so the text of another size is inside.
const ARROW = '<small>↑ ';

const ENTITIES: Readonly<Record<string, string>> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;' };

const escape = (text: string): string => text.replaceAll(/[&<>"]/g, (one) => ENTITIES[one]!);

const STYLE = `
:root { color-scheme: light dark; font: 14px/1.5 system-ui, sans-serif; }
h1 { font-size: 1.1rem; margin: 0.5rem 1rem; }
table { border-spacing: 0; width: 100%; table-layout: fixed; }
th { width: 3rem; padding-right: 0.5rem; text-align: right; font-weight: normal; color: #888; }
th, td { padding-block: 0; vertical-align: top; }
th { font: 1em/1.5 ui-monospace, monospace; }
td, code { font: 1em/1.5 ui-monospace, monospace; }
code { display: block; min-height: 1.5em; white-space: pre-wrap; overflow-wrap: anywhere; }
p { margin: 0; line-height: 1.3; }
.head { padding-top: 0.6rem; font: 0.85em/1.5 system-ui, sans-serif; opacity: 0.75; }
.sure { color: light-dark(#a03000, #ff9a5c); }
.maybe { color: light-dark(#8a6d00, #e0c060); }
.lit { background: light-dark(#fff2b8, #4a4115); }
`;

// Lines of the output that stand elsewhere are shown with their line of the source, too.
const SCRIPT = `
addEventListener('mouseover', ({ target }) => {
  const line = target.closest?.('code')?.dataset.line;
  for (const code of document.querySelectorAll('code')) code.classList.toggle('lit', !!line && code.dataset.line === line);
});
`;
