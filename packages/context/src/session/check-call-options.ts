import { checkOptions, type OptionNames } from '@everlong/core/internal';

import type { Session } from './session.js';

type OptionsOf<Call extends 'prepare' | 'compact' | 'endTurn'> = NonNullable<
  Parameters<Session[Call]>[0]
>;

const PREPARE: OptionNames<OptionsOf<'prepare'>> = {
  instructions: true,
  tools: true,
  abortSignal: true,
};

const COMPACT: OptionNames<OptionsOf<'compact'>> = { instructions: true, abortSignal: true };

const END_TURN: OptionNames<OptionsOf<'endTurn'>> = { wait: true };

/** What callers of other libraries bring along. */
const CURES = {
  system: 'Use "instructions".',
  systemPrompt: 'Use "instructions".',
  messages: 'Append them with session.append() first.',
  prompt: 'Append it with session.append() first.',
  signal: 'Use "abortSignal".',
};

/** Throws `ConfigError` for an option that `session.prepare` does not have. */
export function checkPrepareOptions(options: unknown): void {
  checkOptions<OptionsOf<'prepare'>>('session.prepare', options, PREPARE, CURES);
}

/** Throws `ConfigError` for an option that `session.compact` does not have. */
export function checkCompactOptions(options: unknown): void {
  checkOptions<OptionsOf<'compact'>>('session.compact', options, COMPACT, CURES);
}

/** Throws `ConfigError` for an option that `session.endTurn` does not have. */
export function checkEndTurnOptions(options: unknown): void {
  checkOptions<OptionsOf<'endTurn'>>('session.endTurn', options, END_TURN, CURES);
}
