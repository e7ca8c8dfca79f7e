import type { ModelMessage } from '../../packages/core/dist/index.js';
import type {
  Conversation,
  ConversationOptions,
} from '../../packages/replay/bench/tasks/conversation.ts';
import { treeTools } from '../../packages/replay/bench/tasks/world.ts';

/** What a peer makes of the whole log: the messages to send, within so many tokens if it can. */
export type Trim = (log: readonly ModelMessage[], room: Room) => Promise<ModelMessage[]>;

export interface Room {
  maxTokens: number;
  window: number;
  count(messages: readonly ModelMessage[]): number;
}

const INSTRUCTIONS =
  'You are a careful coding agent in a large repository. You work through tools, one call at a time, ' +
  'do exactly what the user asks and keep to what the user has said before.';
const RESPONSE_RESERVE = 1024;

/** A conversation whose log is kept whole and trimmed by a peer before each call. */
export async function openTrimmed(options: ConversationOptions, trim: Trim): Promise<Conversation> {
  const { window, tokenizer } = options;
  const known = new WeakMap<ModelMessage, number>();
  const countOne = (message: ModelMessage): number => {
    const tokens = known.get(message) ?? tokenizer.countMessage(message);
    known.set(message, tokens);
    return tokens;
  };
  const headTokens = tokenizer.count(INSTRUCTIONS) + tokenizer.count(JSON.stringify(treeTools));
  const room: Room = {
    window,
    maxTokens: window - RESPONSE_RESERVE - headTokens,
    count: (messages) => messages.reduce((sum, message) => sum + countOne(message), 0),
  };
  const log: ModelMessage[] = [];
  return {
    async append(message) {
      log.push(message);
    },
    async next() {
      const messages = await trim(log, room);
      return { instructions: INSTRUCTIONS, messages, headTokens, snapshots: 0 };
    },
    async bill() {},
    lookBack: async () => '',
    async close() {},
  };
}

/** The newest messages that fit, a call never without its result. */
export function newestThatFit(messages: readonly ModelMessage[], room: Room): ModelMessage[] {
  const exchanges = exchangesOf(messages);
  let first = exchanges.length;
  let tokens = 0;
  for (const exchange of exchanges.toReversed()) {
    tokens += room.count(exchange);
    if (tokens > room.maxTokens && first < exchanges.length) break;
    first--;
  }
  return exchanges.slice(first).flat();
}

/** Messages in groups that may not be split: a tool's results belong to the call before them. */
export function exchangesOf(messages: readonly ModelMessage[]): ModelMessage[][] {
  const exchanges: ModelMessage[][] = [];
  for (const message of messages) {
    if (message.role === 'tool') exchanges.at(-1)?.push(message);
    else exchanges.push([message]);
  }
  return exchanges;
}
