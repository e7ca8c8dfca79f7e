import type { ModelMessage } from '../messages/message.js';
import type { CachedRequest } from './summarizer.js';
import type { Usage } from '../base/usage.js';

/** A summary that a provider wrote, and takes back in the place of the messages that it covers. */
export interface ProviderBlock {
  /** No other provider takes it. */
  provider: string;
  /** The model that wrote it. */
  model: string;
  /** As it is sent, unchanged: the block, or the whole window that the provider compacted. */
  messages: ModelMessage[];
  /** The summary, where it can be read; absent where it is encrypted. */
  text?: string;
  /** Hashes of the instructions and tools, and of the messages that it stands for. */
  standsFor?: { head: string; prefix: string };
  /** What it does not say and has to be said: sent once, after everything else. May be empty. */
  note: string;
}

/** What a provider is to summarize: a prefix of the session's own request, byte for byte. */
export interface ProviderCompactRequest extends Pick<
  CachedRequest,
  'instructions' | 'messages' | 'tools'
> {
  /** Aborts the call: `compact` rejects. */
  signal?: AbortSignal | undefined;
}

/** What a provider made of a prefix. */
export interface ProviderCompaction {
  /** What is sent in its place. */
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
