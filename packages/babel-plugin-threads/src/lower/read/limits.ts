/** From which sizes on a function is written in another form, so that its output and the time for it grow only with its length. */
export interface Limits {
  /** A list that keeps more values than these keeps them in one temporary. A frame object has as many places. */
  temporaries: number;
  /** A function in which more variables may live over a pause has them in one object. */
  variables: number;
  /** In a `switch` so many cases are asked for one after the other. More are halved first: an engine does not read thousands of nested questions. */
  cases: number;
}

export const USUAL_LIMITS: Readonly<Limits> = { temporaries: 8, variables: 32, cases: 8 };

/** Tests lower them, so that small functions take these forms. */
export const limits: Limits = { ...USUAL_LIMITS };
