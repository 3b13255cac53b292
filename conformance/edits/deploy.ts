/** Random scripts that are edited while rooms play them, and what is right then. `compat/rooms/random-edits.test.js` deploys them. */
import {
  type Count,
  editOne,
  type Edited,
  isKnownToStay,
  isOfVariable,
  isTold,
  newCount,
  versionOf,
} from './edit-one.js';
import { judge, type Place, placeAt, type Position, type Version } from './judge.js';
import { Dice, keepsOrder, randomScript } from './random-script.js';

export class Deploy {
  readonly count: Count = newCount();
  readonly #dice: Dice;

  constructor(seed: number) {
    this.#dice = new Dice(seed);
  }

  script(): DeployedScript {
    return new DeployedScript(this.count, this.#dice);
  }
}

class DeployedScript {
  readonly #count: Count;
  readonly #dice: Dice;
  readonly #before: Version;
  #places: readonly Place[] = [];
  #edited!: Edited;
  /** So many pulses it plays, if it waits for so long. */
  readonly steps: number;

  constructor(count: Count, dice: Dice) {
    this.#count = count;
    this.#dice = dice;
    this.#before = versionOf(randomScript(dice));
    this.steps = 1 + dice.below(18);
  }

  get source(): string {
    return this.#before.printed.source;
  }

  /** Gives the new text, of a script that waits there. */
  edit(positions: readonly Position[]): string {
    this.#places = positions.map((one) => placeAt(one, this.#before));
    this.#edited = editOne(this.#count, this.#dice, this.#before, this.#places);
    return this.#edited.after.printed.source;
  }

  /** It goes on in the new text, and this is told. */
  judgeMapped(positions: readonly Position[], mapped: readonly string[]): void {
    const { edits, after, of } = this.#edited;
    of.mapped++;
    if (isTold(mapped)) this.#count.told++;
    else this.#count.same++;
    const now = positions.map((one) => placeAt(one, after));
    const isInOrder = edits.length === 1 && keepsOrder(edits[0]!);
    const given = { before: this.#before, after, places: this.#places, now, mapped, keepsOrder: isInOrder };
    const problems = judge(this.#count, given);
    if (problems.length > 0) this.tell(`${problems.join('\n')}\nreport: ${mapped.join('\n')}`);
  }

  /** It stays in the old text, and this is why. */
  judgeRefused(why: string): void {
    this.#count.refused++;
    this.#edited.of.refused++;
    if (isKnownToStay(this.#edited.edits, this.#before) && !isOfVariable(why)) this.tell(`It was refused: ${why}`);
  }

  tell(what: string): void {
    this.#edited.tell(what);
  }
}
