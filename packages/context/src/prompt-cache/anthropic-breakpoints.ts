import type { ModelMessage, ProviderOptions } from '@everlong/core';
import { withoutCacheMarkers } from '@everlong/core/internal';

import { copyOfNote } from '../rendering/system-notes.js';
import type { OpenAiMarker } from './openai-breakpoints.js';

/** Anthropic searches 20 blocks back from a breakpoint, so a longer addition needs one between. */
const SPACING_BLOCKS = 15;

/** A request with cache markers; `instructions` is a message because a string cannot carry one. */
export interface MarkedRequest {
  /** To send as a message of role `system`. */
  instructions: MarkedInstructions;
  /** The request's messages, some of them with markers. */
  messages: ModelMessage[];
}

/** The system prompt as a message, with a marker where caching pays. */
export interface MarkedInstructions {
  role: 'system';
  content: string;
  providerOptions?: { anthropic: { cacheControl: CacheMarker } } | OpenAiMarker;
}

/** Without `ttl` Anthropic keeps what it cached for 5 minutes after each use. */
// A type alias and no interface: only that is assignable to the SDK's index signatures.
export type CacheMarker = { type: 'ephemeral'; ttl?: '1h' };

export interface MarkOptions {
  /** How many messages precede the log's own: the snapshots. */
  headMessages: number;
  /** How many messages the request before this one had, if it was in the same epoch. */
  previousMessages?: number | undefined;
  lifetime?: '5m' | '1h' | undefined;
}

/** What `withCacheBreakpoints` does, for a request of which no gauge was made. */
export function markForAnthropic(
  request: { instructions: string; messages: readonly ModelMessage[] },
  options: MarkOptions,
): MarkedRequest {
  const type = 'ephemeral';
  const marker: CacheMarker = options.lifetime === '1h' ? { type, ttl: '1h' } : { type };
  const messages = request.messages.map(withoutCacheMarkers);
  for (const { message, part } of breakpoints(request.messages, options)) {
    const target = messages[message];
    const original = request.messages[message];
    if (target === undefined || original === undefined) continue;
    messages[message] = copyOfNote(original, markPart(target, part, marker));
  }
  const { instructions: content } = request;
  return {
    instructions: {
      role: 'system',
      content,
      providerOptions: { anthropic: { cacheControl: marker } },
    },
    messages,
  };
}

/**
 * A content block: the place of its message, and of the part in it unless the content is a string.
 */
interface Block {
  message: number;
  part: number | undefined;
  markable: boolean;
}

function breakpoints(
  messages: readonly ModelMessage[],
  { headMessages, previousMessages }: MarkOptions,
): Block[] {
  const blocks = messages.flatMap(blocksOf);
  const endOf = (count: number): number =>
    blocks.findLastIndex(({ message }) => message < count) + 1;
  const between =
    previousMessages === undefined
      ? Math.floor((blocks.length - 1) / SPACING_BLOCKS) * SPACING_BLOCKS
      : endOf(previousMessages) + SPACING_BLOCKS;
  // What precedes the log's own messages outlasts the epoch: later snapshots follow it.
  const head = endOf(headMessages);
  const places = [head, between > head ? between : 0, blocks.length]
    .filter((length) => length > 0 && length <= blocks.length)
    .map((length) => blocks.slice(0, length).findLast(({ markable }) => markable));
  return [...new Set(places)].filter((block) => block !== undefined);
}

function blocksOf(message: ModelMessage, index: number): Block[] {
  if (typeof message.content === 'string') {
    return [{ message: index, part: undefined, markable: true }];
  }
  return message.content.flatMap(({ type }, part) =>
    type.startsWith('tool-approval')
      ? []
      : [{ message: index, part, markable: !/^(reasoning|custom)/.test(type) }],
  );
}

function markPart(
  message: ModelMessage,
  part: number | undefined,
  marker: CacheMarker,
): ModelMessage {
  if (part === undefined || typeof message.content === 'string') {
    return { ...message, providerOptions: withAnthropic(message, (own) => marked(own, marker)) };
  }
  const parts = message.content as readonly Optioned[];
  const content = parts.map((item, index) =>
    index === part
      ? { ...item, providerOptions: withAnthropic(item, (own) => marked(own, marker)) }
      : item,
  );
  return { ...message, content } as ModelMessage;
}

interface Optioned {
  providerOptions?: ProviderOptions;
}

type Options = ProviderOptions[string];

function marked(own: Options, marker: CacheMarker): Options {
  return { ...own, cacheControl: marker };
}

function withAnthropic(
  { providerOptions = {} }: Optioned,
  change: (own: Options) => Options,
): ProviderOptions {
  return { ...providerOptions, anthropic: change(providerOptions['anthropic'] ?? {}) };
}
