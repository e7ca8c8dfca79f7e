import type { ModelMessage } from '@everlong/core';

import { assembleMessages } from '../rendering/assemble-messages.js';
import type { Counter } from '../rendering/counter.js';
import { type Instructions, renderInstructions } from './instructions.js';
import type { PolicySettings } from '../policies/policy.js';
import type { SessionState } from '../state/session-state.js';

/** What the caller wants to send besides the log. */
export interface RequestInputs {
  instructions: string;
  toolTokens: number;
}

/** The request as the epoch in force makes it, with its size. */
export interface DraftRequest {
  instructions: Instructions;
  messages: readonly ModelMessage[];
  toolTokens: number;
  /** Tokens of the snapshot, wherever it is placed. */
  snapshotTokens: number;
  messageTokens: number;
  /** Instructions without a snapshot, and tools. */
  fixedTokens: number;
  usedTokens: number;
}

/** Renders the epoch in force and measures it. Pure: the same state gives the same bytes. */
export function draftRequest(
  state: SessionState,
  inputs: RequestInputs,
  placement: PolicySettings['summaryPlacement'],
  counter: Counter,
): DraftRequest {
  const inMessages = placement === 'message';
  const headTokens = state.inputs?.headTokens ?? Number.MAX_SAFE_INTEGER;
  const render = (summary: string): Instructions =>
    renderInstructions(
      { head: state.head, caller: inputs.instructions, summary },
      headTokens,
      counter.text,
    );
  const plain = render('');
  const { snapshot } = state;
  const instructions = inMessages || snapshot === undefined ? plain : render(snapshot.text);
  const summaries = inMessages ? state.summaries : [];
  const { groups, injections } = state;
  const messages = assembleMessages({ summaries, groups: groups.list, injections });
  const summaryTokens = tokensOf(summaries, counter);
  const snapshotTokens = summaryTokens + instructions.tokens - plain.tokens;
  const messageTokens = tokensOf(messages, counter) - summaryTokens;
  const fixedTokens = plain.tokens + inputs.toolTokens;
  return {
    instructions,
    messages,
    toolTokens: inputs.toolTokens,
    snapshotTokens,
    messageTokens,
    fixedTokens,
    usedTokens: fixedTokens + snapshotTokens + messageTokens,
  };
}

function tokensOf(messages: readonly ModelMessage[], counter: Counter): number {
  return messages.reduce((sum, message) => sum + counter.message(message), 0);
}
