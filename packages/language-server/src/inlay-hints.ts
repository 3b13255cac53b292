/** Words between the code: where a script waits, keeps its owner, queues, or lets something run beside. */
import { type InlayHint, type Range, MarkupKind } from 'vscode-languageserver';
import { calleeInView } from './callee-in-view.js';
import { explainPause, explainStart, labelOf, NEVER } from './explanations.js';
import type { Inspection } from './inspection.js';

/** `sure`: without the calls of which the compiler does not know whether they wait. */
export type HintsWanted = 'all' | 'sure' | 'off';

export function hintsOf(inspection: Inspection, range: Range, wanted: HintsWanted): InlayHint[] {
  if (wanted === 'off') return [];
  const { lines, functions } = inspection;
  const [from, to] = [lines.offsetAt(range.start), lines.offsetAt(range.end)];
  const hints: InlayHint[] = [];
  const add = (offset: number, label: string, tooltip: string, side: object): void => {
    if (offset < from || offset > to) return;
    const value = { kind: MarkupKind.Markdown, value: tooltip };
    hints.push({ position: lines.position(offset), label, tooltip: value, ...side });
  };
  for (const fn of functions) {
    for (const pause of fn.pausesHere) {
      const callee = calleeInView(inspection, fn, pause);
      const label = labelOf(pause, callee);
      // A question waits for nobody.
      if (pause.manner === 'asks' || label === NEVER || (wanted === 'sure' && label.startsWith('may '))) continue;
      // Calls in a chain begin at the same place, and end at different ones.
      const why = explainPause(pause, callee);
      if (pause.kind === 'loop') add(pause.span.start, label, why, { paddingRight: true });
      else add(pause.span.end, label, why, { paddingLeft: true });
    }
    for (const start of fn.startsHere) add(start.span.end, 'beside', explainStart(start), { paddingLeft: true });
  }
  return hints.sort((a, b) => a.position.line - b.position.line || a.position.character - b.position.character);
}
