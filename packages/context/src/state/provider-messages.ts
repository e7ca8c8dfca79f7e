import type { ModelMessage, ProviderBlock } from '@everlong/core';
import { describeModel, offersOf } from '@everlong/tokenizer';

/** The header value of Anthropic's compaction on demand, and of each request that carries its block. */
export const COMPACTION_BETA = 'compact-2026-09-04';

/** By identity: what a provider's block stands for, where thinking behind it rests on that. */
const blocks = new WeakMap<ModelMessage, ProviderBlock>();

/** The features of a model that takes a provider's block. */
const TAKES = new Set(['compaction-on-demand', 'compaction-encrypted']);

/** Whether the provider of a model takes a block back. */
export function takesBlock(model: string | undefined, { provider }: ProviderBlock): boolean {
  if (model === undefined || describeModel(model).provider !== provider) return false;
  return offersOf(model).some(({ feature }) => TAKES.has(feature));
}

/** The messages that a provider's block is sent as. */
export function blockMessages(block: ProviderBlock): readonly ModelMessage[] {
  return block.messages.map((message) => {
    const sent = { ...message };
    blocks.set(sent, block);
    return sent;
  });
}

/** The block that a message is of; `undefined` for a message of any other kind. */
export function blockOf(message: ModelMessage | undefined): ProviderBlock | undefined {
  return message === undefined ? undefined : blocks.get(message);
}
