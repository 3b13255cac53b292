/** What a scene has written, or thrown. */
import type { LogEntry, TracedCall } from '../protocol.js';
import { type GoToLine, lineButton } from './line-button.js';
import { element } from './with-code.js';

export function entryOf({ level, text, line, calls }: LogEntry, go: GoToLine): HTMLElement {
  const made = element('div', `entry ${level}`);
  if (level === 'error' || level === 'warn')
    made.append(element('span', 'level', level === 'error' ? 'Error' : 'Warning'));
  made.append(element('span', 'text', text));
  if (line !== null) made.append(lineButton(line, go));
  if (calls.length > 0) {
    const list = element('ul', 'calls');
    list.setAttribute('role', 'list');
    list.append(...calls.map((call) => callOf(call, go)));
    made.append(list);
  }
  return made;
}

function callOf({ text, line }: TracedCall, go: GoToLine): HTMLElement {
  const item = element('li', '');
  item.append(element('code', '', text));
  if (line !== null) item.append(lineButton(line, go));
  return item;
}
