import type { MessageGroup } from '../rendering/message-group.js';

export interface UserTextOptions {
  groups: readonly MessageGroup[];
  /** The groups from here on stay in any case, as does the latest user message. */
  firstKept: number;
  latestUser: number;
  /** What older groups may take together, and the user's own texts among them. */
  maxTokens: number;
  maxUserTokens: number;
}

/** Why the user's own texts stay. */
export const USER_TEXT_REASON = 'what the user gave';

/** A longer text of the user is a log or a file that was pasted. */
const MAX_TEXT_TOKENS = 600;

/** The older groups with the user's own texts, as many of the newest as fit; newest first. */
export function chooseUserTexts(options: UserTextOptions): number[] {
  const { groups, firstKept, latestUser, maxTokens, maxUserTokens } = options;
  let left = Math.min(maxTokens, maxUserTokens);
  const chosen: number[] = [];
  for (let index = firstKept - 1; index >= 0; index--) {
    const { startsTurn = false, tokens = 0 } = groups[index] ?? {};
    if (!startsTurn || index === latestUser || tokens > MAX_TEXT_TOKENS || tokens > left) continue;
    left -= tokens;
    chosen.push(index);
  }
  return chosen;
}
