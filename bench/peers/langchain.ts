import { type BaseMessage, trimMessages } from '@langchain/core/messages';
import { ClearToolUsesEdit, contextEditingMiddleware, summarizationMiddleware } from 'langchain';

import type { ModelMessage } from '../../packages/core/dist/index.js';
import type { RequestMaker, RequestRoom } from '../../packages/replay/dist/index.js';
import { createLangchainMessages, type LangchainMessages } from './langchain-messages.ts';
import { summarize } from './stand-in.ts';

/** The shares of a model's input that its documentation suggests for trigger and rest. */
const SUMMARY_TRIGGER_SHARE = 0.8;
const SUMMARY_KEPT_SHARE = 0.3;
/** Its default trigger is 100,000 of 200,000 tokens. */
const CLEARING_SHARE = 0.5;
const KEPT_TOOL_USES = 3;

type Counter = (messages: BaseMessage[]) => number;

function counterOf({ count }: RequestRoom, messages: LangchainMessages): Counter {
  return (counted) => count(messages.from(counted));
}

/** `trimMessages` as its guide shows it: the last messages, beginning with one of a person. */
export function langchainTrim(): RequestMaker {
  const messages = createLangchainMessages();
  return async (log, room) => {
    const trimmed = await trimMessages(messages.to(newestPart(log, room)), {
      maxTokens: room.maxTokens,
      strategy: 'last',
      startOn: 'human',
      endOn: ['human', 'tool'],
      tokenCounter: counterOf(room, messages),
    });
    return messages.from(trimmed);
  };
}

/** More than fits, so that the rest of a long log need not be copied for the same outcome. */
function newestPart(
  log: readonly ModelMessage[],
  { count, maxTokens }: RequestRoom,
): ModelMessage[] {
  let from = log.length;
  let tokens = 0;
  while (from > 0 && tokens <= 2 * maxTokens) tokens += count(log.slice(--from, from + 1));
  return log.slice(from);
}

/** The hook that an agent with this middleware runs before each call of its model. */
export function langchainSummarization(): RequestMaker {
  const messages = createLangchainMessages();
  let state: BaseMessage[] = [];
  let seen = 0;
  return async (log, room) => {
    const { beforeModel } = summarizationMiddleware({
      model: { invoke: async (prompt: string) => ({ content: summarize(prompt, room) }) } as never,
      trigger: { tokens: Math.floor(room.maxTokens * SUMMARY_TRIGGER_SHARE) },
      keep: { tokens: Math.floor(room.maxTokens * SUMMARY_KEPT_SHARE) },
      tokenCounter: counterOf(room, messages),
    });
    state = [...state, ...messages.to(log.slice(seen))];
    seen = log.length;
    const hook = beforeModel as unknown as (
      state: object,
      runtime: object,
    ) => Promise<{ messages: BaseMessage[] } | undefined>;
    const changed = await hook({ messages: state }, { context: {} });
    // The first of the new messages removes all that were there.
    if (changed !== undefined) state = changed.messages.slice(1);
    return messages.from(state);
  };
}

/** The wrapper that an agent with this middleware puts around each call of its model. */
export function langchainContextEditing(): RequestMaker {
  const messages = createLangchainMessages();
  return async (log, room) => {
    const count = counterOf(room, messages);
    const { wrapModelCall } = contextEditingMiddleware({
      edits: [
        new ClearToolUsesEdit({
          trigger: { tokens: Math.floor(room.window * CLEARING_SHARE) },
          keep: { messages: KEPT_TOOL_USES },
        }),
      ],
      tokenCountMethod: 'model',
    });
    const wrap = wrapModelCall as unknown as (request: object, handler: object) => Promise<void>;
    let sent: BaseMessage[] = [];
    let known = { length: -1, totalCount: 0 };
    await wrap(
      {
        messages: messages.to(log),
        model: {
          // Counted again after each result that is cleared, which decides nothing: only once here.
          getNumTokensFromMessages: async (all: BaseMessage[]) => {
            if (all.length !== known.length) known = { length: all.length, totalCount: count(all) };
            return known;
          },
        },
      },
      async (request: { messages: BaseMessage[] }) => void (sent = request.messages),
    );
    return messages.from(sent);
  };
}
