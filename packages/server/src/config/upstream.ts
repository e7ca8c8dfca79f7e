import type { HandleChatOptions } from '@everlong/context/ai-sdk';

/** A model that answers chats, where the server's own settings say that it is. */
export interface UpstreamModel {
  /** Tokens of its window, in place of the registry's. */
  contextWindow?: number;
  /** The model, as a provider of the AI SDK makes it. */
  load(): Promise<HandleChatOptions['model']>;
}

/** The model of a session's `model`; `undefined`: no upstream serves it. */
export type FindUpstream = (model: string) => UpstreamModel | undefined;
