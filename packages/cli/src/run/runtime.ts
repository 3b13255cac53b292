/** What `run` needs of the runtime that the script finds. The command itself has none. */
export interface Runtime {
  readonly scheduler: Scheduler;
  readonly Scheduler: { readonly prototype: Scheduler };
  readonly start: (fn: () => unknown) => Thread;
}

export interface Scheduler {
  readonly clock: { readonly frame: number; readonly now: number };
  readonly threads: readonly Thread[];
  onError: unknown;
  pulse(ms: number): void;
  dump(): string;
  spawn(fn: () => unknown): Thread;
}

export interface Thread {
  readonly id: number;
  readonly name: string;
  readonly status: string;
}

export interface Stacks {
  noteSomeStacks(limits: StackLimits): { nextFrame(limits: StackLimits): void };
  stackOf(error: unknown): string | undefined;
}

interface StackLimits {
  readonly waits: number;
  readonly loops: number;
}

export interface Observe {
  lookAt(thread: Thread): { readonly kind: string | null; readonly since: number | null };
}
