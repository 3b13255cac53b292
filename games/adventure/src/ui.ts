/** What stands on the page above the stage: real buttons, and text that is read aloud. */
import type * as scripts from '../scripts/stage';

const get = (id: string): HTMLElement => document.getElementById(id)!;

export class Ui implements scripts.Ui {
  /** Does the player lead Mira now? */
  explores = false;
  #isCutscene = false;
  #offer: string | null = null;

  constructor(send: (name: string, value?: unknown) => void) {
    this.#send = send;
    get('use').addEventListener('click', () => send('order', 'use'));
    for (const name of ['begin', 'again', 'skip']) get(name).addEventListener('click', () => send(name));
    this.reset();
  }

  readonly #send: (name: string, value?: unknown) => void;

  reset(): void {
    this.title(false);
    this.cutscene(false);
    this.caption(null);
    this.choices([]);
    this.offer(null);
    this.held(0);
    get('end').hidden = true;
    get('ship').hidden = true;
    this.explores = false;
  }

  get isCutscene(): boolean {
    return this.#isCutscene;
  }

  title(isShown: boolean): void {
    get('title').hidden = !isShown;
    if (isShown) get('begin').focus();
  }

  cutscene(isPlaying: boolean): void {
    this.#isCutscene = isPlaying;
    get('skip').hidden = !isPlaying;
  }

  /** How long a key is held, from 0 to 1. */
  held(t: number): void {
    get('skip').style.setProperty('--held', String(t));
  }

  caption(words: string | null, speaker?: { name: string; color: string }): void {
    const caption = get('caption');
    const [who, what] = caption.children as unknown as [HTMLElement, HTMLElement];
    caption.classList.toggle('says', words !== null);
    who.textContent = speaker === undefined ? '' : speaker.name;
    what.textContent = words ?? '';
    if (speaker !== undefined) caption.style.setProperty('--speaker', speaker.color);
  }

  choices(answers: readonly string[]): void {
    const buttons = answers.map((answer, i) => {
      const button = document.createElement('button');
      const key = document.createElement('kbd');
      key.textContent = String(i + 1);
      key.ariaHidden = 'true';
      button.append(key, answer);
      button.addEventListener('click', () => this.#send('choice', i));
      return button;
    });
    get('choices').replaceChildren(...buttons);
    buttons[0]?.focus();
  }

  get isChoosing(): boolean {
    return get('choices').childElementCount > 0;
  }

  /** What can be used where Mira stands. */
  offer(words: string | null): void {
    if (words === this.#offer) return;
    this.#offer = words;
    get('use').hidden = words === null;
    get('use').textContent = words ?? '';
  }

  ship(t: number): void {
    const ship = get('ship');
    ship.hidden = false;
    ship.ariaValueNow = String(Math.round(t * 100));
    ship.style.setProperty('--come', String(t));
  }

  end(isWon: boolean): void {
    const end = get('end');
    const [outcome, words] = end.children as unknown as [HTMLElement, HTMLElement];
    outcome.textContent = isWon ? 'The lamp burns' : 'The ship is lost';
    words.textContent = isWon
      ? 'The ship goes home, and so do you. Well, upstairs.'
      : 'The night was shorter than it looked.';
    end.dataset.outcome = isWon ? 'won' : 'lost';
    end.hidden = false;
    get('again').focus();
  }
}
