import { scriptTest } from '@spindle/runtime/testing';
import { evening, Figure } from './inn';
import type { Inn, News } from './room';

const said: string[] = [];

const inn: Inn = {
  id: 'inn',
  guests: [{ client: 'a', seat: 0, name: 'Ann', isAway: false }],
  tell: (news: News) => void (news.kind === 'say' && said.push(`${news.who}: ${news.words}`)),
};

// The test is a script, too. It runs on virtual time, so the evening takes a moment.
// @compile
scriptTest('a guest wishes for a tale, and hears it', () => {
  const [keeper, bard] = [new Figure(inn, 'Innkeeper', 60), new Figure(inn, 'Bard', 640)];
  const playing = start(() => evening(inn, keeper, bard));
  waitUntil(() => said.length === 2);
  signal('wish', { client: 'a', wish: 'tale' });
  waitUntil(() => said.length === 4);
  expect(said).toEqual([
    'Innkeeper: Welcome! Sit down, all of you.',
    'Bard: Good evening! A song, or a tale?',
    'Ann: A tale!',
    'Bard: Once there was an inn that stood on two hills at once.',
  ]);
  playing.cancel();
});
