import type { Mira } from './mira';

/** Something that Mira can use. */
export interface Thing {
  /** Where she stands while she does it. */
  readonly x: number;
  /** What the button says; null if there is nothing to do now. */
  readonly offer: string | null;
  use(mira: Mira): void;
}
