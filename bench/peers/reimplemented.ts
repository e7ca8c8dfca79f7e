import { messageText, type ModelMessage } from '../../packages/core/dist/index.js';
import type { RequestMaker } from '../../packages/replay/dist/index.js';
import { newestThatFit } from './exchanges.ts';
import { summarize } from './stand-in.ts';

/** Tool uses that Anthropic's context editing keeps by default. */
const KEPT_TOOL_USES = 3;
/** Its default trigger is 100,000 of 200,000 tokens. */
const CLEARING_SHARE = 0.5;
/** Codex compacts at nine tenths, and keeps at most 20,000 tokens of user text. */
const CODEX_TRIGGER_SHARE = 0.9;
const CODEX_USER_SHARE = 0.1;
const CODEX_USER_TOKENS = 20_000;

/**
 * Anthropic's `clear_tool_uses`: old tool results become placeholders once half of the window is
 * used, and stay placeholders. What is too long then loses its oldest exchanges.
 */
export function clearToolUses(): RequestMaker {
  const cleared = new Map<ModelMessage, ModelMessage>();
  return async (log, room) => {
    const shown = (): ModelMessage[] => log.map((message) => cleared.get(message) ?? message);
    if (room.count(shown()) > room.window * CLEARING_SHARE) {
      const results = log.filter(({ role }) => role === 'tool').slice(0, -KEPT_TOOL_USES);
      for (const message of results) {
        if (!cleared.has(message)) cleared.set(message, placeholder(message));
      }
    }
    return room.count(shown()) <= room.maxTokens ? shown() : newestThatFit(shown(), room);
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

/**
 * Codex's compaction: at nine tenths of the room the newest texts of the user and a summary
 * replace everything, what the turn in hand has done included.
 */
export function codexCompaction(): RequestMaker {
  let head: ModelMessage[] = [];
  let from = 0;
  return async (log, room) => {
    const current = [...head, ...log.slice(from)];
    if (room.count(current) <= room.maxTokens * CODEX_TRIGGER_SHARE) return current;
    const maxTokens = Math.min(CODEX_USER_TOKENS, room.window * CODEX_USER_SHARE);
    const users = log.filter(({ role }) => role === 'user');
    const kept = newestThatFit(users, { ...room, maxTokens });
    const summary = summarize(promptOf(current), room);
    const note: ModelMessage = {
      role: 'user',
      content: `Another agent began this work. Its summary:\n${summary}`,
    };
    head = [...kept.slice(0, -1), note, ...kept.slice(-1)];
    from = log.length;
    return room.count(head) <= room.maxTokens ? head : newestThatFit(head, room);
  };
}

const SPEAKERS = { user: 'Human', assistant: 'AI', tool: 'Tool', system: 'System' };

function promptOf(messages: readonly ModelMessage[]): string {
  return messages.map((message) => `${SPEAKERS[message.role]}: ${messageText(message)}`).join('\n');
}
