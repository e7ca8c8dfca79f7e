import { type Entry, isUserEntry } from '@everlong/core';

import { redactSecrets } from './redact-secrets.js';

/** What the user or the assistant said in an entry, without reasoning, calls and secrets. */
export function spokenText({ message }: Pick<Entry, 'message'>): string {
  const { content } = message;
  if (typeof content === 'string') return redactSecrets(content);
  const texts = content.flatMap((part) => (part.type === 'text' ? [part.text] : []));
  return redactSecrets(texts.join('\n'));
}

/** Blocks that programs put around or instead of the user's words. */
const wrapped = /<([a-z][\w-]{2,40})>[\s\S]{0,20000}?<\/\1>/g;

/** The user's words in an entry, or an empty string where the entry is not the user's. */
export function userText(entry: Entry): string {
  if (!isUserEntry(entry)) return '';
  const text = spokenText(entry);
  const own = text.replace(wrapped, '').trim();
  return own === '' ? '' : own;
}
