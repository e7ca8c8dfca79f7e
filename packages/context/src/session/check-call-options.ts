import { ConfigError, type ReadOptions } from '@everlong/core';
import {
  checkOptions,
  checkSignal,
  checkString,
  checkSwitch,
  type OptionNames,
  showValue,
} from '@everlong/core/internal';

import type {
  Abortable,
  CompactOptions,
  ExplainOptions,
  PrepareOptions,
} from '../session-work/call-options.js';
import type { Session } from '../session-work/session.js';

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

const INPUTS: OptionNames<PrepareOptions> = { instructions: true, tools: true };

const ENTRIES: OptionNames<ReadOptions & { withdrawn?: boolean }> = {
  from: true,
  to: true,
  limit: true,
  reverse: true,
  withdrawn: true,
};

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
  checkSignal('session.compact', options?.abortSignal);
  const { snapshot, preview, instructions } = options ?? {};
  checkSwitch('preview of session.compact', preview);
  if (instructions !== undefined) checkString('The instructions of session.compact', instructions);
  if (snapshot === undefined) return;
  const text: unknown = typeof snapshot === 'string' ? snapshot : snapshot?.text;
  if (typeof text !== 'string' || text.trim() === '') {
    throw new ConfigError(
      'The snapshot of session.compact must be a string, or an object with a `text`, that says ' +
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
export function checkEndTurnOptions(options: EndTurnOptions | undefined): void {
  checkOptions<EndTurnOptions>('session.endTurn', options, END_TURN, CURES);
  checkSwitch('wait of session.endTurn', options?.wait);
}

/** Throws `ConfigError` for an option that `session.undoCompaction` does not have. */
export function checkUndoOptions(options: Abortable | undefined): void {
  checkOptions<Abortable>('session.undoCompaction', options, { abortSignal: true }, CURES);
  checkSignal('session.undoCompaction', options?.abortSignal);
}

/** Throws `ConfigError` for an option that `session.append` does not have, or cannot use. */
export function checkAppendOptions(options: unknown): void {
  const cures = { format: 'Use "as".' };
  const names = { as: true, expectedSeq: true, idOf: true } as const;
  checkOptions<AppendOptions>('session.append', options, names, cures);
  const { idOf } = (options ?? {}) as AppendOptions;
  if (idOf === undefined || typeof idOf === 'function') return;
  throw new ConfigError(
    'idOf of session.append must be a function that gives the id of a message, not ' +
      `${showValue(idOf)}.`,
  );
}

/** Throws `ConfigError` for an option that `session.state` does not have. */
export function checkStateOptions(options: unknown): void {
  checkOptions<PrepareOptions>('session.state', options, INPUTS, CURES);
}

/** Throws `ConfigError` for an option that `session.entries` does not have. */
export function checkEntriesOptions(options: unknown): void {
  checkOptions('session.entries', options, ENTRIES);
  const { withdrawn } = (options ?? {}) as { withdrawn?: unknown };
  checkSwitch('withdrawn of session.entries', withdrawn);
}

/** Throws `ConfigError` unless `session.explain` is asked about an entry. */
export function checkExplainOptions(options: ExplainOptions): void {
  const names = { atSeq: true, ...INPUTS } as const;
  const given: unknown = options ?? {};
  checkOptions<ExplainOptions>('session.explain', given, names, CURES);
  const { atSeq } = given as { atSeq?: unknown };
  if (typeof atSeq === 'number') return;
  throw new ConfigError(
    `session.explain needs atSeq, the number of an entry, not ${showValue(atSeq)}.`,
  );
}

/** Throws `ConfigError` unless `session.search` can be called so. */
export function checkSearch(query: unknown, options: unknown): void {
  if (typeof query !== 'string') {
    throw new ConfigError(
      `The query of session.search must be a string, not ${showValue(query)}. Any string is one.`,
    );
  }
  const names = { limit: true, withdrawn: true } as const;
  checkOptions<SecondOptions<'search'>>('session.search', options, names);
}

/** Throws `ConfigError` unless `session.expand` can be called so. */
export function checkExpand(ids: unknown, options: unknown): void {
  const isList =
    Array.isArray(ids) && ids.every((id) => typeof id === 'string' || typeof id === 'number');
  if (!isList) {
    throw new ConfigError(
      'session.expand takes a list of ids or numbers of entries, such as [12], not ' +
        `${showValue(ids)}.`,
    );
  }
  checkOptions<SecondOptions<'expand'>>('session.expand', options, { withdrawn: true });
  const { withdrawn } = (options ?? {}) as { withdrawn?: unknown };
  checkSwitch('withdrawn of session.expand', withdrawn);
}

/** Throws `ConfigError` for an option that a call for a tool call does not have, or cannot use. */
export function checkToolCallOptions(caller: string, options: unknown): void {
  checkOptions<{ toolCallId?: string }>(caller, options, { toolCallId: true });
  const { toolCallId } = (options ?? {}) as { toolCallId?: unknown };
  if (toolCallId !== undefined) checkString(`The toolCallId of ${caller}`, toolCallId);
}
