import { pruneMessages } from 'ai';

import type { ModelMessage } from '../../packages/core/dist/index.js';
import { exchangesOf, newestThatFit, type Room, type Trim } from './kept-log.ts';
import { langchainTrim } from './langchain.ts';

/** Tool uses that Anthropic's context editing keeps by default. */
const KEPT_TOOL_USES = 3;
/** Its default trigger is 100,000 of 200,000 tokens. */
const CLEARING_SHARE = 0.5;
/** Codex compacts at nine tenths, and keeps at most 20,000 tokens of user text. */
const CODEX_TRIGGER_SHARE = 0.9;
const CODEX_USER_SHARE = 0.1;
const STAND_IN_CHARS = 1500;

/**
 * By name: how each peer makes a request of the whole log. A new one is made for every
 * conversation.
 */
export const peers: Readonly<Record<string, () => Trim>> = {
  'exchanges, newest first': () => async (log, room) => newestThatFit(log, room),
  'LangChain trimMessages': () => langchainTrim,
  'AI SDK pruneMessages, then newest': () => async (log, room) => {
    const pruned = pruneMessages({
      messages: [...log],
      reasoning: 'all',
      toolCalls: 'before-last-2-messages',
      emptyMessages: 'remove',
    });
    return newestThatFit(pruned, room);
  },
  'clear tool uses (re-implemented)': clearToolUses,
  'Codex compaction (re-implemented)': codexCompaction,
};

/** Old tool results become placeholders once half of the window is used, and stay placeholders. */
function clearToolUses(): Trim {
  const cleared = new Map<ModelMessage, ModelMessage>();
  return async (log, room) => {
    const shown = (): ModelMessage[] => log.map((message) => cleared.get(message) ?? message);
    const results = log.filter(({ role }) => role === 'tool').slice(0, -KEPT_TOOL_USES);
    if (room.count(shown()) > room.window * CLEARING_SHARE) {
      for (const message of results)
        cleared.set(message, cleared.get(message) ?? placeholder(message));
    }
    return newestThatFit(shown(), room);
  };
}

function placeholder(message: ModelMessage): ModelMessage {
  if (message.role !== 'tool') return message;
  const content = message.content.map((part) => {
    const output = { type: 'text', value: '[Old tool result content cleared]' } as const;
    return part.type === 'tool-result' ? { ...part, output } : part;
  });
  return { ...message, content };
}

/** At nine tenths of the room: the newest texts of the user and a summary replace everything. */
function codexCompaction(): Trim {
  let head: ModelMessage[] = [];
  let from = 0;
  return async (log, room) => {
    const current = [...head, ...log.slice(from)];
    if (room.count(current) <= room.maxTokens * CODEX_TRIGGER_SHARE) return current;
    // What the turn in hand has done is summarized too, as Codex does it.
    const users = newestThatFit(
      log.filter(({ role }) => role === 'user'),
      { ...room, maxTokens: room.window * CODEX_USER_SHARE },
    );
    head = [...users.slice(0, -1), standIn(log), ...users.slice(-1)];
    from = log.length;
    return shrink(head, room);
  };
}

function shrink(messages: ModelMessage[], room: Room): ModelMessage[] {
  return room.count(messages) <= room.maxTokens ? messages : newestThatFit(messages, room);
}

/** In place of a model's summary: the first sentence of what was said, newest last, bounded. */
function standIn(log: readonly ModelMessage[]): ModelMessage {
  const sentences = exchangesOf(log).flatMap(([message]) => {
    const text = typeof message?.content === 'string' ? message.content : '';
    return text === '' ? [] : [/^[^\n]*?[.!?](?=\s|$)|^[^\n]*/.exec(text)?.[0] ?? ''];
  });
  let summary = '';
  for (const sentence of sentences.toReversed()) {
    if (summary.length + sentence.length > STAND_IN_CHARS) break;
    summary = `${sentence}\n${summary}`;
  }
  return { role: 'user', content: `Another agent began this work. Its summary:\n${summary}` };
}
