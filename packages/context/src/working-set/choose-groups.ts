import type { LineRange } from '@everlong/core';

import type { MessageGroup } from '../rendering/message-group.js';
import type { LinesOf } from '../truncation/kept-lines.js';
import { belongingGroups } from './belonging-groups.js';
import type { GroupKind } from './group-contents.js';
import { type GroupFeatures, groupFeatures, needChance } from './need-chance.js';
import { createOlderRoom } from './older-room.js';
import { withoutRepeatedLines } from './repeated-lines.js';
import { chooseUserTexts, USER_TEXT_REASON, type UserTextOptions } from './user-texts.js';

export interface WorkingSetOptions extends UserTextOptions {
  /** Tokens that older groups may take together; the user's own texts may take more. */
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

/** A longer answer is one among others. */
const MAX_ANSWER_TOKENS = 60;

/** Leaving out lines of a kept group must free this share of it. */
const MIN_FREED_SHARE = 0.2;

const REASONS: Readonly<Record<GroupKind, string>> = {
  user: USER_TEXT_REASON,
  reply: 'what was answered',
  read: 'a file in play',
  search: 'what was found and is in use',
  change: 'a change of a file in play',
  run: 'an output in use',
  plan: 'the plan in force',
  other: 'likely to be needed',
};

/**
 * What of the older groups stays: the user's own texts, the newest plan, then the groups that are
 * most likely needed for the room they take, without lines that newer ones show, then the newest of
 * the others with their results masked. Groups that belong together stay together. Pure and
 * deterministic; ties go to the newer group.
 */
export function chooseWorkingSet(options: WorkingSetOptions): WorkingSet {
  const { groups, firstKept, latestUser, maxTokens, maskedTokens } = options;
  const features = groupFeatures(groups);
  const belonging = belongingGroups(groups);
  let request = -1;
  const requests = groups.map(({ startsTurn }, index) =>
    startsTurn ? (request = index) : request,
  );
  const room = createOlderRoom(options);
  const { kept, keep } = room;

  for (const index of chooseUserTexts(options)) keep([index], USER_TEXT_REASON);
  const newestFirst = groups
    .flatMap((group, index) =>
      index < firstKept && index !== latestUser && group.messages.length > 0
        ? [{ index, tokens: group.tokens, kind: features[index]?.kind ?? 'other' }]
        : [],
    )
    .toReversed();
  // What became of each request is kept with it, where an answer says so in a few words.
  for (const { index, tokens, kind } of newestFirst) {
    const endsTurn = groups[index + 1]?.startsTurn === true && belonging[index]?.length === 1;
    if (kind !== 'reply' || !endsTurn || tokens > MAX_ANSWER_TOKENS) continue;
    const isAnswer = room.isShown(requests[index] ?? -1);
    if (isAnswer && room.costOf([index]) <= room.left()) keep([index], REASONS.reply);
  }
  const plan = newestFirst.find(({ kind }) => kind === 'plan');
  if (plan !== undefined && plan.tokens <= room.left() / 4) keep([plan.index], REASONS.plan);

  const ranked = newestFirst
    .filter(({ index }) => !kept.has(index))
    .map((candidate) => ({
      ...candidate,
      worth: worthOf(belonging[candidate.index] ?? [], { groups, features }),
    }))
    .toSorted((one, other) => other.worth - one.worth);
  const spare = maxTokens * (1 - options.wholeShare);
  function keepRanked(): void {
    for (const { index, kind } of ranked) {
      const all = belonging[index] ?? [index];
      if (!kept.has(index) && room.costOf(all) <= room.left() - spare) keep(all, REASONS[kind]);
    }
  }
  keepRanked();
  const { keepLines, freedTokens } = leaveOutRepeated(options, features, kept);
  room.free(freedTokens);
  if (freedTokens > 0) keepRanked();
  for (const { index } of newestFirst) {
    const group = groups[index];
    if (room.isShown(index) || group === undefined) continue;
    if (!room.mask(belonging[index] ?? [index], maskedTokens)) break;
  }
  return { kept, masked: room.masked, keepLines };
}

/** The chance that any of these is needed for the room that they take. */
function worthOf(
  indexes: readonly number[],
  { groups, features }: { groups: readonly MessageGroup[]; features: readonly GroupFeatures[] },
): number {
  let tokens = 0;
  let unneeded = 1;
  for (const index of indexes) {
    const [group, found] = [groups[index], features[index]];
    if (group === undefined || found === undefined) continue;
    tokens += group.tokens;
    unneeded *= 1 - needChance(found, group.tokens);
  }
  return (1 - unneeded) / Math.sqrt(1 + tokens);
}

/** Of the kept groups, the lines that newer kept ones do not show. */
function leaveOutRepeated(
  { groups, firstKept, latestUser, lineTokens }: WorkingSetOptions,
  features: readonly GroupFeatures[],
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
    for (const line of features[index]?.lines ?? []) shown.add(line);
  }
  return { keepLines, freedTokens };
}
