/** Why something is taken to wait. */
import type { Reason } from '../../plan.js';

export function surely(...chain: string[]): Reason {
  return { isSure: true, chain };
}

export function maybe(...chain: string[]): Reason {
  return { isSure: false, chain };
}

/** The same for who calls `name`, and waits as it does. */
export function through(name: string, { isSure, chain }: Reason): Reason {
  return { isSure, chain: [name, ...chain] };
}

/** `waits: walk → step → loop`, `may wait: unknown callee log` */
export function reasonText({ isSure, chain }: Reason): string {
  return `${isSure ? 'waits' : 'may wait'}: ${chain.join(' → ')}`;
}
