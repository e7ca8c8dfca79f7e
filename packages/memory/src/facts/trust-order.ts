import type { Trust } from '@everlong/core';

/** From the least to the most trusted. */
const order: readonly Trust[] = ['tool', 'assistant', 'user'];

/** Whether one source is trusted more than another. */
export function isMoreTrusted(one: Trust, other: Trust): boolean {
  return order.indexOf(one) > order.indexOf(other);
}

/** The least trusted of a lineage. */
export function leastTrusted(own: Trust, grounds: readonly Trust[]): Trust {
  return grounds.reduce((least, each) => (isMoreTrusted(least, each) ? each : least), own);
}
