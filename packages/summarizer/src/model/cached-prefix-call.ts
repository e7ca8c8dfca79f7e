import type {
  AiSdkLanguageModel,
  Entry,
  CachedRequest,
  ModelMessage,
  ProviderOptions,
  SummarizeInput,
} from '@everlong/core';
import { hasCacheMarker, withoutCacheMarkers } from '@everlong/core/internal';
import { redactSecrets, type SecretFingerprints } from '@everlong/redaction';

import type { AskModelOptions } from './ask-model.js';
import { cachedPrefixPrompt } from './cached-prefix-prompt.js';
import { redactRange } from '../reading/redact-entries.js';
import { canSendSchemaOnly } from './schema-only-tools.js';
import { type SummaryTask, summaryInstructions } from './summary-prompt.js';

/** The maximum size in tokens of the list of entry numbers. */
const MAX_INDEX_TOKENS = 2_000;

/** A model call without its signal. */
type CachedPrefixCall = Omit<AskModelOptions, 'model' | 'signal'>;

/** Calls that add one message to the session's own request. */
export interface CachedPrefixCalls {
  /** The entries in the request besides those to summarize, without secrets. */
  entriesAfter: readonly Entry[];
  /** `undefined` if the message has no room. */
  callFor(task: SummaryTask): CachedPrefixCall | undefined;
}

/**
 * Prepares calls that extend the session's cached request (`input.live`) byte for byte. `undefined`
 * without one, or if it cannot be sent unchanged: redaction would change it, or the provider would
 * run one of its tools. `given` is the input before redaction. If `providerOptions` cache whole
 * requests, parts carry no cache markers of their own, since Anthropic accepts four in all.
 */
export function createCachedPrefixCalls(
  given: SummarizeInput,
  summaryPrompt: string,
  providerOptions: ProviderOptions | undefined,
): CachedPrefixCalls | undefined {
  const { live } = given;
  if (live === undefined || !canSendSchemaOnly(live.tools)) return undefined;
  const secrets = given.previous?.secrets;
  const { entries } = redactRange(given.entries, secrets);
  if (holdsSecret(live, given.entries, secrets)) return undefined;
  const count = (text: string): number => given.count(text);
  const isMarked = !hasCacheMarker(providerOptions);
  const sent = <Message extends ModelMessage>(message: Message): Message =>
    isMarked ? message : withoutCacheMarkers(message);
  return {
    entriesAfter: redactRange(live.entriesAfter, secrets).entries,
    callFor(task) {
      const instructions = summaryInstructions(summaryPrompt, {
        summary: task.summary,
        maxTokens: given.maxTokens,
      });
      const maxIndexTokens = Math.min(MAX_INDEX_TOKENS, Math.floor(live.room / 2));
      const rest = { instructions, live, entries, maxIndexTokens, count };
      // The conversation before it holds what the account tells.
      const prompt = [task, { ...task, account: '' }]
        .map((asked) => cachedPrefixPrompt({ ...asked, ...rest }))
        .find((text) => count(text) <= live.room);
      if (prompt === undefined) return undefined;
      return {
        instructions: sent(live.instructions),
        before: live.messages.map(sent),
        prompt,
        ...(live.tools === undefined ? {} : { tools: live.tools }),
      };
    },
  };
}

/**
 * Whether redaction would change anything, including secrets that only this range or an earlier one
 * reveals.
 */
function holdsSecret(
  { instructions, messages, tools }: CachedRequest,
  span: readonly Entry[],
  secrets: SecretFingerprints | undefined,
): boolean {
  const texts = [instructions.content, ...descriptions(tools)];
  if (texts.some((text) => redactSecrets(text) !== text)) return true;
  const sent = messages.map((message, seq): Entry => ({
    id: `live-${seq}`,
    sessionId: 'live',
    seq,
    createdAt: '',
    format: 'model-message/1',
    message,
  }));
  const redacted = redactRange([...span, ...sent], secrets).entries;
  return sent.some((entry, index) => entry !== redacted[span.length + index]);
}

function descriptions(tools: unknown): string[] {
  const list = typeof tools === 'object' && tools !== null ? Object.values(tools) : [];
  return list.flatMap((tool: { description?: unknown }) =>
    typeof tool.description === 'string' ? [tool.description] : [],
  );
}

/** The name of a model as sessions have it: `provider/model`, or the id that the caller gave. */
export function modelName(model: AiSdkLanguageModel): string {
  if (typeof model === 'string') return model;
  const { provider, modelId } = model;
  const [name = ''] = provider.split('.');
  // With a gateway, the model's id includes the provider.
  return name === '' || modelId.includes('/') ? modelId : `${name}/${modelId}`;
}
