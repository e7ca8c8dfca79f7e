import type { ModelMessage } from '../messages/message.js';

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
  /**
   * A text for what the block does not say and has to be said: sent once, after everything else.
   * May be empty.
   */
  note: string;
}
