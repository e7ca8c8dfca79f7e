import {
  type AssistantMessage,
  type AssistantPart,
  type ModelMessage,
  type ToolResultPart,
  type UserMessage,
  toolOutputText,
} from '@everlong/core';
import { jsonText, redactMessage } from '@everlong/core/internal';
import { redactSecrets } from '@everlong/redaction';

import { hostedResultText, withoutProviderOptions } from '../rendering/render-message.js';
import { textOfFile } from '../rendering/text-file.js';
import { truncateText } from './truncate-text.js';

/** Cuts every text of a message that has more than `maxTokens` tokens. */
export interface Truncator {
  maxTokens: number;
  count: (text: string) => number;
  /** Whether reasoning and opaque items are dropped even from a message that needs no cut. */
  plain?: boolean;
  /** How a text that is too long is cut; by default to a head and a tail within `maxTokens`. */
  cut?: (text: string) => string;
}

/** The sizes in tokens of the texts in a message that can be cut. */
export function textSizes(message: ModelMessage, count: Truncator['count']): number[] {
  if (typeof message.content === 'string') return [count(message.content)];
  return message.content.flatMap((part) => {
    switch (part.type) {
      case 'text':
        return [count(part.text)];
      case 'tool-call':
        return [count(jsonText(part.input))];
      case 'tool-result':
        return [count(toolOutputText(part.output))];
      default:
        return [];
    }
  });
}

/**
 * The message with its long texts cut and its files replaced by their names. An assistant message
 * that had to be cut loses its reasoning and opaque items: they are valid whole or not at all. A
 * message that had to be cut holds no recognised secret.
 */
export function shrinkMessage(message: ModelMessage, truncator: Truncator): ModelMessage {
  const shrunk = shrink(message, truncator);
  const isCut = textSizes(message, truncator.count).some((size) => size > truncator.maxTokens);
  return isCut ? redactMessage(shrunk) : shrunk;
}

function shrink(message: ModelMessage, truncator: Truncator): ModelMessage {
  switch (message.role) {
    case 'system':
      return { ...message, content: shortenText(message.content, truncator) };
    case 'user':
      return shrinkUser(message, truncator);
    case 'assistant':
      return shrinkAssistant(message, truncator);
    case 'tool':
      return {
        ...message,
        content: message.content.map((part) =>
          part.type === 'tool-result' ? shrinkResult(part, truncator) : part,
        ),
      };
  }
}

function shortenText(text: string, { maxTokens, count, cut }: Truncator): string {
  return cut?.(text) ?? truncateText(text, maxTokens, count);
}

function shrinkUser(message: UserMessage, truncator: Truncator): ModelMessage {
  if (typeof message.content === 'string') {
    return { ...message, content: shortenText(message.content, truncator) };
  }
  const content = message.content.map((given) => {
    const part = given.type === 'file' ? (textOfFile(given) ?? given) : given;
    if (part.type === 'text') return { ...part, text: shortenText(part.text, truncator) };
    const name = part.type === 'file' ? part.filename : undefined;
    return { type: 'text' as const, text: `[file: ${name ?? part.mediaType ?? part.type}]` };
  });
  return { ...message, content };
}

function shrinkAssistant(message: AssistantMessage, truncator: Truncator): ModelMessage {
  if (typeof message.content === 'string') {
    return { ...message, content: shortenText(message.content, truncator) };
  }
  const { maxTokens, count, plain = false } = truncator;
  if (!plain && textSizes(message, count).every((size) => size <= maxTokens)) return message;
  const content = message.content.flatMap((part): AssistantPart[] => {
    switch (part.type) {
      case 'text':
        return [{ ...withoutProviderOptions(part), text: shortenText(part.text, truncator) }];
      case 'tool-call':
        // A hosted call is dropped: its result becomes text, and its maker rejects a truncated one.
        if (part.providerExecuted === true) return [];
        return [{ ...withoutProviderOptions(part), input: shrinkInput(part.input, truncator) }];
      case 'tool-result':
        return [{ type: 'text', text: shortenText(hostedResultText(part), truncator) }];
      case 'tool-approval-request':
        return [part];
      default:
        return [];
    }
  });
  return { ...message, content };
}

/** Inputs stay objects: their longest strings are truncated, else all are dropped. */
function shrinkInput(input: unknown, { maxTokens, count }: Truncator): unknown {
  const text = jsonText(input);
  if (count(text) <= maxTokens) return input;
  for (let longest = maxTokens * 2; longest >= 16; longest = Math.floor(longest / 2)) {
    const cut = cutStrings(input, longest);
    if (count(jsonText(cut)) <= maxTokens) return cut;
  }
  return {};
}

function cutStrings(value: unknown, maxLength: number, key = ''): unknown {
  if (typeof value === 'string') {
    if (value.length <= maxLength) return value;
    const text = redactSecrets(value, key);
    if (text.length <= maxLength) return text;
    return `${text.slice(0, maxLength).toWellFormed()}[... ${text.length - maxLength} characters cut]`;
  }
  if (Array.isArray(value)) return value.map((item) => cutStrings(item, maxLength, key));
  if (typeof value !== 'object' || value === null || value instanceof Date) return value;
  return Object.fromEntries(
    Object.entries(value).map(([name, item]) => [name, cutStrings(item, maxLength, name)]),
  );
}

export function shrinkResult(part: ToolResultPart, truncator: Truncator): ToolResultPart {
  const text = toolOutputText(part.output);
  const cut = shortenText(text, truncator);
  const isSame = cut === text && part.output.type !== 'content';
  return isSame ? part : withOutputText(part, cut);
}

/** The result with this text for its output. */
export function withOutputText(part: ToolResultPart, value: string): ToolResultPart {
  const failed = part.output.type.startsWith('error');
  return { ...part, output: { type: failed ? 'error-text' : 'text', value } };
}
