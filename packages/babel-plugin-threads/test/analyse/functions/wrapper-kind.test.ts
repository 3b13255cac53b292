import { body } from '../../compile.js';

describe('an arrow that only says `this`', () => {
  test.each([
    ['a native', 'list.map(() => this.hp);'],
    ['a word of the runtime', 'waitUntil(() => this.hp > 0);'],
    ['a word of its owner', 'this.waitUntil(() => this.hp > 0);'],
  ])('stays as it is where it is given to %s', (_what, statement) => {
    expect(body(statement)).toContain('(() => this.hp');
  });

  test('is wrapped where it is given to a method that only begins as such a word', () => {
    expect(body('this.waitress(() => this.hp);')).toContain('$');
  });
});
