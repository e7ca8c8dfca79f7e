import type { CompactionRecord, Entry, RewindRecord, SessionRecord } from '@everlong/core';

import { errorText } from '@everlong/core/internal';

import type { RecoverResult } from './recover-result.js';

/**
 * Callbacks of a session. Each call is waited for, at most 10 seconds; one that
 * fails or takes longer changes nothing and is recorded as a note. Do not wait for the session's
 * own methods in a hook: they come after what the hook is about.
 */
export interface SessionHooks {
  /** Entries are about to leave the request: time to keep elsewhere what must not be forgotten. */
  onBeforeCompaction?(event: BeforeCompactionEvent): void | Promise<void>;
  /** A new epoch has begun and its record is durable. */
  onCompaction?(event: CompactionEvent): void | Promise<void>;
  /** Entries were withdrawn and the record is durable: time to withdraw what was kept elsewhere. */
  onRewind?(event: RewindEvent): void | Promise<void>;
  /**
   * The present content of a file that the conversation is about, by the path that its tools were
   * called with; `undefined` where there is none. Called at an epoch's start for the files whose
   * content is shown or known: what has changed is sent anew within a share of the budget, or named
   * as stale. What it gives is recorded, so that no reopening calls it. At most 3 seconds for all
   * files, and 256 KiB a file; one that fails, hangs or gives more changes nothing.
   */
  readResource?(
    path: string,
    options: { signal: AbortSignal; maxBytes: number },
  ): ResourceContent | undefined | Promise<ResourceContent | undefined>;
  /** A provider said that a prompt is too long, and what the session answers to that. */
  onOverflow?(event: OverflowEvent): void | Promise<void>;
}

/** A text, or bytes: those that are no UTF-8 are compared only, never sent. */
export type ResourceContent = string | Uint8Array;

/** What `beforeCompaction` gets. */
export interface BeforeCompactionEvent {
  sessionId: string;
  agent: string;
  /** The epoch that ends. */
  epoch: number;
  /** Why the policy compacts. */
  reason: string;
  /** The first entry that may leave the request. */
  fromSeq: number;
  /** The last one. */
  toSeq: number;
  /** These entries as they were appended, oldest first. */
  entries(): AsyncIterable<Entry>;
}

/** What `onCompaction` gets. */
export interface CompactionEvent {
  sessionId: string;
  agent: string;
  /** As stored. */
  record: CompactionRecord;
}

/** What `onRewind` gets. */
export interface RewindEvent {
  sessionId: string;
  agent: string;
  /** As stored. */
  record: RewindRecord;
}

/** What `onOverflow` gets. */
export interface OverflowEvent {
  sessionId: string;
  agent: string;
  /** As the provider gave it. */
  error: unknown;
  /** What `recover` answers. */
  result: RecoverResult;
}

type HookName = Exclude<keyof SessionHooks, 'readResource'>;
type Recorder = (record: SessionRecord) => Promise<void>;

const HOOK_TIMEOUT_MS = 10_000;

/** Calls a hook, if there is one; its failure becomes a note in the session's records. */
export async function callHook<Name extends HookName>(
  hooks: SessionHooks,
  name: Name,
  record: Recorder,
  event: Parameters<NonNullable<SessionHooks[Name]>>[0],
): Promise<void> {
  const hook = hooks[name] as ((given: typeof event) => void | Promise<void>) | undefined;
  if (hook === undefined) return;
  const problem = await problemOf(async () => hook(event));
  if (problem === undefined) return;
  await record({ type: 'note', name: 'hook-failed', value: { hook: name, problem } });
}

async function problemOf(call: () => Promise<void>): Promise<string | undefined> {
  let timer: ReturnType<typeof setTimeout> | undefined;
  const late = new Promise<string>((resolve) => {
    timer = setTimeout(() => resolve(`it took longer than ${HOOK_TIMEOUT_MS} ms`), HOOK_TIMEOUT_MS);
  });
  const called = call().then(
    () => undefined,
    (error: unknown) => (error instanceof Error ? String(error) : errorText(error)),
  );
  try {
    return await Promise.race([called, late]);
  } finally {
    clearTimeout(timer);
  }
}
