/** What the text of a function says of its places: which variable each holds at which pause. */
import type { FunctionPlan } from '../../plan.js';
import type { Hoisting } from './hoisting.js';
import type { Facts } from '../read/facts.js';
import type { DeclaredParameter } from '../read/parameter-names.js';
import type { Places } from './places.js';
import type { Suspension } from './sequence.js';

/** What a temporary keeps in one statement. */
export interface Temporary {
  readonly role: string;
  /** The number of pauses before it. */
  readonly from: number;
}

/** The parts of a `Lowering` that are complete when all of the function is lowered. */
interface Emitted {
  readonly suspensions: readonly Suspension[];
  temporaryAt(name: string, pause: number): Temporary | undefined;
}

/**
 * The names of variables in that text:
 *
 * - `n`, `n~2`: a variable of the source; of several of one name each has its number.
 * - `&n`: its value is in a box.
 * - `arguments a b= {} ...rest`: the list of arguments, and the parameters of the source, `{}` for a pattern. `*n` is one that is assigned to.
 * - `mapped:`: an object whose properties are variables.
 * - `*n`: what was given for a parameter that is assigned to; the variable itself stands elsewhere.
 * - `cursor:vv49.0`: a variable of the output: what it is, the hash of its statement, and a number where that has several.
 */
export function labelsOf(
  { fn, tools, lasting }: Facts,
  { hoisted, shared }: Hoisting,
  parameters: readonly string[],
  declared: readonly DeclaredParameter[] | undefined,
): Map<string, string> {
  const labels = new Map<string, string>();
  const counts = new Map<string, number>();
  const numbered = (name: string, from: number, separator: string): string => {
    const n = counts.get(name) ?? from;
    counts.set(name, n + 1);
    return n === 1 && separator === '~' ? name : `${name}${separator}${n}`;
  };
  const givenFor = new Map([...hoisted.values()].map(({ given, variable }) => [given, variable.name]));
  for (const name of parameters) {
    const of = givenFor.get(name);
    if (declared) labels.set(name, ['arguments', ...declared.map(({ text }) => text)].join(' '));
    else labels.set(name, of === undefined ? numbered(name, 1, '~') : `*${of}`);
  }
  const ofList = new Set(declared?.map(({ name }) => name));
  for (const name of ofList) counts.set(name, 2);
  for (const { variable, name, as } of hoisted.values()) {
    if (as === 'shared') continue;
    // The output has variables that the source has not.
    const isOfSource = variable.uses.some(({ node }) => node.start != null);
    if (!isOfSource && name.startsWith('$')) continue;
    const { node } = variable.scope;
    const isParameter = ofList.has(variable.name) && (node === fn || node === fn.body);
    labels.set(name, (as === 'box' ? '&' : '') + (isParameter ? variable.name : numbered(variable.name, 1, '~')));
  }
  if (shared !== undefined) labels.set(shared, 'mapped:');
  for (const [name, { role, at }] of lasting) labels.set(name, numbered(`${role}:${tools.hashOf(at)}`, 0, '.'));
  return labels;
}

/** `$frame0` → `frame:0` */
const ofOutput = (name: string): string => name.replace(/^\$([a-z]*)/i, '$1:');

interface PlaceTextInput {
  readonly places: Places;
  readonly labels: ReadonlyMap<string, string>;
  readonly pauses: FunctionPlan['pauses'];
}

/**
 * The names, then what is live at each pause, as digits of base 36, two where there are more names; parameters come first and are
 * not repeated. The place of a name stands behind it where that is not its number:
 *
 *   ;steps,n;1        ;count,jobs,cursor:2zhu.0@1,callee.0@2;12,2,…
 *
 * A temporary has the hash of the pause at which it is live.
 */
export function placeText(l: Emitted, { places, labels, pauses }: PlaceTextInput): string {
  const entries: string[] = [];
  const enter = (label: string, place: number): number =>
    entries.push(place === entries.length ? label : `${label}@${place}`) - 1;
  const indices = new Map<unknown, number>();
  for (const name of [...places.of.keys()].slice(0, places.parameters.length))
    enter(labels.get(name) ?? name, places.of.get(name)!);
  const counts = new Map<string, number>();
  const live: number[][] = [];
  for (const [pause, one] of l.suspensions.entries()) {
    const all: number[] = (live[one.pc - 1] = []);
    for (const name of places.live.get(one) ?? []) {
      const place = places.of.get(name)!;
      if (place < places.parameters.length) continue;
      const label = labels.get(name);
      const temporary = label === undefined ? l.temporaryAt(name, pause) : undefined;
      const key = temporary ?? name;
      let index = indices.get(key);
      if (index === undefined) {
        const stem = temporary && `${temporary.role}:${pauses[one.pc - 1]?.hash ?? ''}`;
        const n = stem === undefined ? 0 : (counts.get(stem) ?? 0);
        if (stem !== undefined) counts.set(stem, n + 1);
        indices.set(key, (index = enter(temporary ? `${temporary.role}.${n}` : (label ?? ofOutput(name)), place)));
      }
      all.push(index);
    }
  }
  if (entries.length === 0) return '';
  const width = entries.length > 36 ? 2 : 1;
  const digits = (n: number): string => n.toString(36).padStart(width, '0');
  const digitsOf = Array.from(live, (all) => (all ?? []).map(digits).join(''));
  return `;${entries.join(',')};${digitsOf.join(',')}`.replace(/[;,]+$/, '');
}
