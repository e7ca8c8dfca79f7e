import type { ContextState } from '@everlong/core';

const INPUT_BUDGET = 195_904;

/** A state at a share of its input budget, with the level and triggers that the engine gives it. */
export function stateAt(ratio: number, changes: Partial<ContextState> = {}): ContextState {
  const total = Math.ceil(INPUT_BUDGET * ratio);
  const tools = Math.min(12_450, Math.round(total / 4));
  const summary = Math.min(580, Math.round(total / 10));
  const trigger = (name: string, share: number): ContextState['triggers'][number] => {
    const limit = Math.floor(INPUT_BUDGET * share);
    return { name, value: total, limit, ratio: total / limit };
  };
  return {
    window: 200_000,
    inputBudget: INPUT_BUDGET,
    used: { total, instructions: 0, tools, summary, memory: 0, messages: total - tools - summary },
    ratio: total / INPUT_BUDGET,
    level: ratio > 1 ? 'over' : ratio >= 0.9 ? 'hard' : ratio >= 0.75 ? 'soft' : 'normal',
    source: 'tokenizer',
    triggers: [
      trigger('soft threshold', 0.75),
      trigger('hard threshold', 0.9),
      { name: 'messages', value: 18, limit: 30, ratio: 0.6 },
    ],
    willCompact: ratio >= 0.9,
    next:
      ratio >= 0.9
        ? { action: 'snapshot', reason: 'over the hard threshold' }
        : { action: 'keep', reason: 'there is room' },
    epoch: 1,
    spend: { inputTokens: 912_345, outputTokens: 4_321, cacheReadTokens: 800_000 },
    ...changes,
  };
}

/** Every state that an indicator can be in. */
export const sampleStates: readonly { name: string; state: ContextState | undefined }[] = [
  { name: 'unknown', state: undefined },
  { name: 'empty', state: stateAt(0) },
  { name: 'normal', state: stateAt(0.29) },
  { name: 'estimated', state: stateAt(0.42, { source: 'heuristic', windowWarning: 'a guess' }) },
  { name: 'soft', state: stateAt(0.8) },
  { name: 'hard', state: stateAt(0.95) },
  { name: 'over', state: stateAt(1.5) },
];
