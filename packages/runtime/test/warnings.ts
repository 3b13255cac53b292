import { forgetWarnings } from '../src/messages/warnings.js';

/** The warnings that the tests of a file, or of the `describe` that it is called in, bring about: each test begins without any. */
export function recordWarnings(): readonly string[] {
  const said: string[] = [];
  const { warn } = console;
  beforeEach(() => {
    said.length = 0;
    forgetWarnings();
    console.warn = (text: string): void => void said.push(text);
  });
  afterEach(() => {
    console.warn = warn;
  });
  return said;
}
