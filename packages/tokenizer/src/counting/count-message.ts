import {
  ConfigError,
  type MessagePart,
  type ModelMessage,
  type ToolResultContent,
  type ToolResultOutput,
} from '@everlong/core';
import { jsonText, showValue } from '@everlong/core/internal';

import { encryptedReasoningTokens } from './encrypted-reasoning.js';
import type { FrameCosts } from './frame-costs.js';
import { mediaTokens } from './media-tokens.js';
import type { ImageRule } from '../models/model-info.js';

/** The parts that counting a message depends on. */
export interface MessageCounter {
  countText(text: string): number;
  /** Tokens in the encoding itself, of which `countText` may be a weighted estimate. */
  countEncoded(text: string): number;
  costs: FrameCosts;
  imageRule: ImageRule;
}

/**
 * Tokens of a message in a prompt: its content and the frame around it. Throws `ConfigError` for
 * what has no content.
 */
export function countMessage(counter: MessageCounter, message: ModelMessage): number {
  const { content } = (message ?? {}) as Partial<ModelMessage>;
  if (typeof content === 'string') return counter.costs.message + counter.countText(content);
  if (!Array.isArray(content)) {
    throw new ConfigError(
      `Only a message has tokens, such as { role: 'user', content: 'Hello' }, not ${showValue(message)}.`,
    );
  }
  let tokens = counter.costs.message;
  for (const part of content) tokens += countPart(counter, part);
  return tokens;
}

function countPart(counter: MessageCounter, part: MessagePart): number {
  const { countText, costs, imageRule } = counter;
  switch (part.type) {
    case 'text':
      return countText(part.text);
    case 'reasoning':
      return (
        costs.reasoning +
        Math.max(countText(part.text), encryptedReasoningTokens(part.providerOptions))
      );
    case 'tool-call':
      return costs.toolCall + countText(part.toolName) + countInput(counter, part.input);
    case 'tool-result':
      return costs.toolResult + countOutput(counter, part.output);
    case 'file':
    case 'reasoning-file': {
      const name = 'filename' in part ? countText(part.filename ?? '') : 0;
      return name + countFile(counter, part.data, part.mediaType);
    }
    case 'image':
      return mediaTokens(part.image, part.mediaType ?? 'image', imageRule, countText);
    case 'tool-approval-request':
    case 'tool-approval-response':
      // Never sent to a model: the SDK resolves them first.
      return 0;
    case 'custom':
      return countText(jsonText(part.providerOptions ?? {}));
    default:
      // Parts of a kind added by a later version are counted as their JSON.
      return countText(jsonText(part));
  }
}

/**
 * Arguments, either as one text of JSON or each by itself with its text as it is. That is what
 * recorded prompts show, of which none is full of escapes: never less than the JSON encoded.
 */
function countInput(counter: MessageCounter, input: unknown): number {
  const { countText, countEncoded, costs } = counter;
  const { argument } = costs;
  const json = jsonText(input);
  if (argument === undefined || typeof input !== 'object' || input === null) {
    return countText(json);
  }
  let tokens = 0;
  for (const [name, value] of Object.entries(input)) {
    const text = typeof value === 'string' ? value : jsonText(value);
    tokens += argument + countText(name) + countText(text);
  }
  return Math.max(tokens, countEncoded(json));
}

function countOutput(counter: MessageCounter, output: ToolResultOutput): number {
  switch (output.type) {
    case 'text':
    case 'error-text':
      return counter.countText(output.value);
    case 'json':
    case 'error-json':
      return counter.countText(jsonText(output.value));
    case 'execution-denied':
      return counter.countText(output.reason ?? 'execution denied');
    case 'content':
      return output.value.reduce((sum, item) => sum + countContent(counter, item), 0);
    default:
      return counter.countText(jsonText(output));
  }
}

function countContent(counter: MessageCounter, item: ToolResultContent): number {
  const { countText, imageRule } = counter;
  switch (item.type) {
    case 'text':
      return countText(item.text);
    case 'file':
    case 'file-data':
      return countText(item.filename ?? '') + countFile(counter, item.data, item.mediaType);
    case 'image-data':
      return mediaTokens(item.data, item.mediaType, imageRule, countText);
    case 'image-url':
    case 'image-file-id':
    case 'image-file-reference':
      return mediaTokens(undefined, 'image', imageRule, countText);
    case 'file-url':
    case 'file-id':
    case 'file-reference':
      return mediaTokens(undefined, 'application/octet-stream', imageRule, countText);
    default:
      return countText(jsonText(item));
  }
}

function countFile(counter: MessageCounter, data: unknown, mediaType: string): number {
  const { countText, imageRule } = counter;
  const tagged = data as { type?: string; data?: unknown; text?: string };
  switch (tagged.type) {
    case 'text':
      return countText(tagged.text ?? '');
    case 'data':
      return mediaTokens(tagged.data, mediaType, imageRule, countText);
    default:
      return mediaTokens(data, mediaType, imageRule, countText);
  }
}
