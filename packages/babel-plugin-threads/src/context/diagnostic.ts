import { type Located, placeOf } from '../babel/place.js';
import { errorAt, type Source, type WithFile } from './compilation.js';
import type { Diagnostic } from '../public.js';

/** A diagnostic about a node or comment; its code is at the end of its text. */
export function diagnosticAt(
  source: WithFile,
  at: Located,
  { text, severity }: { readonly text: string; readonly severity: Diagnostic['severity'] },
): Diagnostic {
  const shown = errorAt(source, at, text).message;
  const frame = shown.startsWith(`${text}\n`) ? shown.slice(text.length + 1) : '';
  const file = source.file.opts.filename ?? undefined;
  return { code: /\[(SPN\d+)\]$/.exec(text)![1]!, severity, message: text, file, ...placeOf(at), frame };
}

/** Refuses code that cannot be compiled. Whoever calls this goes on: the file may hold more that cannot. */
export function refuseAt(source: Source, at: Located, text: string): void {
  source.refused.push(diagnosticAt(source, at, { text, severity: 'error' }));
}
