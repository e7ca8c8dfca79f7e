import type { LineRange } from '@everlong/core';

import { isOwnText, isReply, type MessageGroup } from '../rendering/message-group.js';
import type { LinesOf } from '../truncation/kept-lines.js';
import { belongingGroups } from './belonging-groups.js';
import { type GroupContents, type GroupKind, readContents } from './group-contents.js';
import { createOlderRoom, type OlderRoom } from './older-room.js';
import { withoutRepeatedLines } from './repeated-lines.js';

export interface WorkingSetOptions {
  groups: readonly MessageGroup[];
  /** The groups from here on stay in any case, as does the latest user message. */
  firstKept: number;
  latestUser: number;
  /** Whether a model writes the snapshot: it may leave out what an account tells. */
  asksModel: boolean;
  /** Tokens that older groups may take together. */
  maxTokens: number;
  /** The share of `maxTokens` up to which groups stay whole; the rest is for masked ones. */
  wholeShare: number;
  maskedTokens(group: MessageGroup): number;
  lineTokens(group: MessageGroup, linesOf: LinesOf): number;
}

/** Older groups that stay, each with the reason, and those that stay masked, by index. */
export interface WorkingSet {
  kept: ReadonlyMap<number, string>;
  masked: ReadonlySet<number>;
  /** The lines that stay of results of kept groups, by the `seq` of the entry. */
  keepLines: ReadonlyMap<number, readonly LineRange[]>;
}

/** Leaving out lines of a kept group must free this share of it. */
const MIN_FREED_SHARE = 0.2;

const REASONS: Readonly<Record<GroupKind, string>> = {
  user: 'what the user gave',
  reply: 'what was answered',
  read: 'a file in play',
  search: 'what was found and is in use',
  change: 'a change of a file in play',
  run: 'an output in use',
  plan: 'the plan in force',
  other: 'likely to be needed',
};

/**
 * Chooses the older groups that stay: the newest plan, then the groups that are newest for the room they
 * take, without lines that newer ones show, then the newest
 * of the others with their results masked. An account tells the user's own messages with what came
 * of them, and none stays as a turn of its own; what a model leaves out may stay. Groups that belong together stay together. Pure and
 * deterministic; ties go to the newer group.
 */
export function chooseWorkingSet(options: WorkingSetOptions): WorkingSet {
  const contents = options.groups.map(readContents);
  const log = { ...options, contents, belonging: belongingGroups(options.groups) };
  const room = createOlderRoom(options);
  const candidates = olderGroups(log);

  const plan = candidates.find(({ kind }) => kind === 'plan');
  if (plan !== undefined && plan.tokens <= room.left() / 4) room.keep([plan.index], REASONS.plan);

  const ranked = rankCandidates(candidates, room, log);
  keepWhole(room, ranked, log);
  const { keepLines, freedTokens } = leaveOutRepeated(options, contents, room.kept);
  room.free(freedTokens);
  if (freedTokens > 0) keepWhole(room, ranked, log);
  keepMasked(room, candidates, log);
  return { kept: room.kept, masked: room.masked, keepLines };
}

/** The groups with what is known of each, by index. */
interface KnownGroups extends WorkingSetOptions {
  contents: readonly GroupContents[];
  /** The groups that stay together with a group, itself among them. */
  belonging: readonly (readonly number[])[];
}

/** An older group that may stay. */
interface Candidate {
  index: number;
  tokens: number;
  kind: GroupKind;
}

/** The newest first. */
function olderGroups(log: KnownGroups): Candidate[] {
  const { groups, firstKept, latestUser, contents, asksModel } = log;
  return groups
    .flatMap((group, index) =>
      index < firstKept &&
      index !== latestUser &&
      group.messages.length > 0 &&
      (asksModel || !isTold(group))
        ? [{ index, tokens: group.tokens, kind: contents[index]?.kind ?? 'other' }]
        : [],
    )
    .toReversed();
}

/** A shorter answer is told by the snapshot as it is. */
const MAX_TOLD_TOKENS = 80;

/** Whether a snapshot tells all that a group says. */
function isTold(group: MessageGroup): boolean {
  return isOwnText(group) || (isReply(group) && group.tokens <= MAX_TOLD_TOKENS);
}

/** Those that do not stay yet, the newest for the room they take first. */
function rankCandidates(
  candidates: readonly Candidate[],
  { kept }: OlderRoom,
  { groups, belonging }: KnownGroups,
): Candidate[] {
  return candidates
    .filter(({ index }) => !kept.has(index))
    .map((candidate) => ({
      ...candidate,
      worth: worthOf(belonging[candidate.index] ?? [], groups),
    }))
    .toSorted((one, other) => other.worth - one.worth);
}

/** Keeps groups as they are, up to the share of the room for these. */
function keepWhole(
  room: OlderRoom,
  ranked: readonly Candidate[],
  { belonging, maxTokens, wholeShare }: KnownGroups,
): void {
  const spare = maxTokens * (1 - wholeShare);
  for (const { index, kind } of ranked) {
    const all = belonging[index] ?? [index];
    const hasRoom = !room.kept.has(index) && room.costOf(all) <= room.left() - spare;
    if (hasRoom) room.keep(all, REASONS[kind]);
  }
}

/** Keeps the newest of the others masked, until one has no room. */
function keepMasked(
  room: OlderRoom,
  candidates: readonly Candidate[],
  { belonging, maskedTokens }: KnownGroups,
): void {
  for (const { index } of candidates) {
    if (room.isShown(index)) continue;
    if (!room.mask(belonging[index] ?? [index], maskedTokens)) return;
  }
}

/** How new the newest of these is, for the room that they take: what was used last is used again. */
function worthOf(indexes: readonly number[], groups: readonly MessageGroup[]): number {
  const tokens = indexes.reduce((sum, index) => sum + (groups[index]?.tokens ?? 0), 0);
  const age = groups.length - Math.max(...indexes);
  return 1 / age / Math.sqrt(1 + tokens);
}

/** Of the kept groups, the lines that newer kept ones do not show. */
function leaveOutRepeated(
  { groups, firstKept, latestUser, lineTokens }: WorkingSetOptions,
  contents: readonly GroupContents[],
  kept: ReadonlyMap<number, string>,
): { keepLines: Map<number, readonly LineRange[]>; freedTokens: number } {
  const shown = new Set<string>();
  const keepLines = new Map<number, readonly LineRange[]>();
  let freedTokens = 0;
  for (let index = groups.length - 1; index >= 0; index--) {
    const group = groups[index];
    const isOld = index < firstKept && index !== latestUser;
    if (group === undefined || (isOld && !kept.has(index))) continue;
    const lines = isOld ? withoutRepeatedLines(group, shown) : undefined;
    if (lines !== undefined && lines.size > 0) {
      const freed = group.tokens - lineTokens(group, (seq) => lines.get(seq));
      if (freed >= group.tokens * MIN_FREED_SHARE) {
        freedTokens += freed;
        for (const [seq, ranges] of lines) keepLines.set(seq, ranges);
      }
    }
    for (const line of contents[index]?.lines ?? []) shown.add(line);
  }
  return { keepLines, freedTokens };
}
