/** Elements made in one call. */

interface Attributes {
  readonly class?: string;
  readonly id?: string;
  readonly text?: string;
  readonly title?: string;
  readonly role?: string;
  readonly tabindex?: string;
  readonly type?: string;
  readonly value?: string;
  readonly part?: string;
  readonly placeholder?: string;
  readonly hidden?: string;
  readonly [aria: `aria-${string}`]: string;
}

export function make<K extends keyof HTMLElementTagNameMap>(
  tag: K,
  { text, ...attributes }: Attributes = {},
  ...children: readonly Node[]
): HTMLElementTagNameMap[K] {
  const element = document.createElement(tag);
  for (const [name, value] of Object.entries(attributes)) element.setAttribute(name, value);
  if (text !== undefined) element.textContent = text;
  element.append(...children);
  return element;
}

/** Sets the text only if it is another one: what has not changed is not laid out again. */
export function setText(element: HTMLElement, text: string): void {
  if (element.textContent !== text) element.textContent = text;
}

export function setFlag(element: HTMLElement, name: string, is: boolean): void {
  if (element.hasAttribute(name) !== is) element.toggleAttribute(name, is);
}

export function setAttribute(element: HTMLElement, name: string, value: string): void {
  if (element.getAttribute(name) !== value) element.setAttribute(name, value);
}
