/** Tabs, by the pattern of the ARIA Authoring Practices: one stop for Tab; arrows, Home and End choose. */
export class Tabs {
  readonly #list: HTMLElement;
  readonly #tabs: readonly HTMLElement[];
  readonly #onSelect: (name: string) => void;
  #selected = '';

  /** The elements have `data-tab` with a name, and their panels `data-panel`. */
  constructor(list: HTMLElement, onSelect: (name: string) => void) {
    this.#list = list;
    this.#tabs = [...list.querySelectorAll<HTMLElement>('[role=tab]')];
    this.#onSelect = onSelect;
    for (const tab of this.#tabs) tab.addEventListener('click', () => this.select(tab.dataset['tab']!));
    list.addEventListener('keydown', (event) => this.#takeKey(event));
  }

  get selected(): string {
    return this.#selected;
  }

  select(name: string): void {
    this.#selected = name;
    for (const tab of this.#tabs) {
      const isSelected = tab.dataset['tab'] === name;
      tab.setAttribute('aria-selected', String(isSelected));
      tab.tabIndex = isSelected ? 0 : -1;
      if (isSelected) this.#bringIntoView(tab);
    }
    this.#onSelect(name);
  }

  /** On a phone the list may be wider than its place. The page itself does not scroll. */
  #bringIntoView(tab: HTMLElement): void {
    const [place, seen] = [tab.getBoundingClientRect(), this.#list.getBoundingClientRect()];
    this.#list.scrollLeft += Math.max(place.right - seen.right, 0) + Math.min(place.left - seen.left, 0);
  }

  #takeKey(event: KeyboardEvent): void {
    const shown = this.#tabs.filter((tab) => !tab.hidden);
    const at = shown.findIndex((tab) => tab.dataset['tab'] === this.#selected);
    const next = {
      ArrowRight: shown[(at + 1) % shown.length],
      ArrowLeft: shown.at(at - 1),
      Home: shown[0],
      End: shown.at(-1),
    }[event.key];
    if (next === undefined) return;
    event.preventDefault();
    this.select(next.dataset['tab']!);
    next.focus();
  }
}
