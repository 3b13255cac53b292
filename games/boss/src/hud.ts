/** All that is written: real elements of the page, sharp on any screen, and read aloud by a screen reader. */
import type { Ending } from '../scripts/fight';
import type * as scripts from '../scripts/stage';
import { HEIGHT, type Point, WIDTH } from './geometry';

export const element = (id: string): HTMLElement => document.getElementById(id)!;

const countLives = (count: number): string => `${count} ${count === 1 ? 'life' : 'lives'}`;

/** Sets it only if it has changed. */
function write(node: HTMLElement, text: string): void {
  if (node.textContent !== text) node.textContent = text;
}

export class Hud implements scripts.Hud {
  readonly #screen = element('screen');
  readonly #speech = element('speech');
  readonly #health = element('health');
  #hearts = -1;
  #health100 = -1;

  showTitle(): void {
    this.#show('title', 'The Spinner', 'A small light in a large night.', 'Begin');
  }

  showFight(): void {
    this.#screen.hidden = true;
    this.#setScreen('fight');
    this.setPhase('', 'The Spinner');
    element('field').focus({ preventScroll: true });
  }

  showEnd(ending: Ending, seconds: number, hearts: number): void {
    const time = `${Math.round(seconds)} seconds`;
    if (ending === 'won')
      this.#show('won', 'Good morning', `You have won: ${time}, ${countLives(hearts)} left.`, 'Play again');
    else this.#show('lost', 'Good night', `Your light went out after ${time}.`, 'Try again');
  }

  showPause(isPaused: boolean): void {
    document.body.classList.toggle('paused', isPaused);
    write(element('pause'), isPaused ? 'Go on' : 'Pause');
  }

  #show(screen: string, title: string, words: string, button: string): void {
    this.#setScreen(screen);
    write(element('title'), title);
    write(element('words'), words);
    write(element('begin'), button);
    this.#screen.hidden = false;
    element('begin').focus({ preventScroll: true });
  }

  #setScreen(screen: string): void {
    document.body.dataset['screen'] = screen;
    for (const id of ['pause', 'restart']) (element(id) as HTMLButtonElement).disabled = screen !== 'fight';
  }

  setPhase(number: string, name: string): void {
    write(element('phase'), number === '' ? name : `${number} · ${name}`);
  }

  say(words: string, { x, y }: Point): void {
    write(this.#speech, words);
    this.#speech.style.left = `${(100 * x) / WIDTH}%`;
    this.#speech.style.top = `${(100 * (y + 92)) / HEIGHT}%`;
  }

  setFigures(text: string): void {
    write(element('figures'), text);
  }

  /** Once in each frame. */
  update(hearts: number, strength: number): void {
    if (hearts !== this.#hearts) this.#setHearts(hearts);
    const percent = Math.ceil(strength * 100);
    if (percent === this.#health100) return;
    this.#health100 = percent;
    this.#health.setAttribute('aria-valuenow', String(percent));
    this.#health.style.setProperty('--strength', String(strength));
  }

  #setHearts(hearts: number): void {
    this.#hearts = hearts;
    const node = element('hearts');
    node.ariaLabel = countLives(hearts);
    node.replaceChildren(
      ...Array.from({ length: 5 }, (_, i) => {
        const heart = document.createElement('i');
        heart.className = i < hearts ? 'full' : '';
        return heart;
      }),
    );
  }
}
