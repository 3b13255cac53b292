/**
 * Scripts, and edits of them: those of "When scripts were edited since" in docs/saves.md.
 *
 * - `script`: what `play` does, or the whole file; `edits`: pairs of what stands there and what stands there in the new text.
 * - `inputs`: signals, and steps of 10 ms, before the deploy; `then`: those behind it, before sixteen steps more.
 * - `load`: what the new build says of threads that cannot go on.
 * - `says`: all that the room says; `<>` is the deploy.
 * - `told`: what the load tells; without it nothing. `stays`: why the room is still where the old text is.
 */

/** Of a script that ends with that line. */
export const ANOTHER_END = [[`log('end');`, `log('END');`]];

export const STATEMENTS = {
  'a line above': {
    script: `say('a'); log('b');`,
    edits: [[`say('a');`, `log('new'); say('a');`]],
    told: [/at `say\('a'\);`$/],
    says: 'a <> a. b',
  },
  'comments, lines and what a formatter writes': {
    script: `let n = 1; const more = (by) => { say('more'); n += by; return n }; log(more(2)); log('end');`,
    edits: [
      [`(by) =>`, `by =>`],
      [`return n };`, `// The bill.\n return n;\n };`],
      [`say('more')`, `say("more")`],
    ],
    says: 'more <> more. 3 end',
  },
  'another text in the line that is being said': {
    script: `say('hello'); log('b');`,
    edits: [[`'hello'`, `'Hello, friend'`]],
    told: [/which was `say\('hello'\);`; the statement was edited: what has begun in it goes on as it was$/],
    says: 'hello <> hello. b',
  },
  'the same, where the game lets it wait again': {
    script: `say('hello'); log('b');`,
    edits: [[`'hello'`, `'Hello, friend'`]],
    load: 'wait again',
    told: [/waits again/],
    says: 'hello <> Hello, friend Hello, friend. b',
  },
  'another time in a wait': {
    script: `wait(30); log('b ' + clock.now); wait(30); log('c ' + clock.now);`,
    edits: [
      [`wait(30); log('b`, `wait(20); log('b`],
      [`wait(30); log('c`, `wait(50); log('c`],
    ],
    told: [/; the statement was edited/],
    says: '<> b 40 c 90',
  },
  'waits before and behind': {
    script: `say('a'); log('b');`,
    edits: [[`say('a');`, `say('before'); wait(20); say('a'); walk(20); say('behind');`]],
    told: [/at `say\('a'\);`$/],
    says: 'a <> a. walked behind behind. b',
  },
  'wrapped in an if': {
    script: `say('a'); say('b');`,
    edits: [[`say('a');`, `if (given === 0) { say('a'); log('in it'); } else say('else');`]],
    told: [/at `say\('a'\);`$/],
    says: 'a <> a. in it b b.',
  },
  'taken out of a loop': {
    script: `for (let i = 0; i < 3; i++) { say('a' + given); } log('end');`,
    edits: [[`for (let i = 0; i < 3; i++) { say('a' + given); }`, `say('a' + given);`]],
    told: [/at `say/],
    says: 'a0 <> a0. end',
  },
  'wrapped in the body of a try': {
    script: `say('a'); throw new Error('fell');`,
    edits: [
      [`say('a');`, `try { say('a');`],
      [`throw new Error('fell');`, `throw new Error('fell'); } catch (error) { log('caught ' + error.message); }`],
    ],
    told: [/at `say\('a'\);`$/],
    says: 'a <> a. caught fell',
  },
  'wrapped in a for…of': {
    script: `say('a'); log('b');`,
    edits: [[`say('a');`, `for (const x of [1, 2]) say('a');`]],
    stays: /`say\('a'\);`.*now stands in `for-of`/,
    says: 'a <> a. b',
  },
  'another list in the head of a for…of': {
    script: `for (const x of [1, 2, 3]) { say('at ' + x); } log('end');`,
    edits: [[`[1, 2, 3]`, `[7, 8, 9, 10]`]],
    told: [/; the head of the `for-of` around it was edited: it goes on with what the old one gave$/],
    says: 'at 1 <> at 1. at 2 at 2. at 3 at 3. end',
  },
  'another bound of a loop that counts': {
    script: `for (let i = 0; i < 2; i++) { say('at ' + i); } log('end');`,
    edits: [[`i < 2`, `i < 3`]],
    told: [/at `say\('at ' \+ i\);`/],
    says: 'at 0 <> at 0. at 1 at 1. at 2 at 2. end',
  },
  'a while that is a for now': {
    script: `let i = 0; while (i < 2) { say('at ' + i); i++; } log('end');`,
    edits: [
      [`while (i < 2) {`, `for (; i < 3; i += 2) {`],
      [`i++;`, `log('half');`],
    ],
    told: [/at `say/],
    says: 'at 0 <> at 0. half at 2 at 2. half end',
  },
  'another case of a switch around it': {
    script: `switch (given) { case 0: say('zero'); break; default: say('more'); } log('end');`,
    edits: [[`case 0: say('zero');`, `case 4: log('four'); case 0: log('new'); say('zero'); log('through');`]],
    told: [/at `say\('zero'\);`/],
    says: 'zero <> zero. through end',
  },
  'in a catch': {
    script: `try { throw new Error('fell'); } catch (error) { say('oh'); log(error.message); }`,
    edits: [[`log(error.message);`, `log('It is ' + error.message);`]],
    told: [/at `say\('oh'\);`$/],
    says: 'oh <> oh. It is fell',
  },
  'in a finally with an error in flight': {
    script: `try { try { throw new Error('fell'); } finally { say('closing'); } } catch (error) { log(error.message); }`,
    edits: [[`say('closing');`, `say('closing'); say('closed');`]],
    told: [/at `say\('closing'\);`$/],
    says: 'closing <> closing. closed closed. fell',
  },
  'a finally around it that is new': {
    script: `say('a'); log('b');`,
    edits: [[`say('a');`, `try { say('a'); } finally { log('over'); }`]],
    told: [/at `say\('a'\);`$/],
    says: 'a <> a. over b',
  },
  'another text in the finally that comes': {
    script: `try { say('a'); } finally { log('over'); }`,
    edits: [[`log('over');`, `say('the curtain falls');`]],
    told: [/at `say\('a'\);`$/],
    says: 'a <> a. the curtain falls the curtain falls.',
  },
  'two statements that change their places': {
    script: `say('a'); say('b'); log('end');`,
    edits: [[`say('a'); say('b');`, `say('b'); say('a');`]],
    told: [/; statements have changed their order: some may run twice, or not at all$/],
    says: 'a <> a. end',
  },
  'two reworded lines, one of which is the only one like it': {
    script: `say('the gate is open'); say('nobody is here'); log('end');`,
    edits: [
      [`the gate is open`, `the gate is wide open`],
      [`nobody is here`, `nobody at all is here`],
    ],
    told: [/at `say\('the gate is wide open'\);`.*; the statement was edited/],
    says: 'the gate is open <> the gate is open. nobody at all is here nobody at all is here. end',
  },
  'a statement with the same words before it': {
    script: `say('knock'); log('b');`,
    edits: [[`say('knock');`, `say('knock'); say('knock');`]],
    told: [/; there are more or fewer statements with these words: it may be another one of them$/],
    says: 'knock <> knock. knock knock. b',
  },
  'a mark where all else is another': {
    script: `\n// @pause gate\nsay('a');\nsay('b'); log('end');`,
    edits: [[`\n// @pause gate\nsay('a');\nsay('b');`, `say('x');\n// @pause gate\nsay('y' + given);\nsay('z');`]],
    told: [/at `say\('y' \+ given\);`, which was `say\('a'\);`; the statement was edited/],
    says: 'a <> a. z z. end',
  },
  'the statement is gone': {
    script: `log('a'); wait(20); log('b');`,
    edits: [[`wait(20);`, ``]],
    stays: /it waited in script-\d+\.js#play at `wait\(20\);`, and there is no such statement any more/,
    says: 'a <> b',
  },
  'another function is called': {
    script: `say('a'); log('b');`,
    edits: [[`say('a');`, `walk(20);`]],
    stays: /it waited in script-\d+\.js#play at `say\('a'\);`, and it waited in `say` and now waits in `walk`/,
    says: 'a <> a. b',
  },
  'the same calls in another order': {
    script: `function one(n) { wait(20); return n; }
      function two(n) { wait(20); return n; }
      export function play() { log(one(1) + two(2)); }`,
    edits: [[`one(1) + two(2)`, `two(3) + one(4)`]],
    stays: /there is no such statement any more/,
    says: '<> 3',
  },
};
