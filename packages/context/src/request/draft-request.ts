import type { Entry, ModelMessage, Snapshot } from '@everlong/core';

import { assembleMessages } from '../rendering/assemble-messages.js';
import type { Counter } from '../rendering/counter.js';
import { type Instructions, renderInstructions } from './instructions.js';
import type { PolicySettings } from '../policies/policy.js';
import type { SessionState } from '../state/session-state.js';
import type { MessageGroups } from '../state/message-groups.js';

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
  /** Tokens of the snapshot, wherever it stands. */
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
  const summaries = state.snapshot === undefined ? NO_MESSAGES : summaryMessages(state.snapshot);
  const headTokens = state.inputs?.headTokens ?? Number.MAX_SAFE_INTEGER;
  const render = (text: string): Instructions =>
    renderOnce(
      { head: state.head, caller: inputs.instructions, summary: text },
      headTokens,
      counter.text,
    );
  const plain = render('');
  const instructions =
    inMessages || state.snapshot === undefined ? plain : render(state.snapshot.text);
  const { messages, tokens: listTokens } = assembleOnce(
    state,
    inMessages ? summaries : NO_MESSAGES,
    counter,
  );
  const inMessagesTokens = inMessages
    ? summaries.reduce((sum, message) => sum + counter.message(message), 0)
    : 0;
  const snapshotTokens = inMessagesTokens + instructions.tokens - plain.tokens;
  const messageTokens = listTokens - inMessagesTokens;
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

interface Assembled {
  key: unknown[];
  messages: readonly ModelMessage[];
  tokens: number;
}

const assembled = new WeakMap<MessageGroups, Assembled>();

/** One request is looked at several times before it goes out: its messages are put together once. */
function assembleOnce(
  { list, injections }: SessionState,
  summaries: readonly ModelMessage[],
  counter: Counter,
): Assembled {
  const { groups } = list;
  // Groups come and change at the end only.
  const key = [groups.length, groups.at(-1), injections.length, summaries];
  const known = assembled.get(list);
  if (known?.key.every((value, index) => value === key[index])) return known;
  const messages = assembleMessages({ summaries, groups, injections });
  const tokens = messages.reduce((sum, message) => sum + counter.message(message), 0);
  const made = { key, messages, tokens };
  assembled.set(list, made);
  return made;
}

const rendered = new WeakMap<readonly Entry[], { key: unknown[]; instructions: Instructions }[]>();

/** Instructions are long and rarely change: the last two answers for a log are kept. */
function renderOnce(...args: Parameters<typeof renderInstructions>): Instructions {
  const [{ head, caller, summary }, headTokens] = args;
  const key = [head.length, caller, summary, headTokens];
  const known = rendered.get(head) ?? [];
  const hit = known.find((item) => item.key.every((value, index) => value === key[index]));
  if (hit !== undefined) return hit.instructions;
  const instructions = renderInstructions(...args);
  rendered.set(head, [{ key, instructions }, ...known.slice(0, 1)]);
  return instructions;
}

const NO_MESSAGES: readonly ModelMessage[] = [];

const asMessages = new WeakMap<Snapshot, readonly ModelMessage[]>();

/** The snapshot as it is sent; the same objects each time, so that they are counted once. */
export function summaryMessages(snapshot: Snapshot): readonly ModelMessage[] {
  const known = asMessages.get(snapshot);
  if (known !== undefined) return known;
  const texts = snapshot.parts ?? [snapshot.text];
  const messages = texts.map((text) => ({ role: 'user' as const, content: text.toWellFormed() }));
  asMessages.set(snapshot, messages);
  return messages;
}
