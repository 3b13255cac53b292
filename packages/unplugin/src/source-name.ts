/** What an id of a bundler says of a source. */
export interface SourceName {
  /** The file, without the query. */
  readonly file: string;
  /** The same with the extension of the script: what `Hero.vue?vue&type=script&lang.ts` holds is TypeScript. */
  readonly asScript: string;
}

export function readId(id: string): SourceName {
  const at = id.search(/[?#]/);
  if (at < 0) return { file: id, asScript: id };
  const file = id.slice(0, at);
  const lang = /[?&]lang[.=](?<lang>[cm]?[jt]sx?)(?:&|$)/.exec(id)?.groups?.lang;
  return { file, asScript: lang === undefined || file.endsWith(`.${lang}`) ? file : `${file}.${lang}` };
}

/** A component of Svelte, or a module that Svelte compiles. */
export const isOfSvelte = (file: string): boolean => /\.svelte(?:\.[jt]s)?$/.test(file);
