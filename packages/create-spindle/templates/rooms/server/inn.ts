import { type Inn, seatX } from './room';

/** The innkeeper and the bard. What they are told to do they do one thing after the other. */
// @compile
export class Figure extends Executor {
  readonly inn: Inn;
  readonly id: string;
  x: number;

  constructor(inn: Inn, id: string, x: number) {
    super();
    this.inn = inn;
    this.id = id;
    this.x = x;
  }

  walkTo(x: number): void {
    // Each turn of a `while` takes a pulse: 50 ms.
    while (this.x !== x) {
      this.x += Math.max(-12, Math.min(12, x - this.x));
      this.inn.tell({ kind: 'walk', who: this.id, x: this.x });
    }
  }

  say(words: string): void {
    this.inn.tell({ kind: 'say', who: this.id, words });
    this.wait(900 + words.length * 45);
  }

  /** A guest may have gone when it is their turn. */
  serve(client: string): void {
    const ordered = this.inn.guests.find((guest) => guest.client === client);
    if (ordered === undefined) return;
    this.walkTo(seatX(ordered.seat));
    this.say(`Here is your soup, ${ordered.name}.`);
    this.walkTo(60);
  }
}

/** What goes on in the inn. It reads like a play, and goes on wherever the room goes: nothing here knows of processes. */
// @compile
export function evening(inn: Inn, keeper: Figure, bard: Figure): void {
  waitFor(keeper.say('Welcome! Sit down, all of you.'));
  for (let round = 1; ; round++) {
    waitFor(bard.walkTo(560));
    const wishes = vote(inn, bard, `${round === 1 ? 'Good evening!' : 'What shall it be now?'} A song, or a tale?`);
    const songs = [...wishes.values()].filter((wish) => wish === 'song').length;
    if (wishes.size === 0) waitFor(keeper.say('Nobody? Then have some soup first.'));
    else if (songs * 2 >= wishes.size) sing(bard);
    else tell(bard, inn);
  }
}

/** `race` ends with the first of both: eight seconds after the question. */
// @compile
function vote(inn: Inn, bard: Figure, question: string): Map<string, string> {
  const wishes = new Map<string, string>();
  race(ask(bard, question), count(inn, wishes));
  return wishes;
}

// @compile
function ask(bard: Figure, question: string): void {
  waitFor(bard.say(question));
  wait(8000);
}

// @compile
function count(inn: Inn, wishes: Map<string, string>): void {
  // `listen` misses none, also if two come at once.
  const heard = listen('wish');
  while (true) {
    const { client, wish } = heard.next() as { client: string; wish: string };
    wishes.set(client, wish);
    const name = inn.guests.find((guest) => guest.client === client)?.name ?? 'Somebody';
    inn.tell({ kind: 'say', who: name, words: wish === 'song' ? 'A song!' : 'A tale!' });
  }
}

// @compile
function sing(bard: Figure): void {
  for (const line of [
    'The road goes up, the road goes down,',
    'from every town to every town,',
    'and while we sing, the house may move:',
  ]) {
    waitFor(bard.say(`♪ ${line}`));
  }
  waitFor(bard.say('♪ nobody spills a drop, to prove!'));
}

// @compile
function tell(bard: Figure, inn: Inn): void {
  waitFor(bard.say('Once there was an inn that stood on two hills at once.'));
  bard.walkTo(440);
  waitFor(bard.say('In the middle of a word it went from one to the other.'));
  const { length } = inn.guests;
  waitFor(bard.say(length === 1 ? 'And its only guest noticed nothing.' : `And none of its ${length} guests noticed.`));
}
