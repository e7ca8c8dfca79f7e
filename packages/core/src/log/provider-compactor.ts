import type { JsonObject } from '../base/json-value.js';
import type { ModelMessage } from '../messages/message.js';
import type { CachedRequest } from './summarizer.js';
import type { Usage } from '../base/usage.js';

/**
 * The part that a provider is to summarize: a prefix of the session's own request, byte for byte.
 */
export interface ProviderCompactRequest extends Pick<
  CachedRequest,
  'instructions' | 'messages' | 'tools'
> {
  /** The same by name, description and JSON Schema, for a client that knows no other shape. */
  toolList?: readonly JsonObject[];
  /** Whether the session's calls are streamed: an adapter may write their tools otherwise then. */
  streamed?: boolean;
  /** Aborts the call: `compact` rejects. */
  signal?: AbortSignal | undefined;
}

/** A provider's summary of a prefix. */
export interface ProviderCompaction {
  /** The messages sent in its place. */
  messages: ModelMessage[];
  /** The summary, where it can be read. */
  text?: string;
  usage?: Usage;
}

/** Has a provider summarize the beginning of a conversation by its own means. */
export interface ProviderCompactor {
  /** As in the registry of models: `anthropic`, `openai`. */
  readonly provider: string;
  /**
   * Rejects where the provider refuses, is not there, takes too long or writes no summary: with
   * `SummarizationError` where something was billed all the same.
   */
  compact(request: ProviderCompactRequest): Promise<ProviderCompaction>;
}
