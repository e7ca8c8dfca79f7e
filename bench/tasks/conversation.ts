import { openSession } from '@everlong/context';
import { createHistoryTools } from '@everlong/context/ai-sdk';
import { createMemoryStore, type ModelMessage, type Usage } from '@everlong/core';
import { namedPolicy } from '@everlong/replay';
import type { ModelTokenizer } from '@everlong/tokenizer';

import { type Tool, treeTools } from './world.ts';

/** @public Read by `bench/peers` too. */
export const INSTRUCTIONS =
  'You are a careful coding agent in a large repository. You work through tools, one call at a time, ' +
  'do exactly what the user asks and keep to what the user has said before.';

/**
 * The yardstick that sends the newest user message and what followed it, and has no tools to look
 * back.
 */
export const LATEST_ONLY = 'latest message only';

/** The most hits that the tool allows. */
const SEARCH_LIMIT = 20;

/** @public The reserve for an answer, the same for every policy and peer. */
export const RESPONSE_RESERVE = 1024;

export interface NextRequest {
  instructions: string;
  messages: readonly ModelMessage[];
  /** Tokens of instructions and tools. */
  headTokens: number;
  snapshots: number;
  /** What a model billed for a summary that was made for this request. */
  summaryUsage?: Usage;
}

/** One conversation, as a policy keeps it. */
export interface Conversation {
  append(message: ModelMessage): Promise<void>;
  next(): Promise<NextRequest>;
  bill(inputTokens: number, cachedTokens: number, outputTokens: number): Promise<void>;
  /** Answers `history_search` and `history_expand`. */
  lookBack(tool: string, input: Record<string, string>): Promise<string>;
  close(): Promise<void>;
}

export interface ConversationOptions {
  policy: string;
  window: number;
  model: string;
  tokenizer: ModelTokenizer;
  canSearch: boolean;
  /** Default: those of a tree. */
  tools?: readonly Tool[];
}

export async function openConversation(options: ConversationOptions): Promise<Conversation> {
  return options.policy === LATEST_ONLY ? openLatestOnly() : openKept(options);
}

function openLatestOnly(): Conversation {
  let messages: ModelMessage[] = [];
  return {
    async append(message) {
      messages = message.role === 'user' ? [message] : [...messages, message];
    },
    next: async () => ({ instructions: INSTRUCTIONS, messages, headTokens: 0, snapshots: 0 }),
    async bill() {},
    lookBack: async () => '',
    async close() {},
  };
}

async function openKept(options: ConversationOptions): Promise<Conversation> {
  const { policy, window, model, tokenizer, canSearch, tools: own = treeTools } = options;
  const named = namedPolicy(policy, tokenizer);
  const session = await openSession({
    store: createMemoryStore(),
    id: 'task',
    agent: 'tasks',
    model,
    contextWindow: window,
    ...named,
    tokenizer,
    budget: { ...named.budget, responseReserve: RESPONSE_RESERVE },
  });
  let turnStart = 0;
  const history = createHistoryTools({ session, turnStart: () => turnStart });
  const historyTools = Object.entries(history).map(([name, tool]) => ({
    name,
    description: tool.description,
    inputSchema: tool.inputSchema,
  }));
  const tools = canSearch ? [...own, ...historyTools] : own;
  return {
    async append(message) {
      const [entry] = await session.append(message);
      if (message.role === 'user') turnStart = entry?.seq ?? turnStart;
    },
    async next() {
      const { instructions, messages, state } = await session.prepare({
        instructions: INSTRUCTIONS,
        tools,
      });
      return {
        instructions,
        messages,
        headTokens: state.used.instructions + state.used.tools,
        snapshots: state.lastCompaction?.snapshots ?? 0,
      };
    },
    bill: async (inputTokens, cachedTokens, outputTokens) =>
      session.recordUsage({
        inputTokens,
        outputTokens,
        inputTokenDetails: { cacheReadTokens: cachedTokens },
      }),
    async lookBack(tool, input) {
      if (tool === 'history_search') {
        return history.history_search.execute({ query: input['query'] ?? '', limit: SEARCH_LIMIT });
      }
      const { entries, from_line } = input;
      return history.history_expand.execute({
        entries: [Number(entries)],
        ...(from_line === undefined ? {} : { from_line: Number(from_line) }),
      });
    },
    close: async () => session.close(),
  };
}
