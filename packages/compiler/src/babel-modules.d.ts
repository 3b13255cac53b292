declare module '@babel/code-frame' {
  interface Place {
    readonly line: number;
    readonly column?: number;
  }
  export function codeFrameColumns(code: string, place: { readonly start: Place; readonly end?: Place }): string;
}
