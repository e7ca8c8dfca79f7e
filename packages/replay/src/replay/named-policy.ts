import type { SessionOptions } from '@everlong/context';

const WITH_KEEP = /^everlong \((little|balanced|much)\)$/;

/**
 * The session options for the name of a policy in replay: the engine's names, and
 * `everlong (little)`, `everlong (balanced)` and `everlong (much)` for its option `keep`.
 */
export function namedPolicy(name: string): Pick<SessionOptions, 'keep'> & { policy: string } {
  const keep = WITH_KEEP.exec(name)?.[1] as 'little' | 'balanced' | 'much' | undefined;
  return keep === undefined ? { policy: name } : { policy: 'everlong', keep };
}
