/** Why something is taken to wait. */
import type { Reason } from '../../plan.js';

export function surely(...chain: string[]): Reason {
  return { isSure: true, chain };
}

export function maybe(...chain: string[]): Reason {
  return { isSure: false, chain };
}

/** Of a longer chain these are told: the first ones, and the last ones, which say why. */
const FIRST = 4;
const LAST = 8;

/** The same for who calls `name`, and waits as it does. */
export function through(name: string, { isSure, chain }: Reason): Reason {
  if (chain.length < FIRST + LAST) return { isSure, chain: [name, ...chain] };
  return { isSure, chain: [name, ...chain.slice(0, FIRST - 1), '…', ...chain.slice(-LAST)] };
}

/** `waits: walk → step → loop`, `may wait: unknown callee log` */
export function reasonText({ isSure, chain }: Reason): string {
  return `${isSure ? 'waits' : 'may wait'}: ${chain.join(' → ')}`;
}
