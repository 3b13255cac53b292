import type { FunctionReport } from 'babel-plugin-threads';

/** What is shown: a file, what it became, and what the plugin says of its functions. */
export interface Inspected {
  name: string;
  source: readonly string[];
  output: readonly string[];
  /** For each line of the output the line of the source that it comes from, from 1; undefined if it comes from none. */
  sourceLines: readonly (number | undefined)[];
  functions: readonly FunctionReport[];
}
