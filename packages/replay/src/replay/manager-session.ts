import {
  type EntryInput,
  messageText,
  type ModelMessage,
  type Store,
  type Usage,
} from '@everlong/core';
import type { ModelTokenizer } from '@everlong/tokenizer';

import type { MessageBook } from '../messages/message-book.js';
import type { ReplayedSession } from './replayed-session.js';

/**
 * A context manager that is not of this project: makes each request of the whole log, system
 * messages at its head apart, which become instructions.
 */
export type RequestMaker = (
  log: readonly ModelMessage[],
  room: RequestRoom,
) => Promise<ModelMessage[]>;

/** What a request may take. */
export interface RequestRoom {
  window: number;
  /** For the messages: what instructions and the answer leave of the window. */
  maxTokens: number;
  count(messages: readonly ModelMessage[]): number;
  countText(text: string): number;
  /** Books the call of a model that wrote a summary. */
  bill(usage: Usage): void;
}

export interface ManagerSessionOptions {
  id: string;
  store: Store;
  book: MessageBook;
  tokenizer: ModelTokenizer;
  window: number;
  inputBudget: number;
}

/** Where neither the caller nor the log has any, since providers refuse an empty one. */
const DEFAULT_INSTRUCTIONS = 'You are a helpful assistant.';

/**
 * A conversation that another context manager keeps. A request that does not begin with the whole
 * request before it starts a new epoch, with a record as one of our compactions would leave it.
 */
export async function createManagerSession(
  makeRequest: RequestMaker,
  { id, store, book, tokenizer, window, inputBudget }: ManagerSessionOptions,
): Promise<ReplayedSession> {
  await store.createSession({ id, agent: 'replay' });
  const instructions: string[] = [];
  const log: ModelMessage[] = [];
  let previous: readonly number[] = [];
  let epoch = 0;
  let usage: Usage | undefined;

  const count = (messages: readonly ModelMessage[]): number =>
    messages.reduce((sum, message) => sum + book.message(message).tokens, 0);

  function add({ message }: EntryInput): void {
    if (message.role === 'system' && log.length === 0) instructions.push(messageText(message));
    else log.push(message);
  }

  function room(system: string): RequestRoom {
    const head = count([{ role: 'system', content: system }]);
    return {
      window,
      maxTokens: inputBudget - head - tokenizer.countMessages([]),
      count,
      countText: (text) => tokenizer.count(text),
      bill: (call) => {
        usage = {
          inputTokens: (usage?.inputTokens ?? 0) + call.inputTokens,
          outputTokens: (usage?.outputTokens ?? 0) + call.outputTokens,
        };
      },
    };
  }

  async function recordEpoch(): Promise<void> {
    epoch++;
    await store.appendRecord(id, {
      type: 'compaction',
      kind: 'trim',
      epoch,
      previousEpoch: epoch - 1,
      throughSeq: -1,
      ranges: [],
      ...(usage === undefined ? {} : { usage }),
      reason: 'The request begins otherwise than the one before.',
      createdAt: new Date(0).toISOString(),
    });
    usage = undefined;
  }

  return {
    id,
    async append(entries) {
      for (const entry of entries) add(entry);
    },
    async prepare({ instructions: given = '' }) {
      const said = [...instructions, given].filter((text) => text !== '').join('\n\n');
      const system = said === '' ? DEFAULT_INSTRUCTIONS : said;
      const messages = await makeRequest(log, room(system));
      const ids = messages.map((message) => book.message(message).id);
      if (usage !== undefined || !previous.every((one, index) => one === ids[index]))
        await recordEpoch();
      previous = ids;
      return { instructions: system, messages, state: { epoch } };
    },
    search: async () => [],
    expand: async () => [],
    async close() {},
  };
}
