/** Natives whose callback waits: they go on behind the element at which they were saved. */
import { compile, savedAndLoaded } from './game.js';

const list = '[3, 1, 2]';
const programs: Readonly<Record<string, string>> = {
  forEach: `${list}.forEach((n) => { wait(10); log('each ' + n); });`,
  map: `log(${list}.map((n) => slowly(2 * n)).join());`,
  'map of a method that is handed over': `log(${list}.map(slowly).join());`,
  filter: `log(${list}.filter((n) => slowly(n) > 1).join());`,
  some: `log(${list}.some((n) => slowly(n) === 1));`,
  every: `log(${list}.every((n) => slowly(n) > 0));`,
  find: `log(${list}.find((n) => slowly(n) === 2));`,
  findIndex: `log(${list}.findIndex((n) => slowly(n) === 2));`,
  findLast: `log(${list}.findLast((n) => slowly(n) === 1));`,
  findLastIndex: `log(${list}.findLastIndex((n) => slowly(n) === 1));`,
  reduce: `log(${list}.reduce((sum, n) => sum + slowly(n)));`,
  'reduce from a value': `log(${list}.reduce((sum, n) => sum + slowly(n), 10));`,
  reduceRight: `log(${list}.reduceRight((sum, n) => sum + slowly(n), ''));`,
  flatMap: `log(${list}.flatMap((n) => [n, slowly(n)]).join());`,
  sort: `const all = ${list}; const by = 1; all.sort((a, b) => by * (slowly(a) - b)); log(all.join());`,
  'sort of a list with holes': `const all = [3, , undefined, 1, , 2, ,]; all.sort((a, b) => slowly(a) - b); log(all.join() + all.length + Object.keys(all));`,
  'sort of a list that gets a hole meanwhile': `const all = ${list}; try { all.sort((a, b) => { const by = slowly(a) - b; delete all[1]; return by; }); } catch (error) { log(error.message); }`,
  'sort of a list whose hole is filled meanwhile': `const all = [3, , 1]; try { all.sort((a, b) => { const by = slowly(a) - b; all[1] = undefined; return by; }); } catch (error) { log(error.message); }`,
  'toSorted of a list with holes': `log(Object.keys([3, , 1].toSorted((a, b) => slowly(a) - b)).join());`,
  toSorted: `log(${list}.toSorted((a, b) => slowly(b) - a).join());`,
  'Array.from': `log(Array.from({ length: 3 }, (_, i) => slowly(i)).join());`,
  'Array.from of an array': `log(Array.from(${list}, slowly).join());`,
  'Array.from of a text': `log(Array.from('a🙂b', (letter, i) => letter + slowly(i)).join());`,
  'Array.from of bytes': `log(Array.from(new Uint8Array(${list}), slowly).join());`,
  'Array.from of a Set': `const all = new Set(${list}); log(Array.from(all, (n) => { all.delete(1); return slowly(n); }).join());`,
  'Array.from of a Map': `log(Array.from(new Map([[1, 2], [3, 4]]), ([n, m]) => slowly(n) + m).join());`,
  'Array.from of an array that grows': `const all = ${list}; log(Array.from(all, (n) => { if (n === 1) all.push(7); return slowly(n); }).join());`,
  'forEach of a Set': `const all = new Set(${list}); all.forEach((n, m, set) => { if (n === 3) all.delete(1); slowly(n); all.add(9); log([n, m, set === all].join()); });`,
  'forEach of a Map': `const all = new Map([[1, 2], [3, 4]]); all.forEach((n, key) => { all.delete(1); all.set(key, 5).set(8, 9); log(key + ' ' + slowly(n)); });`,
  replace: `log('a1b2'.replace(/[0-9]/g, (digit) => slowly(digit) + digit));`,
  'one in another': `log(${list}.map((n) => [1, 2].map((m) => slowly(n * m)).join('+')).join());`,
  'one with a race in it': `log(${list}.map((n) => race(slowly(n), wait(25))).join());`,
};

describe('a native whose callback waits goes on behind the element at which it was saved', () => {
  test.each(Object.entries(programs))('%s', (_, body) => {
    const start = compile(`// @compile the whole file
    let calls = 0;
    function slowly(n) { calls++; wait(10); return n; }
    export function play() { ${body} log('calls ' + calls); }`);
    for (let pulses = 0; pulses < 5; pulses++) {
      const { lines, whole } = savedAndLoaded(start, pulses, ({ play }) => play());
      expect(lines).toEqual(whole);
    }
  });
});
