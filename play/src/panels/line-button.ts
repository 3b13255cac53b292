/** A button that leads to a line of the source. */
import { element } from './with-code.js';

export interface GoToLine {
  (line: number): void;
}

export function lineButton(line: number, go: GoToLine): HTMLButtonElement {
  const button = element('button', 'line', `line ${line}`);
  button.type = 'button';
  button.addEventListener('click', () => go(line));
  return button;
}
