/** What the frame of an edited function holds: of what it had, as the pause where it stands now says. */
import type { FrameObject } from '../../execution/frame-objects.js';
import type { Json, Loader } from '../fields.js';
import { livePlaces, setPlace, valueAt } from '../places.js';
import { readShown } from '../shown.js';
import { unboxed } from './map-names.js';
import { isMapped } from './map-pauses.js';
import { localsOf } from './migrations.js';
import type { Standing } from './standing.js';

/** What is asked of who has the values: a save, or a running game. */
type ValueLoader = Pick<Loader, 'value' | 'damaged' | 'missing' | 'afterFill'>;

/** What its places get that are live in this build. */
export function valuesFor(frame: FrameObject, standing: Standing, from: ValueLoader): unknown[] {
  const { found, migration } = standing;
  if (!isMapped(found)) return [];
  if (migration?.locals !== undefined) from.afterFill(() => setLocals(frame, standing, from));
  return livePlaces(frame).map(({ name, index }) => {
    const source = found.sources.get(name);
    if (source === undefined) return unreadValue(standing, name, from);
    if ('first' in source) return boxed(name, source.first);
    const given = valueOf(standing, source.from, from);
    if (isBox(source.from) === isBox(name)) return given;
    if (isBox(name)) return { v: given };
    from.afterFill(() => setPlace(frame, index, contentOf(source.from, given)));
    return undefined;
  });
}

/** What a migration gives later, or a parameter that is read no more: traces show that. */
function unreadValue(standing: Standing, label: string, from: ValueLoader): unknown {
  const json = savedOf(standing, label);
  return json === undefined ? undefined : readShown(json, from);
}

/** What a variable had. */
export function valueOf(standing: Standing, label: string, from: ValueLoader): unknown {
  const json = savedOf(standing, label);
  return json === undefined ? from.damaged('a variable without a value') : readShown(json, from);
}

/** Undefined where the save has nothing for it; `null` is a value. */
const savedOf = ({ labels, held }: Standing, label: string): Json | undefined => held[labels.indexOf(label)];

/** The variables that a frame had in the save, without their boxes. All objects have their contents. */
export const oldLocals = (standing: Standing, from: ValueLoader): Map<string, unknown> =>
  new Map(standing.labels.map((label) => [unboxed(label), contentOf(label, valueOf(standing, label, from))]));

/** The variables of a frame of a function that was not edited. */
export const localsNow = (frame: FrameObject): Map<string, unknown> =>
  new Map(livePlaces(frame).map(({ name, index }) => [unboxed(name), contentOf(name, valueAt(frame, index))]));

function setLocals(frame: FrameObject, standing: Standing, from: ValueLoader): void {
  const { migration, wanted } = standing;
  const live = livePlaces(frame);
  const labels = live.map(({ name }) => name);
  const values = localsOf(migration!, oldLocals(standing, from), labels);
  for (const { name, index } of live) if (values.has(name)) setPlace(frame, index, boxed(name, values.get(name)));
  const missing = wanted.filter((name) => !values.has(name));
  if (missing.length > 0)
    from.missing(
      'edited',
      `the migration from \`${migration!.from}\` gives nothing for ${missing.map((name) => `\`${unboxed(name)}\``).join(', ')}`,
      'Let its `locals` give all that is needed there.',
    );
}

const isBox = (label: string): boolean => label.startsWith('&');

/** What stands in the place of a variable with this value. */
export const boxed = (label: string, value: unknown): unknown => (isBox(label) ? { v: value } : value);

const contentOf = (label: string, given: unknown): unknown =>
  isBox(label) ? (Object(given) as { readonly v: unknown }).v : given;
