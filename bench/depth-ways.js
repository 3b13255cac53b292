/** The ways in which a function can get to itself: what `depth.js` and `fixtures/depth.test.ts` measure. */

/**
 * A function that calls itself, and may wait.
 * @param {string} call how a level makes the next one, `dive(n + 1)`
 */
const ofFunction = (call) => `/* @compile */ function dive(n) { if (n < 0) wait(1); reach(n); ${call} }
const begin = () => dive(1);`;

/**
 * Two calls in each level, of which one comes to its end at once.
 * @param {string} call
 */
const ofTwo = (call) => ofFunction(`if (n > 0) ${call}`);

/**
 * Each call is on another owner.
 * @param {string} call
 */
const ofOwners = (call, mark = '') => `
class Walker extends Executor {
  next() { return new Walker(); }
  /* @compile ${mark} */ dive(n) { if (n < 0) wait(1); reach(n); ${call} }
}
const begin = () => new Walker().dive(1);`;

/**
 * A way that plain JavaScript has, too.
 * @param {string} text
 */
const asPlain = (text) => ({ text, isPlain: true });

/** @type {Record<string, { text: string, isPlain?: boolean }>} */
export const WAYS = {
  'a call': asPlain(ofFunction('return dive(n + 1);')),
  'a call, behind plain code': {
    text: ofFunction('return dive(n + 1);').replace('() => dive(1)', '() => start(() => dive(1))'),
  },
  'a call on the own owner': {
    text: `
class Walker extends Executor {
  /* @compile */ dive(n) { if (n < 0) wait(1); reach(n); this.depth = n; return this.dive(n + 1); }
}
const begin = () => new Walker().dive(1);`,
  },
  forEach: asPlain(ofFunction('[n].forEach((m) => dive(m + 1));')),
  'forEach of a function': asPlain(ofFunction('[n + 1].forEach(dive);')),
  map: asPlain(ofFunction('return [n].map((m) => dive(m + 1));')),
  filter: asPlain(ofFunction('return [n].filter((m) => dive(m + 1));')),
  some: asPlain(ofFunction('return [n].some((m) => dive(m + 1));')),
  every: asPlain(ofFunction('return [n].every((m) => dive(m + 1));')),
  find: asPlain(ofFunction('return [n].find((m) => dive(m + 1));')),
  reduce: asPlain(ofFunction('return [n].reduce((_, m) => dive(m + 1), 0);')),
  flatMap: asPlain(ofFunction('return [n].flatMap((m) => dive(m + 1));')),
  sort: asPlain(ofFunction('return [n, n].sort((m) => dive(m + 1));')),
  'Array.from': asPlain(ofFunction('return Array.from([n], (m) => dive(m + 1));')),
  'forEach of a map': asPlain(ofFunction('return new Map([[n, n]]).forEach((m) => dive(m + 1));')),
  replace: asPlain(ofFunction("return 'a'.replace('a', () => dive(n + 1));")),
  'a getter': asPlain(ofFunction('return { get next() { return dive(n + 1); } }.next;')),
  start: { text: ofFunction('start(dive(n + 1));') },
  attach: { text: ofFunction('attach(dive(n + 1));') },
  'void f()': { text: ofFunction('void dive(n + 1);') },
  all: { text: ofTwo('return all(dive(n + 1), dive(0));') },
  race: { text: ofTwo('return race(dive(n + 1), dive(0));') },
  withTimeout: { text: ofFunction('return withTimeout(100, dive(n + 1));') },
  scope: { text: ofFunction('return scope(() => dive(n + 1));') },
  'a call on another owner': { text: ofOwners('return this.next().dive(n + 1);') },
  'a statement on another owner': { text: ofOwners('this.next().dive(n + 1);') },
  'a call on another owner, `// @beside`': { text: ofOwners('return this.next().dive(n + 1);', '@beside') },
  'a call on another owner, `// @instant`': { text: ofOwners('return this.next().dive(n + 1);', '@instant') },
};
