import { jsonText } from '@everlong/core/internal';
import { createId } from '@everlong/core/store-kit';

import { OPENING_NOTE } from '../rendering/assemble-messages.js';
import { MISSING_RESULT } from '../rendering/render-exchange.js';
import { truncateText } from '../truncation/truncate-text.js';
import type { ManagedUiMessage, UiPart } from './managed-message.js';
import type { MessageAdapter } from './message-adapter.js';
import { withoutSigned } from './signed-thinking.js';
import { isToolPart, readToolPart, uiModelMessages } from './ui-model-messages.js';

type Count = (text: string) => number;

export const uiMessageAdapter: MessageAdapter<ManagedUiMessage> = {
  modelMessages: uiModelMessages,

  // A UI message holds its calls with their results, so none can be torn apart.
  exchanges: (messages) => messages.map((_, index) => ({ from: index, to: index })),

  keyOf: ({ id, parts }) => `${id} ${jsonText(parts)}`,

  summary: (text, metadata) => ({
    id: createId(),
    role: 'assistant',
    parts: [textPart(text)],
    metadata,
  }),

  cut(message, maxTokens, count) {
    const parts = message.parts.flatMap((part) => cutPart(part, maxTokens, count));
    return { ...message, parts };
  },

  withoutThinking(message, count = message.parts.length) {
    const parts = [...withoutSigned(message.parts.slice(0, count)), ...message.parts.slice(count)];
    return { ...message, parts };
  },

  textTokens: ({ parts }, count) => parts.flatMap((part) => textsOf(part).map(count)),

  sendable(messages) {
    const sent = messages
      .map(asSaid)
      .map((message, index) =>
        index === messages.length - 1 ? message : withErrorResults(message),
      );
    const [first] = sent;
    if (first !== undefined && first.role !== 'user') sent.unshift(note(OPENING_NOTE.content));
    return sent;
  },
};

function textPart(text: string): UiPart {
  const part = { type: 'text', text };
  return part;
}

function note(text: unknown): ManagedUiMessage {
  return { id: createId(), role: 'user', parts: [textPart(String(text))] };
}

/** AI SDK 7 takes no `system` message in a list: what is said there is passed on as a note. */
function asSaid(message: ManagedUiMessage): ManagedUiMessage {
  if (message.role !== 'system') return message;
  return { ...message, role: 'user', parts: [textPart('[system note]'), ...message.parts] };
}

/** Unanswered calls get an error result: providers take none without one. */
function withErrorResults(message: ManagedUiMessage): ManagedUiMessage {
  const open = (part: UiPart): boolean =>
    isToolPart(part) && part.type !== 'tool-invocation' && isUnfinished(readToolPart(part).state);
  if (!message.parts.some(open)) return message;
  const parts = message.parts.map((part) =>
    open(part) ? { ...part, state: 'output-error', errorText: MISSING_RESULT } : part,
  );
  return { ...message, parts };
}

function isUnfinished(state: string): boolean {
  return state === 'input-available' || state === 'approval-requested';
}

function textsOf(part: UiPart): string[] {
  if (part.type === 'text') return [(part as UiPart & { text: string }).text];
  if (!isToolPart(part)) return [];
  const { input, output, errorText } = readToolPart(part);
  return [jsonText(input), ...(output === undefined ? [] : [asText(output)]), errorText ?? ''];
}

function asText(output: unknown): string {
  return typeof output === 'string' ? output : jsonText(output);
}

/** Signed parts are valid whole or not at all, so a cut message is sent without what signs it. */
function cutPart(part: UiPart, maxTokens: number, count: Count): UiPart[] {
  const { providerMetadata: _, callProviderMetadata: __, ...plain } = part as UiPart & Signed;
  if (part.type === 'text') {
    return [{ ...plain, text: truncateText(plain.text ?? '', maxTokens, count) } as UiPart];
  }
  if (part.type === 'file') {
    return [textPart(`[file: ${plain.filename ?? plain.mediaType ?? 'unnamed'}]`)];
  }
  if (part.type.startsWith('reasoning')) return [];
  if (!isToolPart(part) || part.type === 'tool-invocation') return [part];
  const { output, errorText, input } = readToolPart(part);
  const fits = output === undefined || count(asText(output)) <= maxTokens;
  return [
    {
      ...plain,
      ...(count(jsonText(input)) <= maxTokens ? {} : { input: cutInput(input, maxTokens, count) }),
      ...(fits ? {} : { output: truncateText(asText(output), maxTokens, count) }),
      ...(errorText === undefined ? {} : { errorText: truncateText(errorText, maxTokens, count) }),
    },
  ];
}

interface Signed {
  text?: string;
  filename?: string;
  mediaType?: string;
  providerMetadata?: unknown;
  callProviderMetadata?: unknown;
}

/** Providers want an object: its longest texts are truncated, else it is emptied. */
function cutInput(input: unknown, maxTokens: number, count: Count): object {
  if (typeof input !== 'object' || input === null || Array.isArray(input)) return {};
  const entries = Object.entries(input);
  const share = Math.floor(maxTokens / (entries.length + 1));
  const cut = Object.fromEntries(
    entries.map(([key, value]) => [
      key,
      count(asText(value)) <= share ? value : truncateText(asText(value), share, count),
    ]),
  );
  return count(jsonText(cut)) <= maxTokens ? cut : {};
}
