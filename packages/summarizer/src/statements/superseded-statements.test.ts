import { describe, expect, it } from 'vitest';

import { supersededBy, toStatement } from './superseded-statements.js';

function replacedBy(...texts: string[]): (number | undefined)[] {
  const replaced = supersededBy(texts.map((text, seq) => toStatement(text, seq)));
  return texts.map((_, index) => replaced.get(index));
}

describe('supersededBy', () => {
  it.each([
    ['The staging port is 5432.', 'Forget the port from before, we take 5433.'],
    ['For the message broker we use `nats`.', 'Scrap the message broker we had; `kafka` it is.'],
    ['The test database will be mysql.', 'New decision on the test database: duckdb.'],
    ['We decided to use Redis for the queue.', 'Actually, no Redis: the queue is RabbitMQ.'],
    ['Let us take `scrypt` as the password hash.', 'The password hash is `argon2id` from now on.'],
  ])('knows that %j gives way to %j', (older, newer) => {
    expect(replacedBy(older, newer)).toEqual([1, undefined]);
  });

  it.each([
    [
      'For services of tier 1 the deadline is 2050 ms.',
      'A tier 2 service has a deadline of 3050 ms from now on.',
    ],
    ['The message broker will be nats.', 'Forget the port from before, we take 5433.'],
    ['The port is 5432.', 'The port of the proxy is 5433.'],
    ['It crashed again.', 'Forget the crash, we take the other way.'],
  ])('keeps %j beside %j', (first, second) => {
    expect(replacedBy(first, second)).toEqual([undefined, undefined]);
  });

  it('lets each correction replace the newest one before it', () => {
    expect(
      replacedBy(
        'The date format will be `week-date`.',
        'Change of plan: the date format will be `rfc2822`.',
        'Scrap the date format we had; `unix-millis` it is.',
      ),
    ).toEqual([1, 2, undefined]);
  });
});
