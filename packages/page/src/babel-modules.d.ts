/** Babel publishes no types of it. */
declare module '@babel/code-frame' {
  export function codeFrameColumns(code: string, place: { start: { line: number; column: number } }): string;
}
