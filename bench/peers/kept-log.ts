import type { ModelMessage, Usage } from '../../packages/core/dist/index.js';
import {
  type Conversation,
  type ConversationOptions,
  INSTRUCTIONS,
  RESPONSE_RESERVE,
} from '../tasks/conversation.ts';
import { treeTools } from '../tasks/world.ts';
import type { RequestMaker, RequestRoom } from '../../packages/replay/dist/index.js';

/** A task's conversation whose log is kept whole and made into requests by a peer. */
export async function openKept(
  { window, tokenizer }: ConversationOptions,
  makeRequest: RequestMaker,
): Promise<Conversation> {
  const known = new WeakMap<ModelMessage, number>();
  const countOne = (message: ModelMessage): number => {
    const tokens = known.get(message) ?? tokenizer.countMessage(message);
    known.set(message, tokens);
    return tokens;
  };
  const headTokens = tokenizer.count(INSTRUCTIONS) + tokenizer.count(JSON.stringify(treeTools));
  const log: ModelMessage[] = [];
  let summaryUsage: Usage | undefined;
  const room: RequestRoom = {
    window,
    maxTokens: window - RESPONSE_RESERVE - headTokens,
    count: (messages) => messages.reduce((sum, message) => sum + countOne(message), 0),
    countText: (text) => tokenizer.count(text),
    bill: (usage) => void (summaryUsage = usage),
  };
  return {
    async append(message) {
      log.push(message);
    },
    async next() {
      summaryUsage = undefined;
      const messages = await makeRequest(log, room);
      if (room.count(messages) > room.maxTokens) throw new Error('The request is too long.');
      const summary = summaryUsage === undefined ? {} : { summaryUsage };
      const snapshots = messages.findIndex((message) => log.includes(message));
      return {
        instructions: INSTRUCTIONS,
        messages,
        headTokens,
        snapshots: Math.max(0, snapshots),
        ...summary,
      };
    },
    async bill() {},
    lookBack: async () => '',
    async close() {},
  };
}
