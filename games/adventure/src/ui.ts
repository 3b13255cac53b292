/** What stands on the page above the stage: real buttons, and text that is read aloud. */
import type * as scripts from '../scripts/stage';

const get = (id: string): HTMLElement => document.getElementById(id)!;

/** What the player sees of it, as data: it is in a save. */
export interface Shown {
  readonly title: boolean;
  readonly cutscene: boolean;
  readonly explores: boolean;
  readonly caption: readonly [words: string | null, speaker?: { name: string; color: string }];
  readonly choices: readonly string[];
  readonly ship: number | null;
  readonly isWon: boolean | null;
}

export const NOTHING: Shown = {
  title: false,
  cutscene: false,
  explores: false,
  caption: [null],
  choices: [],
  ship: null,
  isWon: null,
};

export class Ui implements scripts.Ui {
  /** Does the player lead Mira now? */
  explores = false;
  #shown: Shown = NOTHING;
  #offer: string | null = null;

  constructor(send: (name: string, value?: unknown) => void) {
    this.#send = send;
    get('use').addEventListener('click', () => send('order', 'use'));
    for (const name of ['begin', 'again', 'skip']) get(name).addEventListener('click', () => send(name));
    this.reset();
  }

  readonly #send: (name: string, value?: unknown) => void;

  reset(): void {
    this.load(NOTHING);
  }

  save(): Shown {
    return { ...this.#shown, explores: this.explores };
  }

  load({ title, cutscene, explores, caption, choices, ship, isWon }: Shown): void {
    this.title(title);
    this.cutscene(cutscene);
    this.caption(...caption);
    this.choices(choices);
    this.ship(ship);
    this.end(isWon);
    this.explores = explores;
    this.offer(null);
    this.held(0);
  }

  /** Notes what is shown now. */
  #note(change: Partial<Shown>): void {
    this.#shown = { ...this.#shown, ...change };
  }

  get isCutscene(): boolean {
    return this.#shown.cutscene;
  }

  title(isShown: boolean): void {
    this.#note({ title: isShown });
    get('title').hidden = !isShown;
    if (isShown) get('begin').focus();
  }

  cutscene(isPlaying: boolean): void {
    this.#note({ cutscene: isPlaying });
    get('skip').hidden = !isPlaying;
  }

  /** How long a key is held, from 0 to 1. */
  held(t: number): void {
    get('skip').style.setProperty('--held', String(t));
  }

  caption(words: string | null, speaker?: { name: string; color: string }): void {
    this.#note({ caption: speaker === undefined ? [words] : [words, { name: speaker.name, color: speaker.color }] });
    const caption = get('caption');
    const [who, what] = caption.children as unknown as [HTMLElement, HTMLElement];
    caption.classList.toggle('says', words !== null);
    who.textContent = speaker === undefined ? '' : speaker.name;
    what.textContent = words ?? '';
    if (speaker !== undefined) caption.style.setProperty('--speaker', speaker.color);
  }

  choices(answers: readonly string[]): void {
    this.#note({ choices: [...answers] });
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

  ship(t: number | null): void {
    this.#note({ ship: t });
    const ship = get('ship');
    ship.hidden = t === null;
    if (t === null) return;
    ship.ariaValueNow = String(Math.round(t * 100));
    ship.style.setProperty('--come', String(t));
  }

  end(isWon: boolean | null): void {
    this.#note({ isWon });
    const end = get('end');
    end.hidden = isWon === null;
    if (isWon === null) return;
    const [outcome, words] = end.children as unknown as [HTMLElement, HTMLElement];
    outcome.textContent = isWon ? 'The lamp burns' : 'The ship is lost';
    words.textContent = isWon
      ? 'The ship goes home, and so do you. Well, upstairs.'
      : 'The night was shorter than it looked.';
    end.dataset.outcome = isWon ? 'won' : 'lost';
    get('again').focus();
  }
}
