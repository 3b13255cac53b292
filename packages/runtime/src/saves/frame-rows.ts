/** The rows of suspended calls, and of what loops in them go through. */
import type { Frame, FrameNotes, Thrown } from '../execution/call.js';
import { Cursor, Keys } from '../execution/cursor.js';
import { IndexCursor, isGoing, isKeyed, KeyedCursor } from './cursors.js';
import { Block, blocks } from '../execution/finally-marks.js';
import { F2, F4, F8, type FrameObject } from '../execution/frame-objects.js';
import { FrameCode, givenArguments } from '../execution/frame-code.js';
import { type Came, cameBefore } from '../execution/thrown-calls.js';
import { showCalled } from '../messages/format.js';
import { factsOf } from './facts.js';
import { knowCollection } from './natives.js';
import { isPauseOf, type LivePlace, livePlaces, placesOf, setPlace, valueAt, withPlaces } from './places.js';
import {
  beside,
  boolean,
  code,
  type Field,
  type Json,
  type Loader,
  list,
  listOf,
  number,
  orNull,
  orUndefined,
  refused,
  type Row,
  row,
  rowOf,
  text,
  value,
  aThread,
  orNone,
  shared,
  isNothing,
} from './fields.js';
import { isText, shown, shownAs, thrown } from './shown.js';

const notes: Field = orNull({
  save: ({ doomed = false, unwinding = false, carried, block }: FrameNotes, to, of, key) => [
    doomed,
    unwinding,
    thrown.save(carried ?? null, to, of, key),
    block === undefined ? null : to.record(rowOf('Block'), block, key),
  ],
  load(json, from, of): FrameNotes | null {
    const [doomed = false, unwinding = false, carried = null, block = null] = listOf(json, from);
    if (doomed !== true && unwinding !== true && carried === null && block === null) return null;
    return {
      doomed: doomed === true,
      unwinding: unwinding === true,
      ...(carried !== null && { carried: thrown.load(carried, from, of) as Thrown }),
      ...(block !== null && { block: from.record(rowOf('Block'), block) }),
    };
  },
});

const places: Field = {
  save(frame: FrameObject, to, of, key) {
    const pause = pauseOf(frame);
    if (pause === undefined)
      return to.refuse(
        'code',
        `\`${frame.code.path}\` says nothing of the pause where it stands`,
        'Save when it has gone on.',
      );
    if (frame.code.isOfRuntime) knowCollection(frame);
    return pause.places.map(({ index, name, isShown }, at) => {
      const held = valueAt(frame, index);
      if (isShown) return shown.save(held, to, of, key);
      return pause.isRead[at]! ? to.value(held, name) : to.spare(held, name);
    });
  },
  load(json, from, frame: FrameObject) {
    const held = listOf(json, from);
    if (from.edits.frames.has(frame)) return from.edits.valuesOf(frame, from);
    const { places: live, isRead } = pauseOf(frame)!;
    return live.map(({ name, isShown }, at) => {
      const one = at < held.length ? held[at]! : from.damaged('a variable without a value');
      if (isShown) return shown.load(one, from, frame);
      if (!isText(one)) return from.value(one);
      return isRead[at]! ? tellGone(name, from) : shownAs(one);
    });
  },
  usual: [],
};

/** What the frames of a function hold at a pause, and what of that it reads when it goes on, as far as it says so. */
interface PauseOfFrames {
  readonly places: readonly LivePlace[];
  /** In the order of the places. */
  readonly isRead: readonly boolean[];
  readonly usesThis: boolean;
}

const pausesOf = new WeakMap<FrameCode, readonly PauseOfFrames[]>();

function pauseOf({ code: own, pc }: FrameObject): PauseOfFrames | undefined {
  let pauses = pausesOf.get(own);
  if (pauses === undefined) {
    const facts = factsOf(own).pauses;
    pauses = placesOf(own).live.map((live, at) => ({
      places: live,
      isRead: live.map(({ isParameter, index }) => !isParameter || facts[at]?.parameters.includes(index) !== false),
      usesThis: facts[at]?.usesThis !== false,
    }));
    pausesOf.set(own, pauses);
  }
  return pauses[pc - 1];
}

const tellGone = (name: string, from: Loader): void =>
  from.missing(
    'changed',
    `\`${name}\` was read no more when it was saved, and is read now`,
    'Load it with the build that has made it.',
  );

const receiver: Field = {
  save: (given, to, of: FrameObject) =>
    pauseOf(of)?.usesThis === false ? to.spare(given, 'this') : to.value(given, 'this'),
  load: (json, from, of: FrameObject) =>
    !isText(json)
      ? from.value(json)
      : pauseOf(of)?.usesThis === false || from.edits.frames.has(of)
        ? shownAs(json)
        : tellGone('this', from),
};

function setPlaces(frame: FrameObject, values: readonly unknown[]): void {
  livePlaces(frame).forEach(({ index }, at) => setPlace(frame, index, values[at]));
}

/** An error that came into a frame before its last wait: its calls are shown when it comes again. */
const came: Field = orNull({
  save: ({ error, before, pc = 0 }: Came, to, _of, key) => [
    to.value(error, key),
    before === null ? null : before.calls.map(showCalled),
    pc,
  ],
  load(json, from): Came {
    const [given = null, labels = null, pc] = listOf(json, from);
    const error = from.value(given);
    const shownCall = (label: Json) => ({ label: String(label), args: null, code: null, site: null });
    const before = labels === null ? null : { error, calls: listOf(labels, from).map(shownCall) };
    return { error, before, site: undefined, pc: typeof pc === 'number' ? pc : undefined };
  },
});

const NO_PLACE = 'a frame that has no place in its function';

type FrameClass = new (code: FrameCode, self: unknown, pc: number) => FrameObject;

const frameRow = (size: FrameClass, tag: string): Row =>
  row(
    tag,
    size.prototype as object,
    'code pc self parent notes places block given came',
    {
      code: { ...code, load: (_json, _from, of: FrameObject) => of.code },
      pc: { ...number, load: (_json, _from, of: FrameObject) => of.pc },
      self: receiver,
      parent: orNone('F2', 'F4', 'F8'),
      notes,
      places: beside(places, (of) => of as unknown, setPlaces),
      block: beside(
        shared('Block'),
        (of: FrameObject) => blocks.get(of) ?? null,
        (of: FrameObject, block: Block | null) => void (block !== null && blocks.set(of, block)),
      ),
      given: beside(
        orUndefined(shown),
        (of: FrameObject) => givenArguments.get(of),
        (of: FrameObject, args: readonly unknown[] | undefined) => void (args && givenArguments.set(of, args)),
      ),
      came: beside(
        came,
        (of: Frame) => cameBefore.get(of) ?? null,
        (of: Frame, given: Came | null) => void (given !== null && cameBefore.set(of, given)),
      ),
    },
    (from, [, which = null, pc = 0, self = null, , , held = []]) => {
      const found = from.code(which);
      if (typeof pc !== 'number') return from.damaged(NO_PLACE);
      const saved = { which, pc, held: listOf(held, from), hasThis: !isText(self) };
      const edited = from.edits.makeFrame(found instanceof FrameCode ? found : undefined, saved, from);
      if (edited !== undefined) return edited;
      if (!(found instanceof FrameCode) || !isPauseOf(found, pc)) return from.damaged(NO_PLACE);
      return withPlaces(new size(found, undefined, pc));
    },
  );

const frameObjects: readonly Row[] = [frameRow(F2, 'F2'), frameRow(F4, 'F4'), frameRow(F8, 'F8')];

const finallyBlock: Row = row(
  'Block',
  Block.prototype,
  'ends error unwinding thrown isLater',
  { ends: boolean, error: thrown, unwinding: orNull(aThread), thrown, isLater: boolean },
  (): object => new Block(false, null),
);

const cursor: Row = row(
  'Cursor',
  Cursor.prototype,
  'value source at next',
  {
    value,
    source: { ...value, usual: null },
    at: number,
    next: refused(isNothing, null, [
      'iterator',
      'is in a `for…of` over an iterator',
      'Go over an array, a Map, a Set or a text: `for (const x of [...things])`.',
    ]),
  },
  () => new Cursor([], null),
);

const going: Field = {
  save: (given: string) => given,
  load: (json, from) => (isGoing(json) ? json : from.damaged('a loop that goes through nothing that is known')),
};

const indexCursor: Row = row(
  'IndexCursor',
  IndexCursor.prototype,
  'value over going at isOpen',
  {
    value,
    over: value,
    going,
    at: number,
    isOpen: beside(
      boolean,
      (of: IndexCursor) => of.source !== null,
      (of: IndexCursor, isOpen: boolean) => void (isOpen || (of.source = null)),
    ),
  },
  () => new IndexCursor([], 'values'),
);

/** It is in its place when the collection has its contents. */
const place: Field = {
  save: (_given, _to, of: KeyedCursor) => of.placeNow(),
  load(json, from, of: KeyedCursor) {
    from.afterFill(() => {
      if (typeof json !== 'number' || !isKeyed(of.over)) from.damaged('a loop through nothing that has keys');
      from.changes.push(() => of.goTo(Math.min(json as number, of.over.size)));
    });
  },
  read: () => undefined,
  write: () => undefined,
};

const keyedCursor: Row = row(
  'KeyedCursor',
  KeyedCursor.prototype,
  'value over going place',
  { value, over: value, going, place },
  () => new KeyedCursor(new Map(), 'entries'),
);

const keys: Row = row(
  'Keys',
  Keys.prototype,
  'object keys value at',
  { object: value, keys: list(text), value: text, at: number },
  () => new Keys(null),
);

export const frameRows: readonly Row[] = [...frameObjects, finallyBlock, cursor, indexCursor, keyedCursor, keys];
