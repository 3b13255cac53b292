/** Inputs that a player might type who reads only the last lines. */
import { makeRandom } from './random.js';

const words = [
  'N',
  'Y',
  'A',
  'B',
  'C',
  'HELP',
  'NORTH',
  'GO',
  'STOP',
  'RED',
  'NAV',
  'SRS',
  'TOR',
  'SHE',
  '',
  'CAT',
  'ALICE',
];

export function makePlayer(seed) {
  const random = makeRandom(seed + 1000);
  const pick = (list) => list[random(list.length)];
  return (text) => {
    const asked = text.slice(-160).toUpperCase();
    if (/YES|Y\/N|\(Y|AGAIN|INSTRUCTIONS|WANT|CARE TO/.test(asked)) return random(10) < 7 ? 'YES' : 'NO';
    const kind = random(20);
    if (/LETTER|WORD/.test(asked) && kind < 12) return String.fromCharCode(65 + random(26));
    if (kind < 9) return String(1 + random(4));
    if (kind < 13) return String(random(10));
    if (kind < 15) return String(random(101));
    if (kind < 18) return `${1 + random(9)},${1 + random(9)}`;
    if (kind < 19) return pick(words);
    return String(random(2) === 0 ? random(3000) : -random(5));
  };
}
