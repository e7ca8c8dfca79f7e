import {
  ConfigError,
  messageText,
  type ModelMessage,
  parseUsage,
  type ProviderCompactor,
  SummarizationError,
} from '@everlong/core';
import { isObject, requireOptions, showValue } from '@everlong/core/internal';
import { takesSystemMessages } from '@everlong/tokenizer';

import { withSystemMessages } from '../rendering/system-notes.js';
import { loadFormat } from '../session-work/sdk-formats.js';
import { COMPACTION_BETA } from '../state/provider-messages.js';
import { betasOf, listOfTools, writeBody } from './write-bodies.js';

/** Options of `createBodyCompactor`. */
export interface BodyCompactorOptions {
  /** The SDK whose bodies `prepare({ as })` writes for the conversation. */
  as: 'anthropic' | 'openai-responses';
  /** The session's model. */
  model: string;
  /**
   * Sends the body by the SDK's client and resolves with the answer: for Anthropic
   * `client.beta.messages.create({ ...body, betas })`, for OpenAI `client.responses.compact(body)`.
   */
  send(body: Fields, call: { betas: string[]; signal?: AbortSignal }): PromiseLike<unknown>;
  /** What one summary may take, thinking included; Anthropic only. Default 8192. */
  maxTokens?: number;
}

type Fields = Record<string, unknown>;

const PROVIDERS: Readonly<Record<string, string>> = {
  anthropic: 'anthropic',
  'openai-responses': 'openai',
};

/** Has a provider summarize the beginning of a conversation whose bodies `prepare({ as })` writes. */
export function createBodyCompactor(options: BodyCompactorOptions): ProviderCompactor {
  requireOptions<BodyCompactorOptions>('createBodyCompactor', options, {
    as: true,
    model: true,
    send: true,
    maxTokens: true,
  });
  const { as, model, send, maxTokens = 8192 } = options;
  const provider = PROVIDERS[as];
  if (provider === undefined) {
    throw new ConfigError(
      `as of createBodyCompactor is ${showValue(as)}. It may be "anthropic" or "openai-responses".`,
    );
  }
  return {
    provider,
    async compact({ instructions, messages, tools, signal }) {
      const { read, write } = await loadFormat('createBodyCompactor', as);
      const isAnthropic = as === 'anthropic';
      const written = writeBody(
        write,
        { instructions, messages: [...messages] },
        { tools: listOfTools(tools), takesSystem: isAnthropic && takesSystemMessages(model) },
      );
      const asks = { max_tokens: maxTokens, compaction: { type: 'summarize' } };
      const body = { model, ...written, ...(isAnthropic ? asks : {}) };
      const needed = betasOf(withSystemMessages(messages));
      const betas = isAnthropic ? [...new Set([COMPACTION_BETA, ...needed])] : [];
      const answer = await send(body, { betas, ...(signal === undefined ? {} : { signal }) });
      const { content, output, stop_reason: stop, usage } = isObject(answer) ? answer : {};
      const billed = isObject(usage) ? parseUsage(usage) : undefined;
      const made = read(isAnthropic ? [{ role: 'assistant', content }] : output);
      if (!made.some(isBlock)) {
        throw new SummarizationError(`it ended with ${showValue(stop)}`, undefined, billed);
      }
      const text = isAnthropic ? { text: made.map(messageText).join('') } : {};
      return { messages: made, ...text, ...(billed === undefined ? {} : { usage: billed }) };
    },
  };
}

function isBlock({ content }: ModelMessage): boolean {
  if (typeof content === 'string') return false;
  return content.some((part) => {
    if (part.type === 'custom') return part.kind === 'openai.compaction';
    return part.type === 'text' && part.providerOptions?.['anthropic']?.['type'] === 'compaction';
  });
}
