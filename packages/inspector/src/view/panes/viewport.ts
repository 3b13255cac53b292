/** What is seen of an element that scrolls. To read it from the element would make the browser lay out the page at once. */
export class Viewport {
  width = 0;
  height = 0;
  /** How far it is scrolled down. */
  top = 0;
  readonly #element: HTMLElement;

  /** `onChange`: its size is another one, or it was scrolled. */
  constructor(element: HTMLElement, onChange: () => void) {
    this.#element = element;
    const change = (): void => {
      this.read();
      onChange();
    };
    new ResizeObserver(change).observe(element);
    element.addEventListener('scroll', change);
  }

  read(): void {
    const { clientWidth, clientHeight, scrollTop } = this.#element;
    Object.assign(this, { width: clientWidth, height: clientHeight, top: scrollTop });
  }

  /** Scrolls as little as is needed to see all from `top` to `end`. `room`: of the height so much is covered. */
  reveal(top: number, end: number, room: number): void {
    const below = end - this.height + room;
    if (this.top > top) this.#element.scrollTop = top;
    else if (this.top < below) this.#element.scrollTop = below;
    this.read();
  }
}
