import type { Entry, ModelMessage } from '@everlong/core';
import { groupExchanges, jsonText, normalizeMessage } from '@everlong/core/internal';
import { createId, MESSAGE_FORMAT } from '@everlong/core/store-kit';

import { assembleMessages } from '../rendering/assemble-messages.js';
import { createCounter } from '../rendering/counter.js';
import { requestLimits } from '../truncation/request-limits.js';
import { shrinkMessage, textSizes } from '../truncation/shrink-message.js';
import {
  addToGroups,
  closeExchange,
  createMessageGroups,
  missingResults,
} from '../state/message-groups.js';
import type { ManagedModelMessage } from './managed-message.js';
import type { MessageAdapter } from './message-adapter.js';
import { type SignedPart, withoutSigned } from './signed-thinking.js';

export const modelMessageAdapter: MessageAdapter<ManagedModelMessage> = {
  modelMessages: (message) => [toModel(message)],

  exchanges: (messages) => groupExchanges(messages as ModelMessage[]),

  keyOf: jsonText,

  summary: (content, metadata) => ({
    role: 'assistant',
    content,
    providerOptions: { everlong: metadata },
  }),

  cut: (message, maxTokens, count) =>
    shrinkMessage(toModel(message), { maxTokens, count, plain: true }),

  withoutThinking: (message) =>
    Array.isArray(message.content)
      ? { ...message, content: withoutSigned(message.content as SignedPart[]) }
      : message,

  textTokens: (message, count) => textSizes(toModel(message), count),

  sendable(messages) {
    const counter = createCounter({ name: 'none', source: 'heuristic', count: () => 0 });
    const empty = createMessageGroups({
      model: MODEL,
      counter,
      limits: requestLimits('anthropic'),
    });
    const entries = messages.map((message, seq) => toEntry(toModel(message), seq));
    const open = addToGroups(empty, entries);
    const groups = missingResults(open) === undefined ? open : closeExchange(open);
    return assembleMessages({ opening: [], groups: groups.list(), injections: [] });
  },
};

/** One name for all: a message's maker is not known here, so it counts as the model called. */
const MODEL = 'context-manager';

function toModel(message: ManagedModelMessage): ModelMessage {
  return normalizeMessage(message as ModelMessage);
}

/** A synthetic entry; never stored. */
export function toEntry(message: ModelMessage, seq: number): Entry {
  return {
    id: createId(),
    sessionId: MODEL,
    seq,
    createdAt: new Date().toISOString(),
    format: MESSAGE_FORMAT,
    message,
    ...(message.role === 'assistant' ? { model: MODEL } : {}),
  };
}
