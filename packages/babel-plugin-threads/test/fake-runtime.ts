/**
 * A runtime in which nothing ever waits: what is yielded comes straight back. For comparing compiled code with plain code.
 */
type Body = (this: unknown, ...args: unknown[]) => unknown;
type Fn = (this: unknown, ...args: unknown[]) => unknown;

function drive(result: unknown): unknown {
  if (Object.prototype.toString.call(result) !== '[object Generator]') return result;
  const generator = result as Generator;
  let step = generator.next();
  while (!step.done) {
    const value = step.value;
    step = generator.next(value);
  }
  return step.value;
}

export interface FakeRuntime {
  readonly [name: string]: unknown;
}

export function makeFakeRuntime(): FakeRuntime {
  let target: unknown;
  const dress = <F extends Fn>(wrapper: F, meta: string, body: Body): F => {
    const { id, length, name } = /^(?<id>\S*)\((?<length>\d+)\)(?: name=(?<name>\S*))?/.exec(meta)!.groups!;
    const label = decodeURIComponent(/[^.>]*$/.exec(id!.replace(/~\d+$/, ''))![0]);
    const own = name === undefined ? label : name === '*' ? body.name : decodeURIComponent(name);
    Object.defineProperty(wrapper, 'length', { value: Number(length), configurable: true });
    Object.defineProperty(wrapper, 'name', { value: own, configurable: true });
    return wrapper;
  };
  const thread = (body: Body, meta: string): Fn =>
    dress(
      function (this: unknown, ...args) {
        if (new.target === undefined) return drive(body.apply(this, args));
        target = new.target;
        const made = drive(body.apply(this, args));
        return typeof made === 'object' && made !== null ? made : this;
      },
      meta,
      body,
    );
  /** A method, which cannot be called with `new`. */
  const method = (body: Body, meta: string): Fn => {
    const holder: Record<string, Fn> = {
      method(this: unknown, ...args: unknown[]) {
        return drive(body.apply(this, args));
      },
    };
    return dress(holder['method']!, meta, body);
  };
  const privates = new Map<Body, Fn>();
  const of = (body: Body, meta: string): Fn => {
    const made = privates.get(body) ?? method(body, meta);
    privates.set(body, made);
    return made;
  };
  const arrow = (body: Body, meta: string, self: unknown): Fn =>
    dress((...args) => drive(body.apply(self, args)), meta, body);
  const methods = (object: Record<PropertyKey, unknown>, metas: Record<PropertyKey, string>): object => {
    for (const key of Reflect.ownKeys(metas)) {
      const property = Object.getOwnPropertyDescriptor(object, key)!;
      const made = method(property.value as Body, metas[key as string]!);
      Object.defineProperty(object, key, { ...property, value: made });
    }
    return object;
  };
  const call = (fn: unknown): unknown => (typeof fn === 'function' ? (fn as Fn)() : fn);
  const kinds = {
    arrow,
    method,
    methods,
    named: (make: (self: Fn) => Body, meta: string): Fn => {
      let made: Body;
      const wrapper = thread(function (this: unknown, ...args) {
        return made.apply(this, args);
      }, meta);
      made = make(wrapper);
      return wrapper;
    },
    apart: thread,
    plain: (fn: Fn, meta: string): Fn => dress(fn, meta, fn),
    of,
    early: (body: Body, self: unknown, args: unknown[]): unknown => drive(body.apply(self, args)),
    key: (value: PropertyKey) => Reflect.ownKeys({ [value]: 0 })[0],
    place: (_name: string, fn: Fn) => fn(),
    now: (fn: () => unknown) => fn(),
    target: (value: unknown) => value,
    carry: (error: unknown) => error,
    enterFinally: () => undefined,
    leaveFinally: () => undefined,
    newTarget: (): unknown => {
      const given = target;
      target = undefined;
      return given;
    },
  };
  return {
    thread: Object.assign(thread, kinds),
    beside: (value: unknown) => value,
    outside: (fn: Fn, self?: unknown, args: unknown[] = []) => fn.apply(self, args),
    pausing: (_text: string, fn: Fn, self: unknown, ...args: unknown[]) => fn.apply(self, args),
    handler: (fn: unknown) => fn,
    listener: (given: unknown) => given,
    countTurn: () => undefined,
    overBudget: () => false,
    clock: { frame: 0 },
    waitUntil: () => undefined,
    all: (...fns: unknown[]) => fns.map(call),
    wait: () => undefined,
    waitFor: (fn: unknown, receiver: unknown) => [fn, receiver],
  };
}

/** Runs a script and gives what it logged, and how it ended. */
export function runLogged(code: string, runtime: FakeRuntime = {}): unknown[] {
  const logged: unknown[] = [];
  const log = (...values: unknown[]): unknown => {
    logged.push(...values.map(shown));
    return values.at(-1);
  };
  try {
    // oxlint-disable-next-line typescript/no-implied-eval -- running what was compiled is the test
    const run = new Function('log', 'RT', code) as (log: unknown, RT: unknown) => unknown;
    logged.push(shown(run.call(undefined, log, runtime)));
  } catch (error) {
    logged.push(`threw ${(error as Error).name ?? String(error)}`);
  }
  return logged;
}

function shown(value: unknown): unknown {
  if (typeof value === 'function') return `function ${value.name}/${value.length}`;
  if (typeof value === 'symbol' || typeof value === 'bigint') return String(value);
  return typeof value === 'object' && value !== null ? JSON.stringify(value) : value;
}
