/** What stands on the page above the house: real buttons, and text that is read aloud. */
import type * as scripts from '../scripts/level';
import type { Outcome } from '../scripts/signals';

/** What the player sees of it. */
export interface Page {
  readonly title: boolean;
  readonly plays: boolean;
  readonly task: readonly [words: string | null, isDoor: boolean];
  readonly outcome: Outcome | null;
}

const get = (id: string): HTMLElement => document.getElementById(id)!;

export class Ui implements scripts.Ui {
  #told = 0;

  constructor(send: (name: string) => void) {
    for (const name of ['begin', 'again', 'whistle']) get(name).addEventListener('click', () => send(name));
  }

  save(): Page {
    const { classList, lastElementChild } = get('task');
    return {
      title: !get('title').hidden,
      plays: this.plays,
      task: [classList.contains('says') ? lastElementChild!.textContent : null, classList.contains('door')],
      outcome: get('end').hidden ? null : (get('end').dataset.outcome as Outcome),
    };
  }

  load({ title, plays, task, outcome }: Page): void {
    this.title(title);
    this.task(...task);
    this.end(outcome);
    this.plays = plays;
    this.tell('');
  }

  /** What comes of a key that saves or loads. */
  tell(words: string): void {
    get('tell').textContent = words;
    clearTimeout(this.#told);
    this.#told = setTimeout(() => (get('tell').textContent = ''), 3000);
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
