/** What the compiler says of a text, as diagnostics of the protocol. */
import type { Diagnostic as Told } from '@spindle/compiler';
import { type Diagnostic, DiagnosticSeverity, DiagnosticTag } from 'vscode-languageserver';
import { pageOf } from './addresses.js';
import type { Inspection, Placed } from './inspection.js';

/** An `@allow` that silences nothing is shown faded. */
const UNUSED = 'SPN608';

interface Wanted {
  readonly uri: string;
  /** The client shows other places that belong to a diagnostic. */
  readonly hasRelated: boolean;
}

export function diagnosticsOf(inspection: Inspection, wanted: Wanted): Diagnostic[] {
  const { diagnostics, older } = inspection;
  return [
    ...diagnostics.map((one) => asDiagnostic(inspection, one, wanted)),
    // Their further places are those of another text.
    ...older.map((one) => asDiagnostic(inspection, one, { ...wanted, hasRelated: false })),
  ];
}

function asDiagnostic({ lines }: Inspection, told: Placed<Told>, { uri, hasRelated }: Wanted): Diagnostic {
  const { code, severity, message, span, mends = [] } = told;
  const related = hasRelated
    ? mends.flatMap(({ kind, text, ...place }) => {
        if (kind !== 'mark' || place.line === told.line) return [];
        const { start } = lines.span(place);
        const range = lines.range({ start, end: start });
        return [{ location: { uri, range }, message: `Here \`// ${text}\` could stand.` }];
      })
    : [];
  return {
    source: 'spindle',
    code,
    codeDescription: { href: pageOf(code) },
    severity: severity === 'error' ? DiagnosticSeverity.Error : DiagnosticSeverity.Warning,
    // The code is shown beside the message.
    message: message.replace(/ \[SPN\d+\]$/, ''),
    range: lines.range(span),
    ...(code === UNUSED && { tags: [DiagnosticTag.Unnecessary] }),
    ...(related.length > 0 && { relatedInformation: related }),
  };
}
