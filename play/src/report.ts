/** The address of the repository's form for bugs, filled in. */
const FORM = 'https://github.com/spindle-scripts/spindle/issues/new';

/** GitHub refuses an address that is longer than 8 kB. */
const LONGEST = 7500;

export interface Bug {
  /** The address of the playground with the code. */
  readonly link: string;
  /** What `explain(scheduler)` says, as JSON, or null if the scene does not answer. */
  readonly explained: string | null;
}

export function bugForm({ link, explained }: Bug): string {
  const full = addressOf({ link, snapshot: explained ?? '' });
  if (full.length <= LONGEST) return full;
  // The link tells more than the threads do.
  const note = 'The threads do not fit into an address. Paste them from the clipboard.';
  const short = addressOf({ link, snapshot: note });
  return short.length <= LONGEST ? short : addressOf({ link: 'Paste the link from the clipboard.', snapshot: note });
}

function addressOf(fields: { readonly link: string; readonly snapshot: string }): string {
  const query = new URLSearchParams({ template: 'bug.yml', playground: fields.link });
  if (fields.snapshot !== '') query.set('snapshot', fields.snapshot);
  return `${FORM}?${query}`;
}
