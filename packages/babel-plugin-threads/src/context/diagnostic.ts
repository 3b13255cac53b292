import { type Located, placeOf } from '../babel/place.js';
import { errorAt, type Source, type WithFile } from './compilation.js';
import type { Diagnostic, Mend } from '../public.js';

/** A change that may mend it: see `Mend`. */
export interface MendAt extends Pick<Mend, 'kind' | 'text'> {
  readonly at: Located;
}

interface Told {
  readonly text: string;
  readonly severity: Diagnostic['severity'];
  readonly mends?: readonly MendAt[] | undefined;
}

/** A diagnostic about a node or comment; its code is at the end of its text. */
export function diagnosticAt(source: WithFile, at: Located, { text, severity, mends = [] }: Told): Diagnostic {
  const shown = errorAt(source, at, text).message;
  const frame = shown.startsWith(`${text}\n`) ? shown.slice(text.length + 1) : '';
  const file = source.file.opts.filename ?? undefined;
  const code = /\[(SPN\d+)\]$/.exec(text)![1]!;
  const told = { code, severity, message: text, file, ...placeOf(at), frame };
  if (mends.length === 0) return told;
  return { ...told, mends: mends.map((mend) => ({ kind: mend.kind, text: mend.text, ...placeOf(mend.at) })) };
}

/** Refuses code that cannot be compiled. Whoever calls this goes on: the file may hold more that cannot. */
export function refuseAt(source: Source, at: Located, text: string, mends?: readonly MendAt[]): void {
  source.refused.push(diagnosticAt(source, at, { text, severity: 'error', mends }));
}
