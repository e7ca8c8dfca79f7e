import type { SessionOptions } from '@everlong/context';

const WITH_KEEP = /^everlong \((little|balanced|much)\)$/;

/**
 * What a session takes for a policy's name as a replay knows it: the engine's names, and
 * `everlong (little)`, `everlong (balanced)` and `everlong (much)` for the places of its dial.
 */
export function namedPolicy(name: string): Pick<SessionOptions, 'keep'> & { policy: string } {
  const keep = WITH_KEEP.exec(name)?.[1] as 'little' | 'balanced' | 'much' | undefined;
  return keep === undefined ? { policy: name } : { policy: 'everlong', keep };
}
