import type { ContextState, PreparedRequest, Session } from '@everlong/context';
import type { ModelMessage } from '@everlong/core';
import type { LanguageModelUsage, ToolSet } from 'ai';
import type { ModelObject } from '../setup/model-provider.js';

/** What happens in a turn, as it happens. */
export type TurnEvent =
  | { type: 'request'; request: PreparedRequest }
  | CompactionEvent
  | { type: 'text'; text: string }
  | { type: 'tool-call'; id: string; name: string; input: unknown }
  | { type: 'tool-result'; id: string; name: string; output: unknown; failed: boolean }
  | { type: 'step'; usage: LanguageModelUsage; messages: ModelMessage[] }
  /** The provider said that the request is too long; a smaller one is sent. */
  | { type: 'retry'; reason: string }
  /** A call failed in a way that may be temporary, and is repeated. */
  | { type: 'call-again'; reason: string }
  /** The window has no room for the tools: the request has none. */
  | { type: 'without-tools' };

/** An epoch began, in the turn or in the background since what was told last. */
export interface CompactionEvent {
  type: 'compaction';
  compaction: NonNullable<ContextState['lastCompaction']>;
  /** The gauge before and after. */
  before: ContextState;
  state: ContextState;
}

/** What there is to tell of two gauges of a session, if an epoch began between them. */
export function compactionBetween(
  before: ContextState,
  state: ContextState,
): CompactionEvent | undefined {
  const { lastCompaction: compaction } = state;
  if (state.epoch === before.epoch || compaction === undefined) return undefined;
  return { type: 'compaction', compaction, before, state };
}

export type TurnResult =
  | { status: 'done'; text: string; finishReason: string; usage: LanguageModelUsage }
  | { status: 'interrupted' }
  | { status: 'overflow'; message: string }
  | { status: 'provider-error'; message: string; httpStatus?: number }
  | { status: 'step-limit'; steps: number };

export interface TurnOptions {
  session: Session;
  model: ModelObject;
  /** The name of the model in stored entries. */
  modelName: string;
  instructions: string;
  tools: ToolSet;
  /** Whether to drop the tools if the window has no room for them, instead of failing. */
  toolsOptional?: boolean;
  maxSteps: number;
  /** The last gauge that was shown: a compaction since is told. Default: the gauge now. */
  seen?: ContextState | undefined;
  settings?: { temperature?: number; maxOutputTokens?: number };
  /** Ids for the stored entries. Default: random ones. */
  createEntryId?: () => string;
  signal?: AbortSignal;
  onEvent(event: TurnEvent): void;
}
