import { COUNTED_HISTORIES, propertyRuns } from '@everlong/testing';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';

import { MEMORY_LAWS } from './memory-laws.js';
import { HISTORY_LAWS, LAST_REQUEST_LAWS, REQUEST_LAWS } from './laws.js';
import { appendedMessages, playHistory, setupArbitrary } from './play-history.js';

/** Random histories for all policies together; each is played once, and every law looks on. */
const HISTORIES = propertyRuns(COUNTED_HISTORIES);
/** Six policies, each with and without a model. */
const GROUPS = 12;

/** Plays random histories under a policy; a failure names the law that a history breaks. */
export function describeLaws(policy: string): void {
  describe(`every law holds: ${policy}`, () => {
    it.each([
      ['without a model', false],
      ['with a hostile summarizer', true],
    ])('%s', async (_name, hostile) => {
      await fc.assert(
        fc.asyncProperty(setupArbitrary([policy], { hostile }), async (setup) => {
          const walk = await playHistory(setup, (step) =>
            hold({ ...REQUEST_LAWS, ...MEMORY_LAWS }, step),
          );
          if (walk.last !== undefined) await hold(LAST_REQUEST_LAWS, walk.last);
          await hold(HISTORY_LAWS, walk);
          const kept = walk.entries.map((entry) => entry.message);
          expect(kept).toEqual(appendedMessages(setup.steps, kept.length));
          await walk.session.close();
        }),
        { numRuns: Math.ceil(HISTORIES / GROUPS) },
      );
    });
  });
}

async function hold<Subject>(
  laws: Record<string, (subject: Subject) => void | Promise<void>>,
  subject: Subject,
): Promise<void> {
  for (const [name, law] of Object.entries(laws)) {
    try {
      await law(subject);
    } catch (error) {
      throw new Error(`Law ${name}`, { cause: error });
    }
  }
}
