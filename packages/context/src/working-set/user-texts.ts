import { messageText } from '@everlong/core';

import type { MessageGroup } from '../rendering/message-group.js';

export interface UserTextOptions {
  groups: readonly MessageGroup[];
  /** The groups from here on stay in any case, as does the latest user message. */
  firstKept: number;
  latestUser: number;
  /** What the user's own texts may take, the latest one apart. */
  maxUserTokens: number;
}

/** Why the user's own texts stay. */
export const USER_TEXT_REASON = 'what the user gave';

/** A longer text of the user is a log or a file that was pasted. */
const MAX_TEXT_TOKENS = 1500;

/** Words of facts, decisions, corrections and bans, as opposed to requests for the next task. */
const TELLING =
  /\b(?:is|are|was|will be|has|have|gave|got|use|never|always|not|no longer|must|instead|only|decided|our|we)\b|: /i;

/**
 * The older groups with the user's own texts: all where they fit, else those first that tell
 * something, the newest first. The newest come first in the list too.
 */
export function chooseUserTexts(options: UserTextOptions): number[] {
  const { groups, firstKept, latestUser, maxUserTokens } = options;
  const own = groups.slice(0, firstKept).flatMap((group, index) => {
    const isOwn = index !== latestUser && group.tokens <= MAX_TEXT_TOKENS && isOwnText(group);
    return isOwn ? [{ index, tokens: group.tokens, tells: TELLING.test(textOf(group)) }] : [];
  });
  const newestFirst = own.toReversed();
  const bestFirst = newestFirst.toSorted((one, other) => Number(other.tells) - Number(one.tells));
  let left = maxUserTokens;
  const chosen = new Set<number>();
  for (const { index, tokens } of bestFirst) {
    if (tokens > left) continue;
    left -= tokens;
    chosen.add(index);
  }
  return newestFirst.flatMap(({ index }) => (chosen.has(index) ? [index] : []));
}

/**
 * Whether a group holds the user's own words, not what a program printed that some formats send in
 * the user's role.
 */
export function isOwnText(group: MessageGroup): boolean {
  return group.startsTurn && !PRINTED.test(textOf(group));
}

/** A tag, a list or object of data, a trace at the beginning, or a shell's prompt at the end. */
const PRINTED = /^\s*(?:<\w+[ >]|\[\w+: |[{[]\s*["{[]|Traceback |OBSERVATION)|\$\s*$/;

function textOf({ messages }: MessageGroup): string {
  return messages.map(messageText).join('\n');
}
