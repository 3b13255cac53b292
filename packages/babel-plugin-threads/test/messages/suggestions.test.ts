import { nearest } from '../../src/messages/suggestions.js';

describe('nearest', () => {
  test.each([
    ['wiat', ['wait'], ['wait']],
    ['wat', ['wait', 'what', 'watt', 'other'], ['wait', 'what', 'watt']],
    ['x', ['y', 'z'], []],
    ['something', ['nothing'], []],
  ])('%s', (word, known, found) => expect(nearest(word, known)).toEqual(found));
});
