import { readFileSync } from 'node:fs';
import path from 'node:path';
import { FRAMES_MUTATIONS } from './mutations/frames.js';
import { LOWER_MUTATIONS } from './mutations/lower.js';
import { PLUGIN_MUTATIONS } from './mutations/plugin.js';
import { MUTATIONS } from './mutations/runtime.js';
import { SAVES_MUTATIONS, SAVES_PLUGIN_MUTATIONS } from './mutations/saves.js';

interface Mutation {
  readonly rule: string;
  readonly file: string;
  readonly find: string;
}

test.each<[string, readonly Mutation[]]>([
  ['packages/runtime/src', [...MUTATIONS, ...FRAMES_MUTATIONS, ...SAVES_MUTATIONS]],
  ['packages/babel-plugin-threads/src', [...PLUGIN_MUTATIONS, ...LOWER_MUTATIONS, ...SAVES_PLUGIN_MUTATIONS]],
])('what breaks a rule of %s stands once in its file', (folder, mutations) => {
  const root = path.join(import.meta.dirname, '..', folder);
  const timesIn = ({ file, find }: Mutation): number =>
    readFileSync(path.join(root, file), 'utf8').split(find).length - 1;
  expect(mutations.filter((one) => timesIn(one) !== 1).map(({ rule }) => rule)).toEqual([]);
  const rules = mutations.map(({ rule }) => rule);
  expect(rules.filter((rule, at) => rules.indexOf(rule) !== at)).toEqual([]);
});
