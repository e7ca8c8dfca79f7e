import type { Appendable, Session } from '@everlong/context';
import type { Entry, ModelMessage } from '@everlong/core';
import { definedFields } from '@everlong/core/internal';
import type { z } from '@hono/zod-openapi';

import type { ServerLimits } from '../config/server-limits.js';
import { problem } from '../http/problem.js';
import type { appendSchema } from '../schemas/session-schemas.js';
import { requireMediaTypes } from './require-media-types.js';
import { createAppendSize } from './require-size.js';

/** Messages to append to a session. */
export interface AppendRequest {
  /** The id of each message, as far as it is known before the message is read. */
  ids: readonly (string | undefined)[];
  /** True if none of them can be stored already. */
  isNew: boolean;
  appendTo(session: Session): Promise<Entry[]>;
}

type IdOf = ((index: number) => string) | undefined;

/**
 * Reads the messages that a body asks to append. Throws the answers 400 and 413. `idOf`: the ids of
 * messages without one of their own; `size`: bytes of the body.
 */
export function readAppendRequest(
  { messages, as, expected_seq: expectedSeq }: z.infer<typeof appendSchema>,
  { idOf, size, limits }: { idOf: IdOf; size: number; limits: ServerLimits },
): AppendRequest {
  const items = listOf(messages);
  checkItems(items, size, limits);
  const addSize = createAppendSize(limits);
  if (as === undefined) for (const [index, item] of items.entries()) addSize(index, item);
  const isAiSdk = as === undefined || as === 'ai-sdk';
  if (isAiSdk) requireMediaTypes(items);
  const options = definedFields({ expectedSeq });
  const foreign = foreignIds(idOf);
  const readId = (index: number, message: ModelMessage) => {
    addSize(index, message);
    return foreign(index, message);
  };
  return {
    ids: items.map((item, index) => (isAiSdk ? idOfItem(item) : undefined) ?? idOf?.(index)),
    isNew: idOf === undefined && as !== 'ai-sdk' && !items.some(hasId),
    appendTo: (session) =>
      as === undefined
        ? session.append(toAppendables(items, idOf), options)
        : session.append(messages, { ...options, as, idOf: readId }),
  };
}

/** The messages to count: of an SDK's request or response, the longest list in it. */
function listOf(messages: unknown): readonly unknown[] {
  if (Array.isArray(messages)) return messages;
  const lists = Object.values(messages as object).filter((value) => Array.isArray(value));
  return lists.toSorted((left, right) => right.length - left.length)[0] ?? [messages];
}

/** As JSON a message takes up to six times what was sent: `1e20` is written with all its zeros. */
const MAX_JSON_GROWTH = 6;

function checkItems(items: readonly unknown[], size: number, limits: ServerLimits): void {
  if (items.length > limits.maxMessagesPerAppend) {
    throw problem(400, {
      code: 'too_many_messages',
      detail: `An append has at most ${limits.maxMessagesPerAppend} messages, not ${items.length}.`,
      param: 'messages',
    });
  }
  if (size * MAX_JSON_GROWTH <= limits.maxMessageBytes) return;
  for (const [index, item] of items.entries()) {
    if (Buffer.byteLength(JSON.stringify(item)) <= limits.maxMessageBytes) continue;
    throw problem(413, {
      code: 'message_too_large',
      detail: `A message has at most ${limits.maxMessageBytes} bytes as JSON. Shorten it, or send files by URL.`,
      param: `messages.${index}`,
    });
  }
}

/** The messages as the engine takes them. */
function toAppendables(items: readonly unknown[], idOf: IdOf): Appendable[] {
  return items.map((item, index) => {
    const own = definedFields({ id: idOf?.(index) });
    if (!('message' in (item as object))) {
      const { id, ...message } = item as Record<string, unknown>;
      return { ...own, ...definedFields({ id }), message } as unknown as Appendable;
    }
    const { created_at: createdAt, ...input } = item as Record<string, unknown>;
    return { ...own, ...input, ...definedFields({ createdAt }) } as unknown as Appendable;
  });
}

function hasId(item: unknown): item is { id: unknown } {
  return typeof item === 'object' && item !== null && 'id' in item;
}

function idOfItem(item: unknown): string | undefined {
  return hasId(item) && typeof item.id === 'string' && item.id !== '' ? item.id : undefined;
}

/** The longest id that a message may bring along. */
const MAX_ID = 256;

/**
 * The ids of the messages read from another SDK's, in their order. A message of the AI SDK keeps
 * its own id, and the further messages that a UI message is read into get it with `#1`, `#2` and so
 * on; all others get that of `idOf`, where there is one.
 */
function foreignIds(
  idOf: ((index: number) => string) | undefined,
): (index: number, message: ModelMessage) => string | undefined {
  let own: string | undefined;
  let place = 0;
  return (index, message) => {
    const { first, joined, fields } = uiDetails(message);
    if (joined === true) place++;
    else {
      own = usableId(first === true ? fields?.id : (message as { id?: unknown }).id);
      place = 0;
    }
    if (own === undefined) return idOf?.(index);
    return place === 0 ? own : `${own}#${place}`;
  };
}

/**
 * Details of the UI message that a message was read from, as `@everlong/formats/ai-sdk` keeps them.
 */
function uiDetails({ providerOptions }: ModelMessage) {
  const kept = providerOptions?.['everlong']?.['ai-sdk-ui'] ?? {};
  return kept as { first?: unknown; joined?: unknown; fields?: { id?: unknown } };
}

function usableId(id: unknown): string | undefined {
  return typeof id === 'string' && id !== '' && id.length <= MAX_ID ? id : undefined;
}
