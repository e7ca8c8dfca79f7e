import { messageText } from '@everlong/core';
import { expect, test } from 'vitest';

import type { CompactionDecision, Policy, PolicyContext } from '../../src/policy-kit.js';
import { openWatched, words } from '../support/watched-session.js';
import { assistant, user } from '../support/conversation.js';

const SETTLED = 'The port of the relay is 48213 and its key file is /etc/relay/key-7f31.pem.';
const VALUES = ['48213', '/etc/relay/key-7f31.pem'];

/** Compacts when told to; the first compaction keeps the first message too. */
function createKeepingPolicy({ beside }: { beside: boolean }): Policy {
  let compactions = 0;
  const compact = ({ groups, inputBudget }: PolicyContext): CompactionDecision => ({
    action: 'snapshot',
    firstKept: groups.length - 1,
    maxTokens: inputBudget,
    snapshotTokens: 700,
    ...(beside ? { beside: { snapshotTokens: 700, totalTokens: 2000 } } : {}),
    required: true,
    reason: 'test',
    ...(compactions++ === 0 ? { alsoKeep: new Map([[0, 'kept once']]) } : {}),
  });
  return {
    name: 'keeping',
    settings: {
      responseReserve: 500,
      minRecentMessages: 1,
      snapshotShare: 0.2,
      summaryPlacement: 'message',
    },
    decide: (context) =>
      context.usedTokens > 1500 ? compact(context) : { action: 'keep', reason: 'room enough' },
    triggers: () => [],
    clamps: () => [],
    compactNow: compact,
  };
}

test.each([false, true])(
  'values of a message that the last compaction kept are in the snapshot that drops it (beside: %s)',
  async (beside) => {
    const { session, records } = await openWatched({
      contextWindow: 8000,
      policy: createKeepingPolicy({ beside }),
    });
    const kinds: (string | undefined)[] = [];
    const texts: string[] = [];
    await session.append(assistant(SETTLED));
    for (let turn = 0; turn < 8; turn++) {
      await session.append(user(words(`question ${turn}`, 200)));
      await session.append(assistant(words(`answer ${turn}`, 200)));
      await session.append(user('Go on.'));
      const { messages, plan } = await session.prepare();
      kinds.push(plan.ranges.find(({ from }) => from === 0)?.disposition);
      texts.push(messages.map(messageText).join('\n'));
      await session.append(assistant('Yes.'));
    }
    const [first, second] = await records('compaction');
    expect(kinds).toContain('verbatim');
    expect(kinds.at(-1)).toBe('summarized');
    for (const value of VALUES) {
      expect(first?.snapshot?.sections['Values']?.join('\n') ?? '').not.toContain(value);
      expect(second?.snapshot?.text).toContain(value);
      expect(texts.at(-1)).toContain(value);
    }
    await session.close();
  },
);
