/** Puts the package where it finds Colyseus, which is installed here only, and compiles the scripts of the tests. */
import { cpSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { transform } from '@spindle/compiler';

const HERE = import.meta.dirname;
const ROOT = path.join(HERE, '../../..');
const TO = path.join(HERE, 'node_modules/@spindle/colyseus');

rmSync(TO, { recursive: true, force: true });
mkdirSync(TO, { recursive: true });
for (const name of ['package.json', 'dist'])
  cpSync(path.join(ROOT, 'packages/colyseus', name), path.join(TO, name), { recursive: true });

/** The scene, and as somebody has edited it: what is replaced by what. */
const EDITIONS = {
  scene: [],
  edited: [
    ["'end of round ' + round", "'round ' + round + ' is over'"],
    [/^ {2}wait\(60\);/m, "  wait(60);\n  room.broadcast('said', 'a pause');\n  wait(40);"],
  ],
  // None of the statements is left at which `intro` waits.
  gone: [
    [/const \{ key, value \} = .*/, "const [key, value] = ['late', ''];"],
    [/const \[to, on\] = .*/, 'const [to, on] = [1, 2];'],
    [/ say\(room, ben.*/, ''],
    [/ say\(room, anna.*/, ''],
    [/ withTimeout.*/, ''],
    [/ if \(round % 3.*/, ''],
    ['room.change(round);', 'wait(1000);'],
  ],
};

mkdirSync(path.join(HERE, 'build'), { recursive: true });
const source = readFileSync(path.join(HERE, 'scene.js'), 'utf8');
for (const [name, edits] of Object.entries(EDITIONS)) {
  const text = edits.reduce((before, [from, to]) => {
    const after = before.replace(from, to);
    if (after === before) throw new Error(`${from} is not in the scene.`);
    return after;
  }, source);
  compile('scene', name, text);
}
for (const name of ['whole', 'tally']) compile(name, name, readFileSync(path.join(HERE, `${name}.js`), 'utf8'));

function compile(file, to, text) {
  const filename = path.join(HERE, `${file}.js`);
  const { code } = transform(text, { filename, root: HERE, target: 'frames', saves: true });
  writeFileSync(path.join(HERE, `build/${to}.js`), code);
}
