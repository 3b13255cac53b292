/** The source map at the end of a text, which whoever wrote the text has put there. Undefined if there is none. */
export function inlineMapOf(code: string): object | undefined {
  const [, text] = /\n\/\/# sourceMappingURL=data:application\/json[^,]*;base64,([\w+/=]+)\s*$/.exec(code) ?? [];
  return text === undefined ? undefined : (JSON.parse(Buffer.from(text, 'base64').toString()) as object);
}
