import { clip } from './shapes.js';

/** What a text says of itself: the first sentence of the comment at its beginning, without marks. Empty if there is none. */
export function aboutOf(source: string): string {
  const lines = source.split('\n').map((line) => line.trim());
  const first = lines.findIndex((line) => line !== '' && !/^\/\/ *@/.test(line));
  const end = lines.findIndex((line, index) => index >= first && !/^\/\/(?! *@)/.test(line));
  const comment = lines.slice(first, end === -1 ? lines.length : end).map((line) => line.replace(/^\/\/+ */, ''));
  const text = comment.join(' ').trim();
  return clip(/^.*?[.!?](?= |$)/.exec(text)?.[0] ?? text, LONGEST);
}

const LONGEST = 120;
