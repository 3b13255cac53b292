export interface Point {
  readonly x: number;
  readonly y: number;
}

/** The field has these pixels, however large it is shown. */
export const WIDTH = 450;
export const HEIGHT = 720;

export const clamp = (value: number, least: number, most: number): number => Math.max(least, Math.min(most, value));
