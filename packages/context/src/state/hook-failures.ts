import type { JsonObject, SessionRecord, Store } from '@everlong/core';

import { usableRecords } from './usable-records.js';

/** What the newest call of each hook failed with, by the hook; one that succeeded is not in it. */
export type HookFailures = ReadonlyMap<string, string>;

/** Notes that are looked through for those about hooks. */
const MAX_NOTES_READ = 256;

/** The failures as the records tell them, as far back as is read. */
export async function readHookFailures(store: Store, sessionId: string): Promise<HookFailures> {
  const newestFirst = { type: 'note', reverse: true, limit: MAX_NOTES_READ } as const;
  const notes: SessionRecord[] = [];
  for await (const note of usableRecords(store, sessionId, newestFirst)) notes.unshift(note);
  return notes.reduce<HookFailures>(withHookNote, new Map());
}

/** The failures once a note is recorded; other notes than those of `callHook` change nothing. */
export function withHookNote(failures: HookFailures, note: SessionRecord): HookFailures {
  if (note.type !== 'note') return failures;
  // Earlier versions stored notes of any shape.
  const { hook, problem } = (note.value as JsonObject | null | undefined) ?? {};
  if (typeof hook !== 'string') return failures;
  if (note.name === 'hook-failed' && typeof problem === 'string') {
    return new Map(failures).set(hook, problem);
  }
  if (note.name !== 'hook-succeeded' || !failures.has(hook)) return failures;
  return new Map([...failures].filter(([name]) => name !== hook));
}
