import { type Entry, type CachedRequest, messageText, type ModelMessage } from '@everlong/core';
import { characterBoundary } from '@everlong/core/internal';

import { lastWords, type SummaryTask, taskParts } from './summary-prompt.js';
import { speakerOf } from './transcript.js';

/** The length of the quote that identifies a message. */
const QUOTED_CHARACTERS = 40;

export interface CachedPrefixPrompt extends SummaryTask {
  /** The instructions for the answer. */
  instructions: string;
  live: Pick<CachedRequest, 'messages' | 'messagesAfter'>;
  /** The entries to summarize. */
  entries: readonly Entry[];
  /** The maximum size of the list of entry numbers, in tokens by `count`. */
  maxIndexTokens: number;
  count(text: string): number;
}

/** The user message that asks for a summary of the conversation before it. */
export function cachedPrefixPrompt(options: CachedPrefixPrompt): string {
  return [
    '[From the program that keeps this conversation, not from the user: leave the work where it is, ' +
      'call no tool, and answer with text.]',
    options.instructions,
    `The transcript is this conversation${stayingMessages(options.live)}`,
    entryIndex(options),
    ...taskParts(options),
    lastWords(options),
  ]
    .filter((part) => part !== '')
    .join('\n\n');
}

function stayingMessages({ messages, messagesAfter }: CachedPrefixPrompt['live']): string {
  const first = messages[messages.length - messagesAfter];
  if (messagesAfter === 0 || first === undefined) return '.';
  return (
    ` without its last ${messagesAfter} messages, which begin with ` +
    `${first.role} ${quoted(first)}: they stay visible to whoever continues. Read them to ` +
    'know how things stand, and summarize what came before them.'
  );
}

/** The number of each message, for as many of the newest as fit. */
function entryIndex({ entries, maxIndexTokens, count }: CachedPrefixPrompt): string {
  const lines: string[] = [];
  let end: number | undefined;
  let left = maxIndexTokens;
  for (const entry of entries.toReversed()) {
    end ??= entry.seq;
    // Results share the line of their calls.
    if (entry.message.role === 'tool' && entry !== entries[0]) continue;
    const numbers = end === entry.seq ? `#${end}` : `#${entry.seq}-${end}`;
    const line = `${numbers} ${speakerOf(entry)} ${quoted(entry.message)}`;
    left -= count(`${line}\n`);
    if (left < 0) break;
    lines.unshift(line);
    end = undefined;
  }
  if (lines.length === 0) return '';
  return `The numbers of its entries, by how they begin:\n${lines.join('\n')}`;
}

function quoted(message: ModelMessage): string {
  const text = messageText(message).slice(0, 400).replace(/\s+/g, ' ').trim();
  return JSON.stringify(text.slice(0, characterBoundary(text, QUOTED_CHARACTERS)));
}
