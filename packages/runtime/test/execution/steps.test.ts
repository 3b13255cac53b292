import {
  $arrow,
  $cancel,
  $decorate,
  $detached,
  $early,
  $isPause,
  $keep2,
  $method,
  $methods,
  $named,
  $privateMethod,
  $thread,
} from '../../src/abi.js';
import { codeOf } from '../../src/execution/compiled-function.js';
import { wait } from '../../src/index.js';
import { Stage } from '../stage.js';

test('a step runs in each form of wrapper, as a generator does', () => {
  const log: string[] = [];
  /** `function* (n) { log(n); const got = yield wait(10 * n); return [n, got, this === self]; }` */
  const make = () =>
    function body(this: any, $f: any, $v: any, $m: number, $this: any, n: any): any {
      let $c = $v;
      let $pc = 0;
      if ($f !== null) {
        $pc = $f.pc;
        $c = $f.code;
        $this = $f.self;
        n = $f.l0;
        if ($m !== 0) throw $m === 1 ? $v : $cancel;
      }
      switch ($pc) {
        case 0:
          log.push(`${String(n)} ${this === $this}`);
          if ($isPause(($v = wait(10 * n)), $c)) return $keep2($f, $c, $this, 1, n);
        // falls through
        default:
      }
      return [n, this === $this, $this];
    };
  const meta = 'body(1) frames 3:4:abc';
  const stage = new Stage();
  const ended = (call: () => any): unknown => {
    const thread = stage.play(call);
    expect([thread.waitingFor, thread.trace()]).toEqual([
      `wait(10), since frame ${stage.scheduler.clock.frame}`,
      'body(1)',
    ]);
    stage.finish();
    return thread.result;
  };
  const self = { name: 'self' };
  const object = { body: make() as any };
  $methods(object, { body: meta });
  const held = { value: make() as any };
  const decorated = $decorate(meta)(make(), undefined) as any;
  const old = $decorate(meta)(undefined, undefined, held) as { value: any };
  const early = make();
  expect(ended(() => ($thread(make() as never, meta) as any)(1))).toEqual([1, true, undefined]);
  expect(ended(() => ($arrow(make() as never, meta, self) as any)(1))).toEqual([1, true, self]);
  expect(ended(() => ($method(make() as never, meta) as any).call(self, 1))).toEqual([1, true, self]);
  expect(ended(() => object.body(1))).toEqual([1, true, object]);
  expect(ended(() => decorated.call(self, 1))).toEqual([1, true, self]);
  expect(ended(() => old.value.call(self, 1))).toEqual([1, true, self]);
  expect(ended(() => ($named(() => make() as never, meta) as any)(1))).toEqual([1, true, undefined]);
  expect(ended(() => ($detached(make() as never, meta) as any)(1))).toEqual([1, true, undefined]);
  expect(ended(() => ($privateMethod(make() as never, meta) as any).call(self, 1))).toEqual([1, true, self]);
  expect(ended(() => $early(early as never, self, [1], meta) as any)).toEqual([1, true, self]);
  const declared = $thread(early as never, meta, function body() {});
  expect(ended(() => (declared as any)(1))).toEqual([1, true, undefined]);
  expect(codeOf(declared)?.kind).toBe('frames');
  expect(log).toEqual(Array.from({ length: 11 }, () => '1 true'));
});
