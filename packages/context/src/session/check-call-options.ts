import { ConfigError } from '@everlong/core';
import { checkOptions, type OptionNames, showValue } from '@everlong/core/internal';

import type { Abortable, CompactOptions, Session } from '../session-work/session.js';

type EndTurnOptions = NonNullable<Parameters<Session['endTurn']>[0]>;
type AppendOptions = { expectedSeq?: number; as?: unknown; idOf?: unknown };
type SecondOptions<Call extends 'search' | 'expand'> = NonNullable<Parameters<Session[Call]>[1]>;

const COMPACT: OptionNames<CompactOptions> = {
  instructions: true,
  snapshot: true,
  preview: true,
  abortSignal: true,
};

const END_TURN: OptionNames<EndTurnOptions> = { wait: true };

/** What callers of other libraries bring along, and what to do instead. */
export const CURES = {
  system: 'Use "instructions".',
  systemPrompt: 'Use "instructions".',
  messages: 'Append them with session.append() first.',
  prompt: 'Append it with session.append() first.',
  signal: 'Use "abortSignal".',
};

/** Throws `ConfigError` for an option that `session.compact` does not have, or cannot use. */
export function checkCompactOptions(options: CompactOptions | undefined): void {
  checkOptions<CompactOptions>('session.compact', options, COMPACT, CURES);
  const { snapshot, preview } = options ?? {};
  if (snapshot === undefined) return;
  const text: unknown = typeof snapshot === 'string' ? snapshot : snapshot?.text;
  if (typeof text !== 'string' || text.trim() === '') {
    throw new ConfigError(
      'The snapshot of session.compact must be a text, or an object with a `text`, that says ' +
        `something, not ${showValue(snapshot)}.`,
    );
  }
  if (preview === true) {
    throw new ConfigError(
      'session.compact takes `preview` or `snapshot`, not both: preview first, then compact with ' +
        'the edited snapshot.',
    );
  }
}

/** Throws `ConfigError` for an option that `session.endTurn` does not have. */
export function checkEndTurnOptions(options: unknown): void {
  checkOptions<EndTurnOptions>('session.endTurn', options, END_TURN, CURES);
}

/** Throws `ConfigError` for an option that `session.undoCompaction` does not have. */
export function checkUndoOptions(options: unknown): void {
  checkOptions<Abortable>('session.undoCompaction', options, { abortSignal: true }, CURES);
}

/** Throws `ConfigError` for an option that `session.append` does not have. */
export function checkAppendOptions(options: unknown): void {
  const cures = { format: 'Use "as".' };
  const names = { as: true, expectedSeq: true, idOf: true } as const;
  checkOptions<AppendOptions>('session.append', options, names, cures);
}

/** Throws `ConfigError` for an option that `session.search` does not have. */
export function checkSearchOptions(options: unknown): void {
  const names = { limit: true, withdrawn: true } as const;
  checkOptions<SecondOptions<'search'>>('session.search', options, names);
}

/** Throws `ConfigError` for an option that `session.expand` does not have. */
export function checkExpandOptions(options: unknown): void {
  checkOptions<SecondOptions<'expand'>>('session.expand', options, { withdrawn: true });
}
