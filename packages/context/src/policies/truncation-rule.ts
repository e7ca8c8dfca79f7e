import type { ModelMessage, TextCut } from '@everlong/core';

import { textSizes } from '../truncation/shrink-message.js';
import type { MessageGroup } from '../rendering/message-group.js';

/** Characters of a limit that the notice may take. */
const NOTICE_CHARACTERS = 200;

/** Cuts texts of these roles to `maxCharacters`, head and tail alike, the notice included. */
export function headAndTailCut(maxCharacters: number, roles: TextCut['roles']): TextCut {
  const half = Math.max(0, Math.floor((maxCharacters - NOTICE_CHARACTERS) / 2));
  return {
    overCharacters: maxCharacters,
    headCharacters: half,
    tailCharacters: half,
    roles,
  };
}

/** Which of the groups (by index) hold a text of the cut's roles that is too long. */
export function groupsToCut(
  groups: readonly MessageGroup[],
  { overCharacters, roles }: TextCut,
): number[] {
  return groups.flatMap(({ messages }, index) => {
    const isLong = messages.some(
      (message) =>
        message.role !== 'system' &&
        roles.includes(message.role) &&
        longestText(message) > overCharacters,
    );
    return isLong ? [index] : [];
  });
}

/** By message: messages live longer than the views, each of which asks for all of them. */
const longest = new WeakMap<ModelMessage, number>();

/** Measured once a message. */
function longestText(message: ModelMessage): number {
  const known = longest.get(message);
  if (known !== undefined) return known;
  const characters = Math.max(0, ...textSizes(message, (text) => text.length));
  longest.set(message, characters);
  return characters;
}
