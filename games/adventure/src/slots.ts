/** Where saves lie: the quick save and the autosave in localStorage, and as many slots as the player wants in IndexedDB. */
import { del, entries, set } from 'idb-keyval';

export type Quick = 'quick' | 'auto';

export interface Slot {
  readonly id: string;
  readonly text: string;
}

const keyOf = (which: Quick): string => `the lamp: ${which}`;

export const quickSlots = {
  read: (which: Quick): string | null => localStorage.getItem(keyOf(which)),
  write: (which: Quick, text: string): void => localStorage.setItem(keyOf(which), text),
};

export const slots = {
  /** The newest first. */
  async all(): Promise<Slot[]> {
    const found = await entries<string, string>();
    return found.map(([id, text]) => ({ id, text })).toSorted((a, b) => (a.id < b.id ? 1 : -1));
  },
  add: (text: string): Promise<void> => set(new Date().toISOString(), text),
  remove: (id: string): Promise<void> => del(id),
};
