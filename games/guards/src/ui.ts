/** What stands on the page above the house: real buttons, and text that is read aloud. */
import type * as scripts from '../scripts/level';
import type { Outcome } from '../scripts/signals';

const get = (id: string): HTMLElement => document.getElementById(id)!;

export class Ui implements scripts.Ui {
  constructor(send: (name: string) => void) {
    for (const name of ['begin', 'again', 'whistle']) get(name).addEventListener('click', () => send(name));
  }

  title(isShown: boolean): void {
    get('title').hidden = !isShown;
    if (isShown) get('begin').focus();
  }

  /** Does the player lead the thief now? */
  set plays(isPlaying: boolean) {
    get('whistle').hidden = !isPlaying;
    if (isPlaying) (document.activeElement as HTMLElement | null)?.blur();
  }

  get plays(): boolean {
    return !get('whistle').hidden;
  }

  task(words: string | null, isDoor = false): void {
    const task = get('task');
    task.classList.toggle('says', words !== null);
    task.classList.toggle('door', isDoor);
    task.lastElementChild!.textContent = words ?? '';
  }

  end(outcome: Outcome | null): void {
    const end = get('end');
    const [head, words] = end.children as unknown as [HTMLElement, HTMLElement];
    head.textContent = outcome === 'won' ? 'Out, and unseen' : 'Caught';
    words.textContent = outcome === 'won' ? 'They still make their rounds.' : 'The cell has a carpet, at least.';
    end.dataset.outcome = String(outcome);
    end.hidden = outcome === null;
    if (outcome !== null) get('again').focus();
  }
}
