import { messageText } from '@everlong/core';

import type { MessageGroup } from './message-group.js';

/**
 * Whether a group holds the user's own words, not what a program printed that some formats send in
 * the user's role.
 */
export function isOwnText(group: MessageGroup): boolean {
  if (!group.startsTurn) return false;
  const text = group.messages.map(messageText).join('\n');
  return !PRINTED.test(text) && !beginsWithTable(text);
}

/** Of a longer line only so much is read. */
const MAX_HEAD_LENGTH = 200;

/** Whether the first line stands in columns, as the progress of a download does. */
function beginsWithTable(text: string): boolean {
  const [head = ''] = text.slice(0, MAX_HEAD_LENGTH).trim().split('\n');
  return head.split(/\s{2,}/).length > 3;
}

/** A tag, a list or object of data, a trace at the beginning, or a shell's prompt at the end. */
const PRINTED = /^\s*(?:<\w+[ >]|\[\w+: |[{[]\s*["{[]|Traceback |OBSERVATION)|\$\s*$/;
