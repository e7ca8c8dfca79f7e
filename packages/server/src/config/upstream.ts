import type { HandleChatOptions } from '@everlong/context/ai-sdk';

/** A model that answers chats. */
export interface UpstreamModel {
  /** Its window in tokens, whatever the registry says. Default: the registry's. */
  contextWindow?: number;
  /** Creates the AI SDK's model. */
  load(): Promise<HandleChatOptions['model']>;
}

/** Finds a model by its name; `undefined` when no upstream serves it. */
export type FindUpstream = (model: string) => UpstreamModel | undefined;
