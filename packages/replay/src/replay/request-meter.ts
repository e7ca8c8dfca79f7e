import type { PrepareOptions } from '@everlong/context';
import type { StoredRecord } from '@everlong/core';
import type { ModelTokenizer, ToolsInput } from '@everlong/tokenizer';

import type { PromptPrices } from '../cache/prompt-prices.js';
import type { CacheBlock } from '../messages/cache-block.js';
import type { MessageFacts } from '../messages/message-book.js';
import type { ReplayLog } from '../needs/replay-log.js';
import type { PolicyTally } from '../report/policy-tally.js';
import type { RequestTexts } from '../needs/value-needs.js';
import { createCostMeter } from './cost-meter.js';
import type { ReplayedRequest } from './replayed-session.js';

export interface RequestMeterOptions {
  log: ReplayLog;
  logged: ReadonlySet<RequestTexts['derived'][number]>;
  tokenizer: ModelTokenizer;
  prices: PromptPrices;
  inputs: PrepareOptions & { tools?: ToolsInput };
  idleExpiry: boolean;
}

/** A request and its tokens. */
interface MeteredRequest {
  messages: MessageFacts[];
  /** Tools, instructions and messages, with what opens the reply. */
  tokens: number;
}

/** Adds up what requests and a summarizer's calls cost. */
export interface RequestMeter {
  /** A request that was sent before the recorded entry `seq`. */
  add(request: Pick<ReplayedRequest, 'instructions' | 'messages'>, seq: number): MeteredRequest;
  /** Adds the usage in a record, if any. */
  addUsage(record: StoredRecord): void;
}

export function createRequestMeter(options: RequestMeterOptions, tally: PolicyTally): RequestMeter {
  const { log, logged, tokenizer, prices, inputs } = options;
  const { book } = log;
  const meter = createCostMeter(prices, tally, options);
  const replyTokens = tokenizer.countMessages([]);
  const toolBlocks: CacheBlock[] =
    inputs.tools === undefined
      ? []
      : [{ key: book.keyOf(inputs.tools), tokens: tokenizer.countTools(inputs.tools) }];

  function instructionBlocks(instructions: string): CacheBlock[] {
    if (instructions === '') return [];
    const { blocks } = book.message({ role: 'system', content: instructions });
    return [...blocks];
  }

  return {
    add(request, seq) {
      const messages = request.messages.map((message) => book.message(message));
      const fixed = [...toolBlocks, ...instructionBlocks(request.instructions)];
      const firstLogged = messages.findIndex(({ text }) => logged.has(text));
      meter.add({
        fixed,
        messages,
        headMessages: firstLogged < 0 ? messages.length : firstLogged,
        atMs: log.requestTimeMs(seq),
      });
      const tokens = [...fixed, ...messages].reduce((sum, part) => sum + part.tokens, replyTokens);
      return { messages, tokens };
    },
    addUsage(record) {
      if ((record.type !== 'compaction' && record.type !== 'attempt') || !record.usage) return;
      const { usage } = record;
      tally.summaryCalls++;
      tally.inputTokens += usage.inputTokens;
      tally.cachedTokens += usage.cacheReadTokens ?? 0;
      tally.cachedTokensWithoutExpiry += usage.cacheReadTokens ?? 0;
      tally.cacheWriteTokens += usage.cacheWriteTokens ?? 0;
      tally.costUsd += prices.callUsd(usage);
      tally.uncachedUsd += prices.callUsd({ ...usage, cacheReadTokens: 0, cacheWriteTokens: 0 });
    },
  };
}
