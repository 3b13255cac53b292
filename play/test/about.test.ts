import { aboutOf } from '../src/about.js';

test.each([
  ['// @compile\n// A boss in two phases. Each is\n// one race.\n\nstart();', 'A boss in two phases.'],
  ['\n//Two lines make\n// one sentence!  And\nstart();', 'Two lines make one sentence!'],
  ['// @script\n// v1.5 of it', 'v1.5 of it'],
  ['// A mark ends it\n// @compile\nfunction f() {}', 'A mark ends it'],
  ['// @compile\nstart(); // later', ''],
  ['/* not this */', ''],
  ['', ''],
])('a text says of itself: %j', (source, about) => {
  expect(aboutOf(source)).toBe(about);
});

test('a sentence without an end is cut', () => {
  expect(aboutOf(`// ${'long '.repeat(100)}`)).toMatch(/^(?:long )+.*…$/);
});
