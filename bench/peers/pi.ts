import {
  buildSessionProjection,
  compact,
  convertToLlm,
  type SessionEntry,
  shouldCompact,
} from '@earendil-works/pi-coding-agent';

import { messageText, type ModelMessage, toolOutputText } from '../../packages/core/dist/index.js';
import type { RequestMaker, RequestRoom } from '../../packages/replay/dist/index.js';
// Not exported: what `AgentSession` calls before `compact`.
import {
  estimateProjectedContextTokens,
  prepareCompaction,
} from './node_modules/@earendil-works/pi-coding-agent/dist/core/compaction/index.js';
import { summarize } from './stand-in.ts';

/** Its defaults are made for windows of 200,000 tokens; smaller windows take these shares. */
const DEFAULTS = { reserveTokens: 16_384, keepRecentTokens: 20_000 };
const RESERVE_SHARE = 0.25;
const KEPT_SHARE = 0.25;

/** `compact` with the stand-in in place of a model. */
const run = compact as unknown as (...options: unknown[]) => ReturnType<typeof compact>;

interface Context {
  messages: { role: string; content: string | { type: string; text?: string }[] }[];
}

type PiMessage = Extract<SessionEntry, { type: 'message' }>['message'];

const NO_COST = { input: 0, output: 0, cacheRead: 0, cacheWrite: 0, total: 0 };

/** pi's compaction as its agent runs it before each call: estimate, threshold, cut, summary. */
export function piCompaction(): RequestMaker {
  const entries: SessionEntry[] = [];
  const originals = new Map<unknown, ModelMessage>();
  let seen = 0;
  let sentTokens = 0;

  function add(fields: object): void {
    const id = String(entries.length);
    const parentId = entries.at(-1)?.id ?? null;
    const timestamp = new Date(0).toISOString();
    entries.push({ ...fields, id, parentId, timestamp } as SessionEntry);
  }

  function addMessage(message: ModelMessage, room: RequestRoom): void {
    for (const [index, converted] of toPi(message, sentTokens + room.count([message])).entries()) {
      add({ type: 'message', message: converted });
      // Of several results in one message the first stands for all of them.
      if (index === 0) originals.set(converted, message);
    }
  }

  async function compactOnce(room: RequestRoom): Promise<void> {
    const prepared = prepareCompaction(entries, settingsFor(room));
    if (prepared === undefined) return;
    const ask = async (_model: object, context: Context): Promise<object> => ({
      result: async () => answer(summarize(promptIn(context), room)),
    });
    const model = { maxTokens: 0, reasoning: false };
    const unset = undefined;
    const done = await run(prepared, model, unset, unset, unset, unset, unset, ask);
    const { summary, firstKeptEntryId, tokensBefore, details } = done;
    add({ type: 'compaction', summary, firstKeptEntryId, tokensBefore, details });
  }

  function render(): ModelMessage[] {
    const { messages } = buildSessionProjection(entries);
    return messages.flatMap((message) => originals.get(message) ?? fromPi(message, originals));
  }

  return async (log, room) => {
    for (const message of log.slice(seen)) addMessage(message, room);
    seen = log.length;
    const { tokens } = estimateProjectedContextTokens(buildSessionProjection(entries), entries);
    if (shouldCompact(tokens, room.window, settingsFor(room))) await compactOnce(room);
    // A provider refuses what is too long, and pi then compacts and asks once more.
    if (room.count(render()) > room.maxTokens) await compactOnce(room);
    const sent = render();
    sentTokens = room.count(sent);
    return sent;
  };
}

function settingsFor({ window }: RequestRoom) {
  return {
    enabled: true,
    reserveTokens: Math.min(DEFAULTS.reserveTokens, window * RESERVE_SHARE),
    keepRecentTokens: Math.min(DEFAULTS.keepRecentTokens, window * KEPT_SHARE),
  };
}

/** `totalTokens`: what the provider would have reported with an answer. */
function toPi(message: ModelMessage, totalTokens: number): PiMessage[] {
  const timestamp = 0;
  if (message.role === 'assistant') {
    const parts = typeof message.content === 'string' ? [] : message.content;
    const text = messageText(message);
    const calls = parts.flatMap((part) => {
      if (part.type !== 'tool-call') return [];
      const { toolCallId: id, toolName: name, input } = part;
      return [{ type: 'toolCall', id, name, arguments: input }];
    });
    const said = text === '' ? [] : [{ type: 'text', text }];
    return [
      { ...answer(text), content: [...said, ...calls], usage: usageOf(totalTokens) } as never,
    ];
  }
  if (message.role !== 'tool') {
    return [{ role: 'user', content: [{ type: 'text', text: messageText(message) }], timestamp }];
  }
  return message.content.flatMap((part) => {
    if (part.type !== 'tool-result') return [];
    const { toolCallId, toolName, output } = part;
    const content = [{ type: 'text', text: toolOutputText(output) }];
    return [
      { role: 'toolResult', toolCallId, toolName, content, isError: false, timestamp } as never,
    ];
  });
}

/** A summary as pi sends it; further results of a message stand in the first one. */
function fromPi(message: PiMessage, originals: Map<unknown, ModelMessage>): ModelMessage[] {
  const [sent] = message.role === 'compactionSummary' ? convertToLlm([message]) : [];
  if (sent?.role !== 'user') return [];
  const text = typeof sent.content === 'string' ? sent.content : textOf(sent.content);
  const note: ModelMessage = { role: 'user', content: text };
  originals.set(message, note);
  return [note];
}

function textOf(content: readonly { type: string; text?: string }[]): string {
  return content.map(({ text = '' }) => text).join('');
}

function promptIn({ messages }: Context): string {
  return messages
    .filter(({ role }) => role === 'user')
    .map(({ content }) => (typeof content === 'string' ? content : textOf(content)))
    .join('\n');
}

function usageOf(totalTokens: number): object {
  return { input: totalTokens, output: 0, cacheRead: 0, cacheWrite: 0, totalTokens, cost: NO_COST };
}

function answer(text: string): object {
  return {
    role: 'assistant',
    content: [{ type: 'text', text }],
    api: 'stand-in',
    provider: 'stand-in',
    model: 'stand-in',
    usage: usageOf(0),
    stopReason: 'stop',
    timestamp: 0,
  };
}
