import type { ContextManagerState, UsageTracker } from './usage-tracker.js';

/**
 * What a UI shows with a message: the state, and the tokens billed so far, summed over all
 * calls, under the names that UIs read.
 */
export interface ContextMessageMetadata {
  context: ContextManagerState & {
    inputTokens: number;
    outputTokens: number;
    totalTokens: number;
  };
}

/** The metadata as it is now, and a callback that gives it as it is when a stream asks for it. */
export type ContextMetadataCallback = ContextMessageMetadata &
  ((options: { part: { type: string } }) => ContextMessageMetadata | undefined);

/** Parts of a stream to which metadata is attached. */
const SHOWN: ReadonlySet<string> = new Set(['start', 'finish-step', 'finish']);

export function createMetadataCallback(tracker: UsageTracker): ContextMetadataCallback {
  const callback = ({ part }: { part: { type: string } }): ContextMessageMetadata | undefined =>
    SHOWN.has(part.type) ? describeUsage(tracker) : undefined;
  return Object.assign(callback, describeUsage(tracker));
}

function describeUsage(tracker: UsageTracker): ContextMessageMetadata {
  const state = tracker.state();
  const { totalInputTokens: inputTokens, totalOutputTokens: outputTokens } = state;
  const totalTokens = inputTokens + outputTokens;
  return { context: { ...state, inputTokens, outputTokens, totalTokens } };
}
