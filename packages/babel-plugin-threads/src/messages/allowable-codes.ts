/** Which codes of diagnostics a mark can name. */

/** What `@allow` can silence. */
export const ALLOWABLE: readonly string[] =
  'SPN601 SPN603 SPN604 SPN605 SPN606 SPN607 SPN609 SPN610 SPN611 SPN612 SPN613 SPN614 SPN615 SPN616 SPN617 SPN618 SPN619 SPN620 SPN621 SPN622 SPN623 SPN626 SPN627 SPN628 SPN629 SPN630 SPN631 SPN632'.split(
    ' ',
  );

/** What is said of comments and directives, also in files that have no mark at all. */
export const CODES_OF_MARKS: ReadonlySet<string> = new Set(['SPN605', 'SPN611']);
