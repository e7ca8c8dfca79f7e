import type { ModelMessage, Tokenizer } from '@everlong/core';
import { toEntries } from '@everlong/testing';

import { createCounter } from '../../src/rendering/counter.js';
import {
  addToGroups,
  createMessageGroups,
  type MessageGroups,
} from '../../src/state/message-groups.js';
import { requestLimits } from '../../src/truncation/request-limits.js';

/** The groups of a log of these messages, none of them shortened. */
export function toMessageGroups(
  messages: readonly ModelMessage[],
  tokenizer: Tokenizer,
): MessageGroups {
  const empty = createMessageGroups({
    model: undefined,
    counter: createCounter(tokenizer),
    limits: requestLimits(undefined),
  });
  return addToGroups(empty, toEntries(messages));
}
