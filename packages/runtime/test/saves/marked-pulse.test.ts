import { marks } from '../../src/saves.js';
import { compile, Game } from './game.js';

// The first mark of all: what fields a scheduler has is read once.
test('a function in the place of `pulse` stays there, whatever stood there at a mark', () => {
  const game = new Game(compile('// @compile\nexport function main() { wait(1000); }'));
  const { scheduler } = game;
  const past = marks(game.saves);
  const [ofGame, ofTool] = [(): void => {}, (): void => {}];
  scheduler.pulse = ofGame;
  const mark = past.mark();
  scheduler.pulse = ofTool;
  past.rewind(mark);
  expect(Reflect.get(scheduler, 'pulse')).toBe(ofTool);
});
