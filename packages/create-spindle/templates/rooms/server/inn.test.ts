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
scriptTest('a guest wishes for a tale, and is served meanwhile', () => {
  const [keeper, bard] = [new Figure(inn, 'Innkeeper', 60), new Figure(inn, 'Bard', 640)];
  race(
    evening(inn, keeper, bard),
    waitUntil(() => said.length === 3),
  );
  expect(said.slice(0, 2)).toEqual([
    'Innkeeper: Welcome! Sit down, all of you.',
    'Bard: Good evening! A song, or a tale?',
  ]);
});
