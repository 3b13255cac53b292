/** What the page is told, and what the scripts need of the room. */

export interface Guest {
  /** The name of the client, which only this room knows it by. */
  readonly client: string;
  readonly seat: number;
  name: string;
  isAway: boolean;
}

export interface Place {
  readonly id: string;
  readonly x: number;
}

export type News =
  /** All there is: for who has just come. */
  | {
      readonly kind: 'scene';
      readonly you: string;
      readonly guests: readonly Guest[];
      readonly figures: readonly Place[];
    }
  | { readonly kind: 'guests'; readonly guests: readonly Guest[] }
  | { readonly kind: 'walk'; readonly who: string; readonly x: number }
  | { readonly kind: 'say'; readonly who: string; readonly words: string }
  | { readonly kind: 'full' };

export interface Inn {
  readonly id: string;
  guests: Guest[];
  tell(news: News, to?: string): void;
}

export const SEATS = 6;

/** On a stage of 640. */
export const seatX = (seat: number): number => 130 + seat * 66;
