interface Match {
  readonly rollbacks: number;
  readonly again: number;
  readonly stalls: number;
  readonly score: readonly string[];
}

// They are JavaScript with the words of scripts, which have no types here.
const load = async (file: string): Promise<any> => (await import(`./duel/${file}.js`)) as unknown;
const [{ Game }, { playMatch }, { PlainWorld }] = [await load('game'), await load('match'), await load('plain-world')];

const match = (options: object): Match =>
  playMatch({ frames: 600, seed: 30, makeWorld: () => new PlainWorld(), ...options });

/** With Rapier, and 100,000 frames: `npm run compat -- rollback`. */
test('two peers over a bad network see each frame as a game that never went back', () => {
  const { rollbacks, again, score } = match({});
  expect(rollbacks).toBeGreaterThan(50);
  expect(again).toBeGreaterThan(rollbacks);
  expect(score.length).toBeGreaterThan(0);
});

test('over a worse one they wait for each other now and then', () => {
  const { stalls } = match({ weather: { delay: 9, jitter: 10, loss: 0.3 } });
  expect(stalls).toBeGreaterThan(10);
});

test('a state that does not go back is found', () => {
  class Forgetful extends Game {
    rewind(mark: object): void {
      const { score } = this;
      super.rewind(mark);
      this.score = score;
    }
  }
  const makeGame = (...given: readonly unknown[]): unknown => Reflect.construct(Forgetful, given);
  expect(() => match({ frames: 3000, makeGame })).toThrow(/^Frame \d+: /);
});
