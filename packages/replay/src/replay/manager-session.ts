import {
  addUsage,
  type CompactionRecord,
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
 * Another context manager: makes each request from the whole log, without the system messages at
 * its start, which become instructions.
 */
export type RequestMaker = (
  log: readonly ModelMessage[],
  room: RequestRoom,
) => Promise<ModelMessage[]>;

/** The limits of a request. */
export interface RequestRoom {
  window: number;
  /** For the messages: the window without instructions and the reserve for the answer. */
  maxTokens: number;
  /** Tokens of messages, as the replay counts all requests. */
  count(messages: readonly ModelMessage[]): number;
  /** Tokens of a text. */
  countText(text: string): number;
  /** Reports the usage of a model call that wrote a summary. */
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

/** Used if neither the caller nor the log has any: providers refuse empty instructions. */
const DEFAULT_INSTRUCTIONS = 'You are a helpful assistant.';

/**
 * A conversation managed by another context manager. A request that does not extend the previous
 * one starts a new epoch, with the record that a compaction would write.
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
        usage = usage === undefined ? call : addUsage(usage, call);
      },
    };
  }

  async function recordEpoch(): Promise<void> {
    epoch++;
    await store.appendRecord(id, epochRecord(epoch, usage));
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

function epochRecord(epoch: number, usage: Usage | undefined): CompactionRecord {
  return {
    type: 'compaction',
    kind: 'trim',
    epoch,
    previousEpoch: epoch - 1,
    throughSeq: -1,
    ranges: [],
    ...(usage === undefined ? {} : { usage }),
    reason: 'The request does not extend the previous one.',
    createdAt: new Date(0).toISOString(),
  };
}
