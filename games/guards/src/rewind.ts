/** R, held: the last minute backwards, frame by frame. What scripts do goes back by itself; here is what they act on. */
import { history, type History, type Saves } from '@spindle/runtime/saves';
import type { Actor } from 'excalibur';
import type { Level } from './level';
import { lookOf, show, type Look } from './saves';
import type { Page } from './ui';

interface Moment {
  readonly page: Page;
  /** Who is on the stage, and how each looks. */
  readonly actors: readonly (readonly [Actor, Look])[];
  /** Who is who: a new game makes them anew. And where the keys lead. */
  readonly roles: Pick<Level, 'house' | 'thief' | 'key' | 'door' | 'guards' | 'direction'>;
}

export class Rewind {
  readonly #level: Level;
  readonly #past: History;

  constructor(level: Level, game: Saves) {
    this.#level = level;
    this.#past = history(game, {
      everyFrames: 10,
      state: { mark: () => this.#mark(), rewind: (moment: Moment) => this.#rewind(moment) },
    });
  }

  /** While it is on, the engine goes one frame back in place of one on. */
  set isOn(isOn: boolean) {
    this.#level.goBack = isOn ? () => this.#back() : null;
    document.body.classList.toggle('rewinds', isOn);
  }

  #back(): void {
    this.#past.back();
    // No update comes that would do this.
    for (const actor of this.#level.actors) {
      actor.graphics.isVisible = actor.isActive;
      actor.onPostUpdate(this.#level.engine, 0);
    }
  }

  #mark(): Moment {
    const { ui, actors, house, thief, key, door, guards, direction } = this.#level;
    return {
      page: ui.save(),
      actors: actors.filter(({ isActive }) => isActive).map((actor) => [actor, lookOf(actor)] as const),
      roles: { house, thief, key, door, guards, direction },
    };
  }

  /** In place: scripts hold these actors. */
  #rewind({ page, actors, roles }: Moment): void {
    const level = this.#level;
    for (const actor of level.actors) actor.isActive = false;
    for (const [actor, look] of actors) {
      level.add(actor);
      show(actor, look);
    }
    Object.assign(level, roles);
    level.ui.load(page);
  }
}
