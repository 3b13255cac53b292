import { type Located, placeOf } from '../babel/place.js';
import type { Source, WithFile } from './compilation.js';
import { hasUnseen, printable, printableLines } from '../messages/printable.js';
import { makeMessage, type Message, type Template, withCode } from '../messages/message.js';
import type { Diagnostic, Mend, Values } from '../public.js';

/** A change that may mend it: see `Mend`. */
export interface MendAt extends Pick<Mend, 'kind' | 'text'> {
  readonly at: Located;
}

/** Code that its author may not mean, and what is said of it. */
export interface Finding {
  readonly at: Located;
  readonly message: Message;
  readonly mends?: readonly MendAt[];
}

export const replaceBy = (at: Located, text: string): MendAt => ({ kind: 'replace', text, at });

/** The mark belongs above the node: `@instant`. */
export const markWith = (at: Located, text: string): MendAt => ({ kind: 'mark', text, at });

/** What a check says of the code at a place. */
export const tell = <V extends Values>(
  at: Located,
  template: Template<V>,
  values: NoInfer<V>,
  mends: readonly MendAt[] = [],
): Finding => ({ at, message: makeMessage(template, values), mends });

/** A diagnostic about a node or comment. */
export function makeDiagnostic(
  source: WithFile,
  { at, message, mends = [] }: Finding,
  severity: Diagnostic['severity'],
): Diagnostic {
  const frame = frameAt(source, at);
  const file = source.file.opts.filename ?? undefined;
  const { code, values } = message;
  const told = { code, severity, message: printable(withCode(message)), values, file, ...placeOf(at), frame };
  if (mends.length === 0) return told;
  return { ...told, mends: mends.map((mend) => ({ kind: mend.kind, text: mend.text, ...placeOf(mend.at) })) };
}

/** As severe as the option `diagnostics` says. */
export const asDiagnostic = (source: Source, finding: Finding): Diagnostic =>
  makeDiagnostic(source, finding, source.options.diagnostics === 'error' ? 'error' : 'warning');

/** Refuses code that cannot be compiled. Whoever calls this goes on: the file may hold more that cannot. */
export function refuseAt<V extends Values>(
  source: Source,
  at: Located,
  error: Template<V>,
  values: NoInfer<V>,
  mends?: readonly MendAt[],
): void {
  source.refused.push(makeDiagnostic(source, tell(at, error, values, mends), 'error'));
}

/** The lines around a node or comment; empty where the source is not known. */
function frameAt(source: WithFile, at: Located): string {
  const file = source.file as unknown as Framed;
  const build = (): string => {
    const { message } = file.buildCodeFrameError(at, '');
    return message.startsWith('\n') ? withoutSourceMap(message.slice(1)) : '';
  };
  if (!hasUnseen(file.code)) return build();
  // The colours of a frame could not be told from what the source has.
  const { highlightCode } = file.opts;
  file.opts.highlightCode = false;
  try {
    return printableLines(build());
  } finally {
    file.opts.highlightCode = highlightCode;
  }
}

/** Without the comment with the source map that another tool has put below the code: it may have a thousand characters. */
const withoutSourceMap = (frame: string): string =>
  frame
    .split('\n')
    .filter((line) => !SOURCE_MAP.test(line))
    .join('\n');
/** Not of the line that the frame points at. */
const SOURCE_MAP = /^[^/>]*\/\/# sourceMappingURL=/;

/** What Babel makes frames of. */
interface Framed {
  readonly code: string;
  readonly opts: { highlightCode?: boolean | undefined };
  buildCodeFrameError(at: Located, text: string): Error;
}
