import { messageText } from '@everlong/core';

import { isOwnText, type MessageGroup } from '../rendering/message-group.js';

export interface UserTextOptions {
  groups: readonly MessageGroup[];
  /** The groups from here on stay in any case, as does the latest user message. */
  firstKept: number;
  latestUser: number;
  /** What the user's own texts may take, the latest one apart. */
  maxUserTokens: number;
  /** What they may take together with those that only ask for the next task. */
  maxRequestTokens: number;
}

/** Why the user's own texts stay. */
export const USER_TEXT_REASON = 'what the user gave';

/**
 * A longer text of the user is a log or a file that was pasted: in a large window, where a whole
 * brief has room, one that takes more than this share of what the user's texts may take.
 */
const MAX_TEXT_TOKENS = 1500;
const MAX_TEXT_SHARE = 0.25;

/** The first message of the user among so many entries says what it is all about. */
const OPENING_ENTRIES = 4;

/** Words of facts, decisions, corrections and bans, as opposed to requests for the next task. */
const TELLING =
  /\b(?:is|are|was|will be|has|have|gave|got|use|never|always|not|no longer|must|instead|only|decided|our|we)\b|: /i;

/**
 * The older groups with the user's own texts: all where they fit, else the task, whatever it looks
 * like, then those that tell something, the newest first. Of equal texts the newest stays. The
 * newest come first in the list too.
 */
export function chooseUserTexts({
  groups,
  firstKept,
  latestUser,
  maxUserTokens,
  maxRequestTokens,
}: UserTextOptions): number[] {
  const most = Math.max(MAX_TEXT_TOKENS, maxUserTokens * MAX_TEXT_SHARE);
  const task = groups.findIndex(({ startsTurn, from }) => startsTurn && from < OPENING_ENTRIES);
  const newerTexts = new Set<string>();
  const newestFirst: { index: number; tokens: number; rank: number }[] = [];
  for (let index = groups.length - 1; index >= 0; index--) {
    const group = groups[index];
    if (group === undefined || !(index === task || isOwnText(group))) continue;
    const text = textOf(group);
    const isNewest = !newerTexts.has(text);
    newerTexts.add(text);
    if (index >= firstKept || index === latestUser || !isNewest) continue;
    const { tokens } = group;
    if (tokens > most && index !== task) continue;
    const rank = index === task ? 2 : Number(TELLING.test(text));
    newestFirst.push({ index, tokens, rank });
  }
  let taken = 0;
  const chosen = new Set<number>();
  for (const { index, tokens, rank } of newestFirst.toSorted((a, b) => b.rank - a.rank)) {
    const room = rank > 0 ? maxUserTokens : Math.min(maxUserTokens, maxRequestTokens);
    if (taken + tokens > room) continue;
    taken += tokens;
    chosen.add(index);
  }
  return newestFirst.flatMap(({ index }) => (chosen.has(index) ? [index] : []));
}

function textOf({ messages }: MessageGroup): string {
  return messages.map(messageText).join('\n');
}
