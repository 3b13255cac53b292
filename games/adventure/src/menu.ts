/** The list of saved games, the keys for quick save and quick load, and what the player is told of them. */
import { headOf } from '@spindle/runtime/saves';
import { BUILD } from './saves';
import { quickSlots, slots } from './slots';
import { NewerBuild, wordsFor } from './tell';

const get = (id: string): HTMLElement => document.getElementById(id)!;
const list = get('slots');
const dialog = get('saves') as HTMLDialogElement;

/** What the menu does with the game. */
export interface Actions {
  save(title: string): string;
  load(text: string): void;
  /** Nothing moves while the list is open. */
  pause(isPaused: boolean): void;
}

interface Entry {
  readonly kind: string;
  readonly text: string;
  readonly remove?: () => Promise<void>;
}

export class Menu {
  readonly #game: Actions;

  constructor(game: Actions) {
    this.#game = game;
    get('open-saves').addEventListener('click', () => void this.open());
    get('continue').addEventListener('click', () => this.load(quickSlots.read('auto')!));
    get('add-save').addEventListener('click', () => void this.#try(() => this.#add()));
    get('close-saves').addEventListener('click', () => dialog.close());
    dialog.addEventListener('close', () => this.#game.pause(false));
    get('continue').hidden = quickSlots.read('auto') === null;
  }

  get isOpen(): boolean {
    return dialog.open;
  }

  quickSave(): void {
    void this.#try(() => {
      quickSlots.write('quick', this.#game.save('Quick save'));
      this.tell('Saved. Press L to come back here.');
    });
  }

  quickLoad(): void {
    const text = quickSlots.read('quick');
    if (text === null) this.tell('There is no quick save yet. Press K to make one.');
    else this.load(text);
  }

  autosave(text: string): void {
    void this.#try(() => quickSlots.write('auto', text));
  }

  load(text: string): void {
    void this.#try(() => {
      if (isNewer(text)) throw new NewerBuild();
      this.#game.load(text);
      dialog.close();
      this.tell('Loaded.');
    });
  }

  async open(): Promise<void> {
    this.#game.pause(true);
    this.tell('');
    if (!dialog.open) dialog.showModal();
    await this.#try(() => this.#fill());
  }

  /** It is read aloud, and stays until something else is told. */
  tell(words: string): void {
    for (const told of document.querySelectorAll('.told')) told.textContent = words;
  }

  refused(error: unknown): void {
    this.tell(wordsFor(error));
  }

  async #add(): Promise<void> {
    await slots.add(this.#game.save(`Night ${(await slots.all()).length + 1}`));
    await this.#fill();
    this.tell('Saved.');
  }

  async #fill(): Promise<void> {
    const quick = (['auto', 'quick'] as const).flatMap((which): Entry[] => {
      const text = quickSlots.read(which);
      return text === null ? [] : [{ kind: which === 'auto' ? 'Autosave' : 'Quick save', text }];
    });
    const many = (await slots.all()).map(({ id, text }): Entry => ({
      kind: 'Saved game',
      text,
      remove: () => slots.remove(id),
    }));
    list.replaceChildren(...[...quick, ...many].map((entry) => this.#row(entry)));
    get('no-slots').hidden = list.childElementCount > 0;
  }

  #row({ kind, text, remove }: Entry): HTMLElement {
    const row = document.createElement('li');
    const words = document.createElement('span');
    const { title, at } = describe(text);
    words.textContent = title === kind ? `${title}, ${at}` : `${kind}: ${title}, ${at}`;
    row.append(
      words,
      button('Load', words.textContent, () => this.load(text)),
    );
    if (remove !== undefined)
      row.append(
        button('Delete', words.textContent, () =>
          this.#try(async () => {
            await remove();
            await this.#fill();
          }),
        ),
      );
    return row;
  }

  /** What goes wrong is told in words for players. */
  async #try(action: () => void | Promise<void>): Promise<void> {
    try {
      await action();
    } catch (error) {
      this.refused(error);
    }
  }
}

function isNewer(text: string): boolean {
  const { build } = headOf(text);
  return typeof build === 'number' && build > BUILD;
}

function describe(text: string): { title: string; at: string } {
  try {
    const { title, at } = headOf(text);
    return { title: String(title), at: new Date(Number(at)).toLocaleString() };
  } catch {
    return { title: 'damaged', at: 'it cannot be read' };
  }
}

function button(words: string, what: string, act: () => unknown): HTMLButtonElement {
  const made = document.createElement('button');
  made.textContent = words;
  made.ariaLabel = `${words}: ${what}`;
  made.addEventListener('click', () => void act());
  return made;
}
