import type { MessagePart, ModelMessage } from '@everlong/core';

import { type Fields, fieldsOf, isFields } from '../json/json-fields.js';
import {
  keep,
  keptFields,
  type Optioned,
  otherFields,
  withOptions,
} from '../messages/kept-fields.js';
import { loseOptions, type LossSink } from '../messages/loss.js';
import type { AnthropicCacheControl } from './anthropic-message.js';

export const ANTHROPIC = 'anthropic';

/** The ids of calls that the API takes. */
export const CALL_ID = /^[a-zA-Z0-9_-]+$/;

/** The part with the block's cache marker, and with its fields but those named. */
export function keepBlock<Part extends MessagePart>(
  part: Part,
  block: Fields,
  ...known: readonly string[]
): Part {
  const { cache_control } = block;
  const read = isFields(cache_control) ? ['type', 'cache_control'] : ['type'];
  const cacheControl = isFields(cache_control) ? cache_control : undefined;
  const fields = otherFields(block, ...read, ...known);
  return keep(withOptions(part, ANTHROPIC, { cacheControl }), ANTHROPIC, { fields });
}

/** What `keepBlock` kept, as fields of a block. */
export function blockFields(item: Optioned): Fields {
  return { ...cacheMarker(item), ...keptFields(item, ANTHROPIC) };
}

/** The cache marker of a message or part, as a field of a block. */
export function cacheMarker(item: Optioned): { cache_control?: AnthropicCacheControl } {
  const { cacheControl, cache_control } = fieldsOf(item.providerOptions?.[ANTHROPIC]);
  const marker = cacheControl ?? cache_control;
  return isFields(marker) ? { cache_control: marker as AnthropicCacheControl } : {};
}

/** Reports the options that a block cannot carry: all but the cache marker and those named. */
export function loseOthers(
  item: ModelMessage | MessagePart | Optioned,
  losses: LossSink,
  ...options: readonly string[]
): void {
  const own = ['cacheControl', 'cache_control', ...options];
  loseOptions(item, { provider: ANTHROPIC, options: own }, losses);
}
