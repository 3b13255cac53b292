/**
 * Texts of others in messages. A source may have characters that a terminal obeys, or that show its text in another order
 * than an engine reads it.
 */

/** Control characters of terminals, line ends, and characters that change the direction of the text. */
const UNSEEN = /[\p{Cc}\p{Bidi_C}\u2028\u2029]/gu;
const SHORT: Readonly<Record<string, string>> = { '\t': '\\t', '\n': '\\n', '\r': '\\r' };

/** The text on one line, with these characters escaped: a line end becomes `\n`. */
export function printable(text: string): string {
  return text.replace(UNSEEN, (one) => SHORT[one] ?? `\\u${one.charCodeAt(0).toString(16).padStart(4, '0')}`);
}

/**
 * The same for a code frame. Each character is replaced by one of the same width, so that the marks below a line still
 * point at their position.
 */
export function printableLines(text: string): string {
  return text.replace(UNSEEN, (one) => {
    if (one === '\n' || one === '\t') return one;
    const code = one.charCodeAt(0);
    return code < 0x20 ? String.fromCharCode(0x2400 + code) : code === 0x7f ? '␡' : '�';
  });
}

/** Whether a code frame of this text may contain characters that `printableLines` replaces. */
export function hasUnseen(text: string): boolean {
  return text.replaceAll(/[\t\n\r]/g, '').search(UNSEEN) >= 0;
}
