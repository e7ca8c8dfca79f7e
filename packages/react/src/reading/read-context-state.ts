import type { ContextState } from '@everlong/core';

import { fieldsOf, isFields, listOf } from './fields.js';
import { isAmount } from './gauge.js';

/**
 * The newest state that AI SDK messages carry: `metadata.context`, or while an answer is being
 * streamed its `data-context-state` part, which is newer than the metadata of the answer's start.
 */
export function readContextState(messages: readonly unknown[]): ContextState | undefined {
  for (let index = messages.length - 1; index >= 0; index -= 1) {
    const { metadata, parts } = fieldsOf(messages[index]);
    const { context, usage } = fieldsOf(metadata);
    const given = toContextState(context);
    const part = partState(listOf(parts));
    // Usage arrives at the end of an answer; a later compaction adds a part.
    const isEnd = usage !== undefined && given !== undefined;
    const found = isEnd && !(part && part.epoch > given.epoch) ? given : (part ?? given);
    if (found !== undefined) return found;
  }
  return undefined;
}

function partState(parts: readonly unknown[]): ContextState | undefined {
  const { data } = fieldsOf(parts.findLast((part) => fieldsOf(part)['type'] === PART_TYPE));
  return toContextState(data);
}

const PART_TYPE = 'data-context-state';

/** Keeps the shown fields that have the right types: a stored message may hold anything. */
function withSoundFields(state: ContextState): ContextState {
  const { triggers, next, source, level } = state as Readonly<Record<keyof ContextState, unknown>>;
  const list = listOf(triggers).filter(isFields) as unknown as ContextState['triggers'];
  const isSound =
    Array.isArray(triggers) &&
    list.length === triggers.length &&
    typeof source === 'string' &&
    typeof level === 'string' &&
    typeof fieldsOf(next)['reason'] === 'string';
  if (isSound) return state;
  const { action, reason } = fieldsOf(next);
  return {
    ...state,
    triggers: list,
    source: typeof source === 'string' ? state.source : 'heuristic',
    level: typeof level === 'string' ? state.level : 'normal',
    next: {
      action: typeof action === 'string' ? state.next.action : 'keep',
      reason: typeof reason === 'string' ? reason : '',
    },
  };
}

/** The shown part of `getState()` of a `createContextManager`. */
export interface ManagerState {
  /** Tokens of the next call. */
  estimatedContextSize: number;
  /** The window. */
  maxTokens: number;
  /** From 0 to 1. */
  usageRatio: number;
  /** True if the list should be summarized. */
  softThresholdExceeded: boolean;
  /** True if it must be summarized. */
  hardThresholdExceeded: boolean;
  /** How often it was. */
  summaryCount: number;
}

/** A state; also from that of a `createContextManager`, which knows only the total. */
export function toContextState(value: unknown): ContextState | undefined {
  const fields = fieldsOf(value);
  if (typeof fields['ratio'] === 'number' && isFields(fields['used'])) {
    return withSoundFields(value as ContextState);
  }
  const { estimatedContextSize: total, maxTokens, usageRatio: ratio } = fields;
  if (!isAmount(total) || !isAmount(maxTokens) || !isAmount(ratio)) return undefined;
  const isHard = fields['hardThresholdExceeded'] === true;
  const isSoft = fields['softThresholdExceeded'] === true;
  return {
    window: maxTokens,
    inputBudget: maxTokens,
    used: { total, instructions: 0, tools: 0, summary: 0, memory: 0, messages: 0 },
    ratio,
    level: ratio > 1 ? 'over' : isHard ? 'hard' : isSoft ? 'soft' : 'normal',
    source: 'heuristic',
    triggers: [],
    willCompact: isHard,
    next: {
      action: isHard ? 'snapshot' : 'keep',
      reason: isHard ? 'above the hard threshold' : '',
    },
    epoch: isAmount(fields['summaryCount']) ? fields['summaryCount'] : 0,
  };
}
