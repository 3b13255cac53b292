/** The signals of a game, which it declares. */
import { scheduler } from '@spindle/runtime';
import { waitSignalOn } from '@spindle/runtime/host';
import { expectTypeOf } from 'expect-type';
import { g, type Thief } from './guard.js';

declare module '@spindle/runtime' {
  interface Signals {
    thief: Thief;
    hit: number;
    skip: void;
  }
}
declare const anyName: string;

expectTypeOf(waitSignal('thief')).toEqualTypeOf<Thief>();
expectTypeOf(g.waitSignal('hit')).toEqualTypeOf<number>();
expectTypeOf(waitSignal('skip')).toEqualTypeOf<void>();
expectTypeOf(waitSignalOn(scheduler, 'hit')).toEqualTypeOf<number>();
expectTypeOf(listen('hit').next()).toEqualTypeOf<number>();
expectTypeOf(waitSignal('another')).toBeAny();
expectTypeOf(waitSignal(anyName)).toBeAny();
expectTypeOf(listen('another').next()).toBeAny();

signal('hit', 3, { sticky: true });
scheduler.signal('hit', 3);
signal('skip');
signal('another');
signal('another', g);
signal(anyName, 3);
clearSignal('hit');
// @ts-expect-error -- of another type
signal('hit', '3');
// @ts-expect-error -- the value is missing
signal('hit');
// @ts-expect-error -- of another type
scheduler.signal('thief', 3);
