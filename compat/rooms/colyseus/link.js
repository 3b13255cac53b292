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

const file = path.join(HERE, 'scene.js');
const { code } = transform(readFileSync(file, 'utf8'), { filename: file, root: HERE, target: 'frames', saves: true });
mkdirSync(path.join(HERE, 'build'), { recursive: true });
writeFileSync(path.join(HERE, 'build/scene.js'), code);
