import {
  type AiSdkLanguageModel,
  type AssistantPart,
  ConfigError,
  type ModelMessage,
  type ProviderCompaction,
  type ProviderCompactor,
  type ProviderOptions,
  SummarizationError,
  toUsage,
} from '@everlong/core';
import { checkNumber, definedFields, requireOptions, untilAborted } from '@everlong/core/internal';
import type * as Sdk from 'ai';

import { loadSdk } from './ask-model.js';
import { modelName } from './cached-prefix-call.js';
import { canSendSchemaOnly, schemaOnlyTools } from './schema-only-tools.js';

/** Options of `createProviderCompactor`. */
export interface ProviderCompactorOptions {
  /**
   * The session's model, of `@ai-sdk/anthropic` or `@ai-sdk/openai`, but not one wrapped by a
   * session's middleware.
   */
  model: AiSdkLanguageModel;
  /** Those of the session's own calls. */
  providerOptions?: ProviderOptions;
  /** The most time for one summary, in milliseconds. Default 60,000. */
  timeoutMs?: number;
}

/** What asks for a summary, and what none goes with. */
const ASKS: Readonly<Record<string, ProviderOptions[string]>> = {
  anthropic: { compaction: { type: 'summarize' } },
  openai: { compactionTrigger: true },
};
/** A prompt comes with its cache markers, as many as there may be. */
const NEVER_WITH = new Set(['contextManagement', 'cacheControl']);

/**
 * Has the provider of a model summarize the beginning of a conversation: Anthropic on demand
 * (`compact-2026-09-04`), OpenAI by a `compaction_trigger`.
 *
 * @throws ConfigError for a model of another provider
 */
export function createProviderCompactor(options: ProviderCompactorOptions): ProviderCompactor {
  requireOptions<ProviderCompactorOptions>('createProviderCompactor', options, {
    model: true,
    providerOptions: true,
    timeoutMs: true,
  });
  const { model, providerOptions = {}, timeoutMs = 60_000 } = options;
  checkNumber('timeoutMs of createProviderCompactor', timeoutMs, 0);
  const [provider = ''] = modelName(model).split('/');
  const asks = ASKS[provider];
  if (asks === undefined) {
    throw new ConfigError(
      `createProviderCompactor takes a model of anthropic or openai, not ${modelName(model)}. ` +
        'Leave the compactor out: the session then writes its summaries itself.',
    );
  }
  if (typeof model !== 'string' && model.specificationVersion === 'v3') {
    throw new ConfigError(
      `The adapter of ${modelName(model)} is that of AI SDK 6, which asks for no summary and drops ` +
        'what makes one valid. Use the adapter for ai 7, or createBodyCompactor with prepare({ as }).',
    );
  }
  const own = Object.entries(providerOptions[provider] ?? {});
  const settings = Object.fromEntries(own.filter(([name]) => !NEVER_WITH.has(name)));
  return {
    provider,
    async compact({ instructions, messages, tools, toolList, streamed, signal }) {
      const limit = AbortSignal.timeout(timeoutMs);
      const ends = signal === undefined ? limit : AbortSignal.any([signal, limit]);
      const { generateText, streamText, jsonSchema } = await loadSdk();
      const sent = canSendSchemaOnly(tools) ? tools : toolList;
      const call = {
        model: model as Sdk.LanguageModel,
        ...(instructions.content === '' ? {} : { instructions, system: instructions }),
        messages: [...messages] as Sdk.ModelMessage[],
        // The session's own, where it says in mid-conversation what changed.
        allowSystemInMessages: true,
        ...definedFields({ tools: schemaOnlyTools(sent, jsonSchema) }),
        providerOptions: { ...providerOptions, [provider]: { ...settings, ...asks } },
        // The session has means of its own, and asks again at its next compaction.
        maxRetries: 0,
        abortSignal: ends,
      };
      // Adapters write tools otherwise where the answer is streamed.
      const run = streamed === true ? wholeStream(streamText, call) : generateText(call);
      const { content, usage, rawFinishReason } = await untilAborted(run, ends);
      const billed = toUsage(usage);
      const made = content.flatMap(blockIn);
      const [block] = made;
      if (block === undefined) {
        throw new SummarizationError(`it ended with ${rawFinishReason}`, undefined, billed);
      }
      return { ...block, usage: billed };
    },
  };
}

type Answer = Pick<
  Awaited<ReturnType<typeof Sdk.generateText>>,
  'content' | 'usage' | 'rawFinishReason'
>;

/** The whole of an answer that is streamed. */
async function wholeStream(
  streamText: typeof Sdk.streamText,
  call: Parameters<typeof Sdk.streamText>[0],
): Promise<Answer> {
  const failures: unknown[] = [];
  const result = streamText({ ...call, onError: ({ error }) => void failures.push(error) });
  await result.consumeStream();
  if (failures.length > 0) throw failures[0];
  const [content, usage, rawFinishReason] = await Promise.all([
    result.content,
    result.usage,
    result.rawFinishReason,
  ]);
  return { content, usage, rawFinishReason };
}

/** A part of an answer that is a provider's summary. */
function blockIn(part: {
  type: string;
  text?: string;
  kind?: string;
  providerMetadata?: ProviderOptions | undefined;
}): Pick<ProviderCompaction, 'messages' | 'text'>[] {
  const { type, text, kind, providerMetadata: providerOptions } = part;
  if (providerOptions === undefined) return [];
  if (
    type === 'text' &&
    text !== undefined &&
    providerOptions['anthropic']?.['type'] === 'compaction'
  ) {
    return [{ messages: [answer({ type, text, providerOptions })], text }];
  }
  if (type === 'custom' && kind === 'openai.compaction') {
    return [{ messages: [answer({ type, kind, providerOptions })] }];
  }
  return [];
}

function answer(part: AssistantPart): ModelMessage {
  return { role: 'assistant', content: [part] };
}
