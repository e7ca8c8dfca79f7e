import type { ModelMessage } from '@everlong/core';
import { bindsThinking } from '@everlong/tokenizer';

import { checkThinking } from './bound-thinking.js';
import { summaryPlacement } from './epoch-inputs.js';
import type { RequestInput } from './request-input.js';
import type { HeadText } from '../state/head-text.js';
import { summaryText } from '../state/opening-messages.js';
import { blockOf } from '../state/provider-messages.js';
import type { PrefixMark } from '../state/request-mark.js';
import type { SessionState } from '../state/session-state.js';
import { assembleMessages, canEndWith } from '../rendering/assemble-messages.js';
import type { MessageGroup } from '../rendering/message-group.js';
import { groupWithoutThinking } from '../rendering/without-thinking.js';
import { leftOutOf } from '../rendering/gap-marks.js';
import { withinLimits } from '../truncation/inline-files.js';

/** The request as the epoch in force makes it, with its size. */
export interface DraftRequest {
  instructions: Instructions;
  /** What comes before the log: the snapshot, where it is sent in a message, and the notes. */
  opening: readonly ModelMessage[];
  messages: readonly ModelMessage[];
  /** The groups as they are sent: without thinking that was made behind other bytes. */
  groups: readonly MessageGroup[];
  /** For the mark of its answer, where the model binds its thinking. */
  prefix?: PrefixMark;
  /** Whether a request may end with the last message. */
  endsWell: boolean;
  /** Whether the messages keep to the provider's limits of files, images and messages. */
  isWithinLimits: boolean;
  toolTokens: number;
  /** Tokens of the snapshot, wherever it is placed. */
  snapshotTokens: number;
  /** Tokens of the profile and of what was recalled. */
  memoryTokens: number;
  /** Tokens of all other messages. */
  messageTokens: number;
  /** Instructions without a snapshot, and tools. */
  fixedTokens: number;
  usedTokens: number;
}

/** Renders the epoch in force and measures it. Pure: the same state gives the same bytes. */
export function draftRequest(input: RequestInput): DraftRequest {
  const { state, config, measured } = input;
  const { counter } = config;
  const { snapshot, groups, injections } = state;
  const [opens] = state.summaries;
  const isOpeningClosed = opens !== undefined && blockOf(opens) !== undefined;
  const inMessages = isOpeningClosed || summaryPlacement(state, config) === 'message';
  const headTokens = state.inputs?.headTokens ?? Number.MAX_SAFE_INTEGER;
  const unseenTokens = measured.isRemembered === true ? measured.instructionTokens : 0;
  const render = (summary: string): Instructions =>
    renderInstructions(
      { head: state.headText, caller: measured.instructions, unseenTokens, summary },
      headTokens,
      counter.text,
    );
  const plain = render('');
  const instructions = inMessages || snapshot === undefined ? plain : render(summaryText(snapshot));
  const summaries = inMessages ? state.summaries : [];
  // Behind a provider's block these are said at the end.
  const beside = isOpeningClosed ? [] : [...profileMessages(state), ...state.sentNotes.messages];
  const opening = [...summaries, ...beside];
  const sent = sendThinking(input, groups.list(), instructions, (sentGroups) =>
    assembleMessages({
      opening,
      groups: sentGroups,
      injections,
      leftOut: leftOutOf(state),
      isOpeningClosed,
    }),
  );
  const { messages } = sent;
  const endsWell = canEndWith(messages.at(-1));
  const isWithinLimits = withinLimits(messages, config.limits);
  const summaryTokens = counter.messages([...summaries, ...blockNotes(state)]);
  const snapshotTokens = summaryTokens + instructions.tokens - plain.tokens;
  const memoryTokens = counter.messages(memoryMessages(state));
  const messageTokens = counter.messages(messages) - summaryTokens - memoryTokens;
  const fixedTokens = plain.tokens + measured.toolTokens;
  return {
    instructions,
    opening,
    ...sent,
    endsWell,
    isWithinLimits,
    toolTokens: measured.toolTokens,
    snapshotTokens,
    memoryTokens,
    messageTokens,
    fixedTokens,
    usedTokens: fixedTokens + snapshotTokens + memoryTokens + messageTokens,
  };
}

/** The messages, without thinking that was made behind other bytes than it would stand behind. */
function sendThinking(
  { state: { inputs }, config: { model, counter } }: RequestInput,
  groups: readonly MessageGroup[],
  { own }: Instructions,
  assemble: (groups: readonly MessageGroup[]) => ModelMessage[],
): Pick<DraftRequest, 'groups' | 'messages' | 'prefix'> {
  const messages = assemble(groups);
  if (!bindsThinking(model)) return { groups, messages };
  const { mark: prefix, omitted } = checkThinking(messages, groups, { inputs, own });
  if (omitted.size === 0) return { groups, messages, prefix };
  const sent = groups.map((group) => groupWithoutThinking(group, omitted, counter));
  return { groups: sent, messages: assemble(sent), prefix };
}

/** What is said besides a provider's block, for it. */
function blockNotes({ injections, snapshotEpoch }: SessionState): ModelMessage[] {
  return injections.flatMap(({ blockEpoch, message }) =>
    blockEpoch === undefined || blockEpoch !== snapshotEpoch || message === undefined
      ? []
      : [message],
  );
}

/** The profile, and what was recalled since the epoch began. */
function memoryMessages(state: SessionState): ModelMessage[] {
  const recalled = state.injections.flatMap(({ memory, message }) =>
    memory === undefined || message === undefined ? [] : [message],
  );
  return [...profileMessages(state), ...recalled];
}

function profileMessages({ profile, summaries }: SessionState): ModelMessage[] {
  const [summary] = summaries;
  if (summary !== undefined && blockOf(summary) !== undefined) return [];
  return profile?.message === undefined ? [] : [profile.message];
}

export interface Instructions {
  text: string;
  /** What of it is not the caller's. */
  own: string;
  tokens: number;
  /** Tokens of what is left of the log's own `system` entries. */
  headTokens: number;
  /** Whether the log's own `system` entries are all there, cut, or left out for want of room. */
  head: 'verbatim' | 'truncated' | 'dropped';
}

/** Sent where there are no instructions: providers reject empty ones. */
export const DEFAULT_INSTRUCTIONS =
  'Earlier parts of this conversation may be summarized or left out.';

/** Tokens around the instructions in a request, and those that open the reply. */
const FRAME_TOKENS = 8;

/**
 * The instructions of a request: the `system` entries at the head of the log, cut to `headTokens`,
 * then the caller's, then the snapshot where it is placed here. `unseenTokens`: of instructions of
 * the caller's whose text is not known.
 */
export function renderInstructions(
  {
    head,
    caller = '',
    unseenTokens = 0,
    summary = '',
  }: {
    head: HeadText;
    caller?: string | undefined;
    unseenTokens?: number;
    summary?: string;
  },
  headTokens: number,
  count: (text: string) => number,
): Instructions {
  const { whole } = head;
  const cut = head.cutTo(headTokens, count);
  const given = [cut, caller, summary]
    .filter((part) => part.trim() !== '')
    .join('\n\n')
    .toWellFormed();
  const text = given === '' ? DEFAULT_INSTRUCTIONS : given;
  const kept = cut === whole ? 'verbatim' : 'truncated';
  return {
    text,
    own: `${cut}\n${summary}`,
    tokens: (unseenTokens > 0 ? count(given) + unseenTokens : count(text)) + FRAME_TOKENS,
    headTokens: cut === '' ? 0 : count(cut),
    head: cut === '' && whole !== '' ? 'dropped' : kept,
  };
}
