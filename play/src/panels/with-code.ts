/** Text with `code` in backquotes and links, as nodes. */
export function withCode(text: string): Node[] {
  return text.split(/(`[^`]+`|\[[^\]]+\]\([^)]+\))/).map((part) => {
    if (part.startsWith('`') && part.length > 1) return element('code', '', part.slice(1, -1));
    const [, name, href] = /^\[([^\]]+)\]\(([^)]+)\)$/.exec(part) ?? [];
    if (name === undefined) return document.createTextNode(part);
    const link = element('a', '', name);
    link.href = href!;
    link.target = '_blank';
    return link;
  });
}

export function element<Name extends keyof HTMLElementTagNameMap>(
  name: Name,
  className: string,
  text = '',
): HTMLElementTagNameMap[Name] {
  const made = document.createElement(name);
  if (className !== '') made.className = className;
  if (text !== '') made.textContent = text;
  return made;
}
