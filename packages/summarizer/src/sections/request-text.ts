import type { Entry } from '@everlong/core';

import { authoredText } from '../reading/authored-text.js';
import { userText } from '../reading/spoken-text.js';
import { goesOn, isPraise } from '../reading/user-reactions.js';

/**
 * What the user asks for in an entry, line by line, without pasted code and output. Empty if the
 * user wrote nothing in the entry or only lets the work continue.
 */
export function requestText(entry: Entry): string {
  const own = authoredText(userText(entry)).trim();
  return goesOn(own) || isPraise(own) ? '' : own;
}
