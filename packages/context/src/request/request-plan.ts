import type { Clamp } from '@everlong/budget';
import type { Disposition, EntryRange } from '@everlong/core';
import { definedFields } from '@everlong/core/internal';

import type { Counter } from '../rendering/counter.js';
import type { MessageGroup, RenderedEntry } from '../rendering/message-group.js';
import type { PartLoss } from '../rendering/part-loss.js';
import type { DraftRequest } from './draft-request.js';
import type { PolicyDecision } from '../policies/policy.js';
import { KEPT_REASON, pushRange, rangeAt, rangesWithin, withdrawnRange } from '../state/ranges.js';
import { blockOf } from '../state/provider-messages.js';
import type { SessionState } from '../state/session-state.js';

/** What became of every entry in one request. */
export interface RequestPlan {
  policy: string;
  epoch: number;
  /** Cover 0 to the newest entry, in order, each entry once; neighbours differ. */
  ranges: EntryRange[];
  /** Reserves and protections that had to shrink, with what was asked and what was given. */
  clamps: Clamp[];
  /** What the request holds besides the log: the agent's notes, changed files, what memory says. */
  additions: PlannedAddition[];
  /** What the policy decided for this request, and why. */
  decision: { action: PolicyDecision['action']; reason: string };
  /**
   * The parts of entries in the request that are not sent as they were, apart from what the policy
   * cut.
   */
  losses: EntryLoss[];
  /** The hooks whose newest call failed or took too long. */
  hookFailures: HookFailure[];
  /** The fate of one entry; `undefined` for a `seq` that the log does not have. */
  explain(seq: number): EntryExplanation | undefined;
}

/** Something of an entry that the request does not carry, or carries differently. */
export interface EntryLoss extends PartLoss {
  seq: number;
}

/** A hook of `openSession` that failed. */
export interface HookFailure {
  /** Such as `onCompaction`. */
  hook: string;
  /** The error's text, or what else went wrong. */
  problem: string;
}

/** A text that is sent besides the entries, and why. */
export interface PlannedAddition {
  kind: 'note' | 'files' | 'profile' | 'memory' | 'learning' | 'block' | 'change';
  /**
   * The note's, or the paths; for memory, the day and the sessions that it comes from; for a
   * provider's block, the provider and its model.
   */
  name: string;
  /**
   * The entry that it belongs to, or comes after; for memory, the user's that it was recalled for.
   */
  seq: number;
  tokens: number;
  reason: string;
}

/** What became of one entry. */
export interface EntryExplanation {
  seq: number;
  disposition: Disposition;
  /** Why, as a sentence. */
  reason: string;
  /** Tokens of what is sent for this entry: 0 when it is not. */
  tokens: number;
  /** For a shortened entry: the most tokens that it may take together with its exchange. */
  maxTokens?: number;
  /** The range that holds it. */
  from: number;
  /** The last `seq` of that range, itself included. */
  to: number;
}

/** What became of the entries of a log in one request. */
export interface PlannedRanges {
  ranges: EntryRange[];
  explain(seq: number): EntryExplanation | undefined;
}

/** The ranges of the epoch's record, where it left entries out, and the fate of all others. */
export function planRanges(
  state: SessionState,
  { instructions, groups }: DraftRequest,
  counter: Counter,
): PlannedRanges {
  const { compaction, head } = state;
  const ranges: EntryRange[] = [];
  const sizes = new Map<number, number>();
  const { head: disposition, headTokens: tokens } = instructions;
  pushRange(ranges, { from: 0, to: head.length - 1, disposition, reason: 'instructions', tokens });
  const leftOut = unsentRanges(state);
  let next = 0;
  const leaveOutBefore = (seq: number): void => {
    for (; next < leftOut.length; next++) {
      const range = leftOut[next];
      if (range === undefined || range.from >= seq) return;
      pushRange(ranges, range);
    }
  };
  for (const group of groups) {
    leaveOutBefore(group.from);
    for (const entry of group.rendered) {
      const sentTokens = counter.messages(entry.messages);
      sizes.set(entry.seq, sentTokens);
      pushRange(ranges, sentRange(entry, sentTokens, group, compaction?.ranges ?? []));
    }
  }
  leaveOutBefore(Infinity);
  // The `system` entries at the head are one text: the first one counts its tokens.
  if (head.length > 0) sizes.set(0, tokens);
  return { ranges, explain: (seq) => explainEntry(seq, ranges, sizes.get(seq) ?? 0) };
}

/** What the epoch's record left out, and what was withdrawn since. */
function unsentRanges({ compaction, withdrawn }: SessionState): EntryRange[] {
  const unsent = (compaction?.ranges ?? []).filter(({ disposition }) =>
    ['summarized', 'dropped', 'omitted', 'withdrawn'].includes(disposition),
  );
  const since = { from: (compaction?.throughSeq ?? -1) + 1, to: Infinity };
  return [...unsent, ...rangesWithin(withdrawn, since).map(withdrawnRange)];
}

/** How an entry is sent, with what the epoch's record says of it and its group. */
function sentRange(
  { seq, disposition, reason: rendered }: RenderedEntry,
  tokens: number,
  group: MessageGroup,
  recorded: readonly EntryRange[],
): EntryRange {
  const ofGroup = rangeAt(recorded, group.from);
  const isChosen = ofGroup?.disposition === 'verbatim' && ofGroup.reason !== KEPT_REASON;
  const reason = isChosen && disposition === 'verbatim' ? ofGroup.reason : rendered;
  const isTruncated = disposition === 'truncated';
  return {
    from: seq,
    to: seq,
    tokens,
    reason,
    disposition,
    ...definedFields({
      maxTokens: isTruncated ? ofGroup?.maxTokens : undefined,
      keepLines: isTruncated ? rangeAt(recorded, seq)?.keepLines : undefined,
    }),
  };
}

/** The parts of entries that are not sent as they were, in the order of the log. */
export function planLosses({ groups }: DraftRequest): EntryLoss[] {
  return groups.flatMap(({ rendered }) =>
    rendered.flatMap(({ seq, losses }) => losses.map((loss) => ({ seq, ...loss }))),
  );
}

/** What the epoch sends besides entries and the snapshot. */
export function planAdditions(state: SessionState, counter: Counter): PlannedAddition[] {
  return [
    ...planBlock(state, counter),
    ...planProfile(state, counter),
    ...planNotes(state, counter),
    ...planFiles(state, counter),
    ...planRecalled(state),
    ...planChanges(state, counter),
  ];
}

/** What is known of a provider's block, and what is not. */
function planBlock(
  { summaries, snapshot, injections }: SessionState,
  counter: Counter,
): PlannedAddition[] {
  const block = blockOf(summaries[0]);
  if (block === undefined || snapshot === undefined) return [];
  const { throughSeq: seq, verification } = snapshot;
  const name = `${block.provider} (${block.model})`;
  const known =
    block.text === undefined
      ? 'encrypted: what it says is known to its provider alone'
      : `${verification?.checked ?? 0} values in it looked up, ${verification?.struck ?? 0} of them in no ` +
        'entry; its wording is not checked';
  const reason = `the provider's summary through #${seq}, ${known}; the snapshot kept beside it is portable`;
  const said = injections.find(({ blockEpoch }) => blockEpoch !== undefined)?.message;
  return [
    { kind: 'block', name, seq, tokens: counter.messages(summaries), reason },
    ...(said === undefined
      ? []
      : [{ kind: 'block' as const, name, seq, tokens: counter.message(said), reason: UNSAID }]),
  ];
}

const UNSAID = "what the provider's summary does not say, said behind everything else";

/** Changed instructions and tools, where they are said in mid-conversation. */
function planChanges({ injections }: SessionState, counter: Counter): PlannedAddition[] {
  return injections.flatMap(({ afterSeq: seq, change, message }) => {
    if (change === undefined || message === undefined) return [];
    const name = change.toolChanges === undefined ? 'instructions' : 'tools';
    const reason = 'changed in mid-conversation: the beginning stays as it was sent';
    return [{ kind: 'change' as const, name, seq, tokens: counter.message(message), reason }];
  });
}

function planProfile({ profile }: SessionState, counter: Counter): PlannedAddition[] {
  if (profile?.message === undefined) return [];
  const tokens = counter.message(profile.message);
  const reason = 'what memory knew of the user when the epoch began';
  return [{ kind: 'profile', name: 'profile', seq: 0, tokens, reason }];
}

function planRecalled({ injections }: SessionState): PlannedAddition[] {
  return injections.flatMap(({ memory }) =>
    (memory?.items ?? []).map((item): PlannedAddition => {
      const sessions = new Set(item.sources.map(({ sessionId }) => sessionId));
      return {
        kind: item.kind === 'learning' ? 'learning' : 'memory',
        name: [item.date ?? 'no date', ...sessions].join(', '),
        seq: memory?.forSeq ?? 0,
        tokens: item.tokens,
        reason: `a ${item.kind} that memory recalled for the user's message`,
      };
    }),
  );
}

function planFiles({ injections }: SessionState, counter: Counter): PlannedAddition[] {
  return injections.flatMap(({ afterSeq: seq, message, resources = [] }) => {
    const named = resources.filter(({ status }) => ['fresh', 'stale', 'gone'].includes(status));
    if (named.length === 0 || message === undefined) return [];
    const name = named.map(({ path }) => path).join(', ');
    const fresh = named.filter(({ status }) => status === 'fresh').length;
    const reason = `changed since they were shown: ${fresh} sent anew, ${named.length - fresh} named`;
    return [{ kind: 'files' as const, name, seq, tokens: counter.message(message), reason }];
  });
}

/** The agent's notes as the epoch sends them. */
function planNotes(
  { sentNotes: { notes, maxTokens, messages } }: SessionState,
  counter: Counter,
): PlannedAddition[] {
  const isLeftOut = messages.length === 0;
  const reason = isLeftOut
    ? `no room: notes may have ${maxTokens ?? 0} tokens here, too few for any`
    : maxTokens === undefined
      ? 'a note of the assistant, kept through every compaction'
      : `a note of the assistant; all of them are truncated to ${maxTokens} tokens`;
  return notes.map(({ name, text, seq }) => {
    const tokens = isLeftOut ? 0 : Math.min(counter.text(text), maxTokens ?? Infinity);
    return { kind: 'note', name, seq, tokens, reason };
  });
}

function explainEntry(
  seq: number,
  ranges: readonly EntryRange[],
  tokens: number,
): EntryExplanation | undefined {
  const range = rangeAt(ranges, seq);
  if (range === undefined) return undefined;
  const { disposition, reason, from, to, maxTokens } = range;
  return { seq, disposition, reason, tokens, ...definedFields({ maxTokens }), from, to };
}
