/** What stands on the page that nobody has thrown. */
import { hideErrors, showErrors, showNote } from '../../src/overlay/show-errors.js';

/** An element of a page that nobody looks at. */
class Element {
  textContent: string | null = null;
  readonly inside: Element[] = [];
  adoptedStyleSheets: object[] = [];
  append(...elements: Element[]): void {
    this.inside.push(...elements);
  }
  attachShadow(): Element {
    const root = new Element();
    this.append(root);
    return root;
  }
  setAttribute(): void {}
  addEventListener(): void {}
  remove(): void {}
  get texts(): string[] {
    return [...(this.textContent === null ? [] : [this.textContent]), ...this.inside.flatMap(({ texts }) => texts)];
  }
}

test('a note stands in our own panel, also beside an overlay of webpack, once errors are shown and until they are hidden', () => {
  const body = new Element();
  const document = {
    body,
    createElement: () => new Element(),
    // The overlay of webpack is there.
    querySelector: (selector: string) => (selector.includes('webpack') ? new Element() : null),
    addEventListener() {},
  };
  const CSSStyleSheet = class {
    replaceSync(): void {}
  };
  Object.assign(globalThis, { document, CSSStyleSheet, addEventListener() {} });
  try {
    showNote('guard.js', 'too early');
    showErrors();
    showNote('guard.js', 'It goes on in the old code.');
    hideErrors();
    showNote('guard.js', 'hidden');
    expect(body.texts).toEqual(['×', 'guard.js', 'It goes on in the old code.']);
  } finally {
    for (const name of ['document', 'CSSStyleSheet', 'addEventListener']) Reflect.deleteProperty(globalThis, name);
  }
});
