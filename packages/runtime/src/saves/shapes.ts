/** What is compared of the text of a function: its pauses and its variables, not its file and its lines. */
export const shapeOfText = (meta: string): string =>
  meta.replace(/ file=\S*/, '').replaceAll(/ \d+:\d+:(\w+)(?::\d+)?/g, ' $1');
