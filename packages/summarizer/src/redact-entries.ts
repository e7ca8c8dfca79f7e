import { type Entry, mapTexts, redactSecrets } from '@everlong/core';

import { isWord } from './character-class.js';
import { replacedIn } from './replaced-in.js';
import { redactSplit } from './redact-split.js';

/** Entries that hold no recognised secret any more. */
const clean = new WeakSet<Entry>();
/** The most secrets of one span that are looked for again where nothing gives them away. */
const MAX_KNOWN = 100;
/** Shorter secrets are only found again as whole words. */
const SURE_LENGTH = 8;

/**
 * The entries with all secrets redacted in texts, inputs and outputs: those that `redactSecrets`
 * recognises, their repeats in other entries of the span, where nothing around them gives them
 * away, and those that are split over two entries. Entries without any are the same objects.
 * Whatever is made from the result holds no recognised secret. Done twice, the second time is free.
 */
export function redactEntries(entries: readonly Entry[]): readonly Entry[] {
  if (entries.every((entry) => clean.has(entry))) return entries;
  const known = new Map<string, string>();
  let result = redactSplit(entries).map((entry) => {
    const message = mapTexts(entry.message, (text, key) => {
      const redacted = redactSecrets(text, key);
      if (redacted !== text) learn(text, redacted, known);
      return redacted;
    });
    return message === entry.message ? entry : { ...entry, message };
  });
  if (known.size > 0) result = result.map((entry) => withoutKnown(entry, known));
  for (const entry of result) clean.add(entry);
  return result;
}

function learn(before: string, after: string, known: Map<string, string>): void {
  for (const { text, mark } of replacedIn(before, after)) addKnown(known, text, mark);
}

/** Only what no other text is likely to hold by chance: six signs or more, a digit among them. */
function addKnown(known: Map<string, string>, text: string, mark: string): void {
  const isTelling =
    text.length >= 6 && /\d/.test(text) && !/\s/.test(text) && /[^\d.,:-]/.test(text);
  if (isTelling && known.size < MAX_KNOWN) known.set(text, mark);
}

function withoutKnown(entry: Entry, known: ReadonlyMap<string, string>): Entry {
  const message = mapTexts(entry.message, (text) => {
    let result = text;
    for (const [secret, mark] of known) {
      if (result.includes(secret)) result = replaceKnown(result, secret, mark);
    }
    return result;
  });
  return message === entry.message ? entry : { ...entry, message };
}

function replaceKnown(text: string, secret: string, mark: string): string {
  if (secret.length >= SURE_LENGTH) return text.replaceAll(secret, mark);
  let result = '';
  let from = 0;
  for (let at = text.indexOf(secret); at >= 0; at = text.indexOf(secret, at + 1)) {
    const end = at + secret.length;
    if (isWord(text.charCodeAt(at - 1)) || isWord(text.charCodeAt(end)) || at < from) continue;
    result += text.slice(from, at) + mark;
    from = end;
  }
  return result + text.slice(from);
}
