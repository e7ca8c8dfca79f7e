import { halfOf, trimTurns, turnsToRestore } from '@everlong/budget';
import type { TextCut } from '@everlong/core';

import { REQUEST_SLACK_TOKENS } from '../rendering/assemble-messages.js';
import { headAndTailCut, groupsToCut } from '../policies/truncation-rule.js';
import { withoutFiles } from '../truncation/inline-files.js';
import type {
  CompactionDecision,
  Policy,
  PolicyContext,
  PolicyDecision,
  PolicySettings,
} from '../policies/policy.js';
import { afterLastReply, turnsOf, type TurnGroups } from '../policies/turn-groups.js';

/** What a request may still hold after the provider refused one as too long. */
const OVERFLOW_TURNS = 5;
const OVERFLOW_CUT = headAndTailCut(10_000, ['tool', 'user']);

/** A past turn of which only the texts stay loses the files of its user message. */
const TEXT_ONLY_CUT: TextCut = {
  ...headAndTailCut(Number.MAX_SAFE_INTEGER, ['user']),
  withoutFiles: true,
};

/**
 * CowAgent's documented context management: long results of past turns are cut; over 20 turns the
 * oldest half is summarized; over 50,000 tokens the first half of five or more turns is, and fewer
 * keep the user's text and the final reply.
 */
export function createCowagentPolicy(settings: Partial<PolicySettings> = {}): Policy {
  const numbers = {
    responseReserve: 4096,
    minRecentMessages: 1,
    maxTotalTokens: 50_000,
    maxTurns: 20,
    maxResultCharacters: 20_000,
    snapshotShare: 0.05,
    summaryPlacement: 'message' as const,
    ...settings,
  };
  const { maxTurns, maxResultCharacters } = numbers;
  const pastCut = headAndTailCut(maxResultCharacters, ['tool']);
  return {
    name: 'cowagent',
    settings: numbers,
    decide(context) {
      const view = viewTurns(context, pastCut);
      if (context.overflowed) {
        return trimView(context, view, OVERFLOW_TURNS, 'the provider refused a longer request');
      }
      if (view.turns.length > maxTurns) {
        const reason = `more than ${maxTurns} turns`;
        return { ...trimView(context, view, maxTurns, reason), required: true };
      }
      if (view.usedTokens > context.inputBudget) {
        return trimView(context, view, maxTurns, `more than ${context.inputBudget} tokens`);
      }
      return cutOnly(context, view, `results of more than ${maxResultCharacters} characters`);
    },
    triggers: ({ groups, usedTokens, inputBudget }) => [
      { name: 'turns', value: groups.filter((group) => group.startsTurn).length, limit: maxTurns },
      { name: 'tokens', value: usedTokens, limit: inputBudget },
    ],
    restore: (context) => restoredTurns({ context, view: viewTurns(context, pastCut), maxTurns }),
    compactNow: (context) => restoredView({ context, view: viewTurns(context, pastCut), maxTurns }),
  };
}

/** The turns as they would be once long texts are cut. */
interface TurnView {
  turns: TurnGroups[];
  /** The cuts that are still to be made, by group. */
  cuts: Map<number, TextCut>;
  sizes: number[];
  /** Tokens of the whole request after these cuts. */
  usedTokens: number;
}

function viewTurns(context: PolicyContext, pastCut: TextCut): TurnView {
  const { groups, latestUser, overflowed, cutTokens } = context;
  const cut = overflowed ? OVERFLOW_CUT : pastCut;
  const isCut = (index: number): boolean =>
    overflowed ? index !== latestUser : index < latestUser;
  const cuts = new Map(
    groupsToCut(groups, cut).flatMap((index) => (isCut(index) ? [[index, cut]] : [])),
  );
  const sizes = groups.map((group, index) =>
    cuts.has(index) ? cutTokens(group, cut) : group.tokens,
  );
  const saved = groups.reduce((sum, group, index) => sum + group.tokens - (sizes[index] ?? 0), 0);
  return { turns: turnsOf(groups, sizes), cuts, sizes, usedTokens: context.usedTokens - saved };
}

function cutOnly({ inputBudget }: PolicyContext, { cuts }: TurnView, what: string): PolicyDecision {
  if (cuts.size === 0)
    return { action: 'keep', reason: 'turns and tokens are within their limits' };
  const reason = `${what} in past turns`;
  return { action: 'trim', firstKept: 0, cuts, maxTokens: inputBudget, reason };
}

function trimView(
  context: PolicyContext,
  view: TurnView,
  maxTurns: number,
  reason: string,
): CompactionDecision {
  const { inputBudget, overflowed } = context;
  const { turns, cuts } = view;
  const maxTokens = roomForTurns(context, view);
  // After an overflow the newest few stay, whatever half of the turns would be.
  const first = overflowed ? Math.max(0, turns.length - maxTurns) : 0;
  const trim = trimTurns(turns.slice(first), { maxTurns, maxTokens });
  const from = first + trim.from;
  const kept = turns.slice(from);
  const current = kept.at(-1);
  if (!trim.textOnly || current === undefined) {
    const firstKept = kept[0]?.from ?? 0;
    const action = firstKept > 0 ? leaveOut(context) : 'trim';
    return { action, firstKept, cuts, maxTokens: inputBudget, ...note(context), reason };
  }
  const firstKept = firstKeptStep(context, current, view.sizes, maxTokens);
  const isShortened = from > 0 || firstKept > current.from;
  return {
    action: isShortened ? leaveOut(context) : 'trim',
    firstKept,
    ...textsOf(context, view, kept.slice(0, -1)),
    maxTokens: inputBudget,
    ...note(context),
    reason,
  };
}

/** The limit of turns holds where summaries are off, too. */
function leaveOut({ settings }: PolicyContext): 'snapshot' | 'trim' {
  return settings.autoSummarize === false ? 'trim' : 'snapshot';
}

/** What the turns together may take, beside what is fixed, a note and text that was injected. */
function roomForTurns(context: PolicyContext, { sizes, usedTokens }: TurnView): number {
  const { inputBudget, snapshotTokens } = context;
  const besides = usedTokens - snapshotTokens - sizes.reduce((sum, size) => sum + size, 0);
  const noteTokens = Math.max(snapshotTokens, note(context).snapshotTokens);
  return inputBudget - besides - noteTokens - REQUEST_SLACK_TOKENS;
}

/**
 * If the turn in progress alone is too long, the oldest half of its steps is dropped, repeatedly.
 */
function firstKeptStep(
  { latestUser }: PolicyContext,
  { from, to }: TurnGroups,
  sizes: readonly number[],
  maxTokens: number,
): number {
  const tokens = (start: number): number =>
    sizes
      .slice(start, to)
      .reduce((sum, size) => sum + size, start > latestUser ? (sizes[latestUser] ?? 0) : 0);
  if (tokens(from) <= maxTokens) return from;
  let start = Math.min(Math.max(from, latestUser + 1), to - 1);
  while (to - start > 1 && tokens(start) > maxTokens) start += halfOf(to - start);
  return start;
}

/** The user's text and the final reply of turns, and how they are cut: the latest stays whole. */
function textsOf(
  { groups, latestUser }: PolicyContext,
  { cuts }: TurnView,
  turns: readonly TurnGroups[],
): Pick<CompactionDecision, 'alsoKeep' | 'cuts'> {
  const alsoKeep = new Map(
    turns.flatMap(({ texts }) => texts).map((index) => [index, 'the text of its turn']),
  );
  const all = new Map(cuts);
  for (const index of alsoKeep.keys()) {
    const messages = groups[index]?.messages ?? [];
    const hasFiles = messages.some((message) => withoutFiles(message) !== message);
    if (hasFiles && index !== latestUser && !all.has(index)) all.set(index, TEXT_ONLY_CUT);
  }
  return { alsoKeep, cuts: all };
}

/** What is trimmed becomes a note of at most this size. */
function note({ settings, inputBudget, fixedTokens }: PolicyContext): { snapshotTokens: number } {
  return { snapshotTokens: Math.floor((inputBudget - fixedTokens) * settings.snapshotShare) };
}

/** What restoring the last turns depends on. */
interface Restoring {
  context: PolicyContext;
  view: TurnView;
  maxTurns: number;
}

/**
 * What the document restores after a restart: user text and final reply of the last turns, beside
 * the turn in progress.
 */
function restoredTurns({ context, view, maxTurns }: Restoring): CompactionDecision {
  const { groups, inputBudget } = context;
  const end = afterLastReply(groups);
  const current = end === undefined ? view.turns.at(-1) : undefined;
  const past = view.turns.filter((turn) => turn !== current);
  const count = turnsToRestore(maxTurns);
  return {
    action: 'trim',
    firstKept: current?.from ?? end ?? groups.length,
    ...textsOf(context, view, past.slice(-count)),
    maxTokens: inputBudget,
    ...note(context),
    reason: `opened anew: the texts of the last ${count} turns are restored`,
  };
}

/** A compaction by hand leaves the same of the last turns, the one in progress among them. */
function restoredView({ context, view, maxTurns }: Restoring): CompactionDecision {
  const { groups, inputBudget } = context;
  const end = afterLastReply(groups);
  const restored = view.turns.slice(-turnsToRestore(maxTurns));
  return {
    action: 'snapshot',
    firstKept: end ?? view.turns.at(-1)?.from ?? 0,
    ...textsOf(context, view, end === undefined ? restored.slice(0, -1) : restored),
    maxTokens: inputBudget,
    ...note(context),
    reason: 'asked for',
  };
}
