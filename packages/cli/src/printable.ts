/** Characters that a terminal obeys, that end a line, or that turn the direction in which it is read. */
// oxlint-disable-next-line no-control-regex -- these are what it is about
const UNSEEN = /[\u0000-\u001F\u007F-\u009F\u200E\u200F\u2028-\u202E\u2066-\u2069]/g;
const SHORT: Readonly<Record<string, string>> = { '\t': '\\t', '\n': '\\n', '\r': '\\r' };

/** A name or a message in one line that says what it holds: a line end in it is shown as `\n`. */
export function printable(text: string): string {
  return text.replace(UNSEEN, (one) => SHORT[one] ?? `\\u${one.charCodeAt(0).toString(16).padStart(4, '0')}`);
}

/** A text of several lines; each character keeps its width of one, so that what is marked below a line stays in its place. */
export function printableLines(text: string): string {
  return text.replace(UNSEEN, (one) => {
    if (one === '\n' || one === '\t') return one;
    const code = one.charCodeAt(0);
    return code < 0x20 ? String.fromCharCode(0x2400 + code) : code === 0x7f ? '␡' : '�';
  });
}

/** Whether a code frame of this text may hold what `printableLines` would change. */
export function hasUnseen(text: string): boolean {
  return text.replaceAll(/[\t\n\r]/g, '').search(UNSEEN) >= 0;
}
