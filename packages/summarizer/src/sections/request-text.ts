import type { Entry } from '@everlong/core';

import { authoredText } from '../reading/authored-text.js';
import { userText } from '../reading/spoken-text.js';
import { goesOn, isPraise } from '../reading/user-reactions.js';

/**
 * What the user asks for in an entry, line by line: their own words without pasted code and output.
 * Empty where the entry is not the user's, holds nothing else, or only lets the work go on.
 */
export function requestText(entry: Entry): string {
  const own = authoredText(userText(entry)).trim();
  return goesOn(own) || isPraise(own) ? '' : own;
}
