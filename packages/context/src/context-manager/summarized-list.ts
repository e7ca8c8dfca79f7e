import type { ModelMessage } from '@everlong/core';

import {
  type ContextSummaryMetadata,
  type ManagedMessage,
  summaryMetadata,
} from './managed-message.js';
import { adapterOf } from './adapter-of.js';

/** A list as it is sent: the newest summary in it, and the messages that it does not cover. */
export interface SummarizedList {
  summary?: { message: ManagedMessage; text: string; metadata: ContextSummaryMetadata };
  rest: ManagedMessage[];
}

/**
 * Takes a list apart at its last summary. What precedes it is dropped, unless the summary
 * names the last message that it covers and that one is in the list: then exactly what follows
 * that one stays, wherever a store put the summary. Older summaries are dropped.
 */
export function readSummarizedList(messages: readonly ManagedMessage[]): SummarizedList {
  const place = messages.findLastIndex((message) => summaryMetadata(message) !== undefined);
  const message = messages[place];
  const metadata = summaryMetadata(message);
  if (message === undefined || metadata === undefined) return { rest: [...messages] };
  const { lastSummarizedId, keptId } = metadata;
  const last =
    lastSummarizedId === undefined
      ? -1
      : messages.findIndex((item) => idOf(item) === lastSummarizedId);
  const rest =
    last < 0
      ? messages.slice(place + 1)
      : messages.filter(
          (item, index) => index > last || (keptId !== undefined && idOf(item) === keptId),
        );
  const total = messages.filter((item) => summaryMetadata(item) !== undefined).length;
  return {
    summary: {
      message,
      text: textOf(message),
      metadata: { ...metadata, generation: metadata.generation ?? total },
    },
    rest: rest.filter((item) => summaryMetadata(item) === undefined),
  };
}

/** The id of a UI message. */
export function idOf(message: ManagedMessage): string | undefined {
  return 'id' in message ? message.id : undefined;
}

function textOf(message: ManagedMessage): string {
  return adapterOf([message]).modelMessages(message).map(spokenText).join('\n');
}

function spokenText({ content }: ModelMessage): string {
  if (typeof content === 'string') return content;
  return content.map((part) => (part.type === 'text' ? part.text : '')).join('');
}
