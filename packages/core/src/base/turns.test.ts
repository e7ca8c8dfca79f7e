import { describe, expect, it } from 'vitest';

import { createTurns } from './turns.js';

/** A task that notes its begin and its end, and ends when it is let go. */
function taskIn(log: string[], name: string) {
  const { promise, resolve } = Promise.withResolvers<undefined>();
  const task = async (): Promise<string> => {
    log.push(`begin ${name}`);
    await promise;
    log.push(`end ${name}`);
    return name;
  };
  return { task, letGo: () => resolve(undefined) };
}

describe('createTurns', () => {
  it('runs tasks of one name one after the other, those of others beside them', async () => {
    const log: string[] = [];
    const inTurn = createTurns();
    const first = taskIn(log, 'first');
    const second = taskIn(log, 'second');
    const other = taskIn(log, 'other');
    const done = [inTurn('a', first.task), inTurn('a', second.task), inTurn('b', other.task)];
    expect(log).toEqual(['begin first', 'begin other']);
    second.letGo();
    first.letGo();
    other.letGo();
    expect(await Promise.all(done)).toEqual(['first', 'second', 'other']);
    expect(log.filter((line) => !line.endsWith('other'))).toEqual([
      'begin first',
      'end first',
      'begin second',
      'end second',
    ]);
  });

  it('goes on after a task that fails, and tells only its caller', async () => {
    const inTurn = createTurns();
    const failed = inTurn('a', async () => Promise.reject(new Error('no')));
    const after = inTurn('a', async () => 'yes');
    await expect(failed).rejects.toThrow('no');
    expect(await after).toBe('yes');
  });
});
