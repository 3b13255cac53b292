/** The hooks of `import` for a Node without `module.registerHooks`. Node loads this file on a thread of its own. */
import { compileLoaded, explanationOf, type NodeOptions } from './node.js';

type Loaded = ReturnType<typeof compileLoaded>;

let options: NodeOptions = {};

export function initialize(given: NodeOptions): void {
  options = given;
}

export async function load(
  url: string,
  context: object,
  next: (url: string, context: object) => Promise<Loaded>,
): Promise<Loaded> {
  const loaded = await next(url, context).catch((error: unknown) => {
    throw explanationOf(error, url);
  });
  return compileLoaded(url, loaded, options);
}
