/** Pieces as a reader of the guide writes them: how each ends, and what holds when it is disturbed at any moment. */
import { disturb, play, stop, targets, type Played } from './disturb.js';

/** The lines of both targets, which are the same. */
function linesOf(name: string): string[] {
  const [one, other] = targets.map((target) => play(name, target));
  expect(one!.told).toEqual([]);
  expect(other!.lines).toEqual(one!.lines);
  return one!.lines;
}

const endOf = (name: string): string[] => linesOf(name).slice(-3);
const count = ({ lines }: Played, text: string): number => lines.filter((line) => line.includes(text)).length;

describe('a cutscene', () => {
  test('after the skip all are where the scene takes them, and the camera is on the last', () => {
    expect(endOf('cutscene')).toEqual([
      '0 Anna: There you are at last!',
      '0 Ben: I have walked all night.',
      '61 the game begins: anna at 40 ben at 38 camera at 38',
    ]);
  });

  test('skipped at any moment, it ends in the same state as when it is watched', () => {
    const skip = ({ scheduler }: Played): void => scheduler.signal('skip');
    expect(
      disturb('cutscene', {
        frames: 60,
        act: skip,
        check: ({ lines }) => expect(lines.at(-1)).toMatch(/^\d+ the game begins: anna at 40 ben at 38 camera at 38$/),
      }),
    ).toEqual([]);
  });

  test('when the game is left, nobody walks on, and the camera stands still', () => {
    expect(
      disturb('cutscene', { frames: 60, act: stop, still: ({ anna, ben, camera }) => [anna.x, ben.x, camera.x] }),
    ).toEqual([]);
  });
});

describe('a battle', () => {
  const isInOrder = (played: Played): void => {
    const { hero, slime } = played.it;
    expect([hero.x, slime.x, hero.isAsleep, slime.isAsleep]).toEqual([0, 0, false, false]);
    expect(count(played, 'menu:')).toBe(count(played, 'menu closed'));
  };

  test('it is won by the hero with poison, sleep and two blows', () => {
    expect(endOf('battle')).toEqual(['181 menu closed', '194 slime has 0 hp', '195 won']);
  });

  test.each(['hero', 'slime'])('when the %s dies at any moment, it is over, and nobody fights on', (who) => {
    expect(
      disturb('battle', {
        frames: 190,
        act: ({ it }) => it[who].hurt(99),
        still: ({ hero, slime }) => [hero.hp, slime.hp],
        check: (played) => {
          expect(played.lines.at(-1)).toMatch(who === 'hero' ? /lost$/ : /won$/);
          isInOrder(played);
        },
      }),
    ).toEqual([]);
  });

  test('when the game is left, the menu is closed, and all stand where they stood', () => {
    expect(
      disturb('battle', { frames: 190, act: stop, still: ({ hero, slime }) => [hero.hp, slime.hp], check: isInOrder }),
    ).toEqual([]);
  });
});

describe('a guard', () => {
  test('he patrols, is stunned, goes on, looks at a noise, chases, gives up, and patrols again', () => {
    expect(linesOf('guard').map((line) => line.replace(/^\d+ /, ''))).toEqual([
      'is stunned at 3',
      'goes on at 3',
      'at the east gate',
      'hears something at 14',
      'goes to look at 14',
      'Stop, thief!',
      'gives up at 14',
      'Nobody here.',
      'at the east gate',
      'is stunned at 2',
      'goes on at 2',
      'at the west gate',
    ]);
  });

  test('stunned at any moment, he stands still meanwhile, and then goes on with what he did', () => {
    expect(
      disturb('guard', {
        frames: 240,
        act: ({ it }) => it.guard.stun(100),
        check: ({ lines }) => {
          const places = (text: string): string[] =>
            lines.filter((line) => line.includes(text)).map((line) => line.split(' ').at(-1)!);
          expect(places('is stunned at').sort()).toEqual(places('goes on at').sort());
          expect(lines.filter((line) => /gate|gives up/.test(line)).length).toBeGreaterThanOrEqual(3);
        },
      }),
    ).toEqual([]);
  });

  test('when he dies, he stands where he stood', () => {
    expect(
      disturb('guard', { frames: 290, act: ({ it }) => it.guard.cancelAll('dead'), still: ({ guard }) => guard.x }),
    ).toEqual([]);
  });
});

describe('a dialogue', () => {
  test('the companion interjects while the player thinks, and Maya is broken off when the player walks away', () => {
    expect(linesOf('dialogue').slice(1)).toEqual([
      '31 Rex: Until today!',
      '31 shown: Who are you? | Let us pass.',
      '136 Rex: Come on, say something!',
      '151 Maya: I am the keeper of this bridge, and of all that lies beyond it.',
      '181 Maya: How rude.',
    ]);
  });

  test('when the player walks away at any moment, nobody says a line of it, and no answer stays on the screen', () => {
    expect(
      disturb('dialogue', {
        frames: 200,
        act: ({ it }) => void (it.player.x = 6),
        still: ({ player }) => player.x,
        check: ({ lines, it }) => {
          expect(lines.at(-1)).toMatch(/Maya: How rude\.$/);
          expect(it.screen.answers).toEqual([]);
        },
      }),
    ).toEqual([]);
  });

  test('when the game is left, no answer stays on the screen', () => {
    expect(
      disturb('dialogue', { frames: 200, act: stop, check: ({ it }) => expect(it.screen.answers).toEqual([]) }),
    ).toEqual([]);
  });
});

describe('a tower defence', () => {
  const isInOrder = (played: Played): void => {
    const { creeps, shots, bank } = played.it;
    expect([creeps.size, shots.size]).toEqual([0, 0]);
    expect(bank.gold).toBe(10 + 2 * count(played, 'dies') + 5 * count(played, 'sold'));
    expect(bank.lives).toBe(3 - count(played, 'is through'));
  };

  test('after two waves, a pause and double speed, four creeps are dead and one is through', () => {
    expect(endOf('tower-defence')).toEqual(['412 2.2 dies at 83', '463 2.3 is through', '464 over: 23 gold, 2 lives']);
  });

  test('a tower that is sold at any moment shoots no more, its shot is gone, and the money is right', () => {
    let inTheAir = 0;
    expect(
      disturb('tower-defence', {
        frames: 400,
        act: ({ it }) => {
          inTheAir += it.shots.size;
          it.venom.sell();
        },
        check: isInOrder,
      }),
    ).toEqual([]);
    expect(inTheAir).toBeGreaterThan(0);
  });

  test('when the game is left, no creep marches on, and no shot stays in the air', () => {
    expect(
      disturb('tower-defence', { frames: 450, act: stop, still: ({ bank }) => bank.lives, check: isInOrder }),
    ).toEqual([]);
  });
});

describe('a robot for children', () => {
  test('it walks, turns, repeats, asks its sensor, is made faster, and STOP puts the line out', () => {
    expect(endOf('robot')).toEqual(['73 at 2 3', '75 STOP', '75 line none']);
  });

  test('STOP at any moment: it stands still, and no line glows', () => {
    expect(
      disturb('robot', {
        frames: 74,
        act: ({ it }) => it.running.cancel('STOP', { now: true }),
        still: ({ robot }) => robot,
        check: ({ it }) => expect([it.glowing, it.room.threads]).toEqual(['', []]),
      }),
    ).toEqual([]);
  });
});

describe('a rhythm game', () => {
  test('no beat is later than a frame, and hits are judged by their time stamps', () => {
    const lines = linesOf('rhythm');
    const late = lines.filter((line) => line.includes('beat')).map((line) => Number(line.split(' ').at(-1)));
    expect(late).toEqual([4, 16, 12, 8, 4]);
    expect(lines.at(-1)).toBe('145 the song is over: 650 points');
  });

  test('when it is left, no beat comes, and no hit counts', () => {
    expect(disturb('rhythm', { frames: 144, act: stop, still: ({ score }) => score })).toEqual([]);
  });
});

describe('programs', () => {
  test('a turtle draws a house and ten lines', () => {
    expect(endOf('turtle').at(-1)).toMatch(/10 lines$/);
  });

  test('STOP at any moment: the turtle draws no more', () => {
    expect(disturb('turtle', { frames: 250, act: stop, still: ({ turtle }) => turtle })).toEqual([]);
  });

  test('a robot finds its way out of a maze', () => {
    expect(endOf('maze').at(-1)).toMatch(/out after 8 steps$/);
  });

  test('STOP at any moment: the robot stands still', () => {
    expect(disturb('maze', { frames: 60, act: stop, still: ({ robot }) => robot })).toEqual([]);
  });
});
