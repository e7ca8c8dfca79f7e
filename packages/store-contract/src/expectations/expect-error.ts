import assert from 'node:assert/strict';

/** Resolves when the promise rejects with an error of the kind; rejects when it does not. */
export async function expectError(
  promise: Promise<unknown>,
  isKind: (error: unknown) => boolean,
  what = 'the call',
): Promise<void> {
  const [result] = await Promise.allSettled([promise]);
  if (result.status === 'fulfilled') assert.fail(`${what} succeeded, but should be refused`);
  assert.ok(isKind(result.reason), `${what} was refused with the wrong error: ${result.reason}`);
}
