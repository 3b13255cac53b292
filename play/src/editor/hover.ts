/** The reason why a thread waits, above the place under the pointer. */
import type { PauseReport, SpindleReport } from '@spindle/compiler';
import { type EditorView, hoverTooltip, type Tooltip } from '@codemirror/view';
import { explainPause, labelOf } from '../../../packages/language-server/dist/explanations.js';
import { withCode } from '../panels/with-code.js';
import { placeAt } from './highlights.js';

export const hoverReasons = (reportOf: () => SpindleReport | null): ReturnType<typeof hoverTooltip> =>
  hoverTooltip((view, offset) => tooltipAt(view, offset, reportOf()));

function tooltipAt(view: EditorView, offset: number, report: SpindleReport | null): Tooltip | null {
  const { line, column } = placeAt(view.state, offset);
  const pauses = report?.functions.flatMap((fn) => fn.pauses) ?? [];
  const found = pauses.filter((pause) => contains(pause, line, column)).sort((a, b) => sizeOf(a) - sizeOf(b))[0];
  if (found === undefined) return null;
  return {
    pos: offset,
    above: true,
    create() {
      const dom = document.createElement('div');
      dom.className = 'cm-why';
      const label = document.createElement('strong');
      label.textContent = `${labelOf(found)}. `;
      dom.append(label, ...withCode(explainPause(found)));
      return { dom };
    },
  };
}

/** Of a loop only its first line, as the rest is its body. */
function contains({ kind, line, column, endLine, endColumn }: PauseReport, atLine: number, atColumn: number): boolean {
  if (kind !== 'call') return atLine === line && atColumn >= column;
  const isAfterStart = atLine > line || (atLine === line && atColumn >= column);
  return isAfterStart && (atLine < endLine || (atLine === endLine && atColumn <= endColumn));
}

const sizeOf = ({ line, column, endLine, endColumn }: PauseReport): number =>
  (endLine - line) * 1000 + endColumn - column;
