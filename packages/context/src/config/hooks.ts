import type { CompactionRecord, Entry, NoteRecord, RewindRecord } from '@everlong/core';

import { errorText } from '@everlong/core/internal';

import type { RecoverResult } from './recover-result.js';

/**
 * Callbacks of a session. Each call is waited for, at most 10 seconds; one that fails or takes
 * longer changes nothing: `plan.hookFailures` names it until a call succeeds. Do not wait for the
 * session's own methods in a hook: they come after what the hook is about.
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
   * content is shown or known: what has changed is sent again within a share of the budget, or named
   * as stale. What it gives is recorded, so that no reopening calls it. At most 3 seconds for all
   * files, and 256 KiB a file; one that fails, hangs or gives more changes nothing, and is named
   * in `plan.hookFailures`.
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

/** What `onBeforeCompaction` gets. */
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

/** The session whose hook is called. */
interface HookCaller {
  readonly config: { readonly hooks: SessionHooks };
  readonly logs: { readonly current: { readonly hookFailures: ReadonlyMap<string, string> } };
  record(note: NoteRecord): Promise<void>;
}

const HOOK_TIMEOUT_MS = 10_000;
/** Of the text of an error. */
const MAX_PROBLEM_LENGTH = 500;

/** Calls a hook, if there is one; its failure becomes a note in the session's records. */
export async function callHook<Name extends HookName>(
  session: HookCaller,
  name: Name,
  event: Parameters<NonNullable<SessionHooks[Name]>>[0],
): Promise<void> {
  const { hooks } = session.config;
  const hook = hooks[name] as ((given: typeof event) => void | Promise<void>) | undefined;
  if (hook === undefined) return;
  await noteOutcome(session, name, await problemOf(async () => hook(event)));
}

/** Notes that a hook failed, or that it no longer does. */
export async function noteOutcome(
  { logs, record }: Omit<HookCaller, 'config'>,
  hook: keyof SessionHooks,
  problem: string | undefined,
): Promise<void> {
  if (problem !== undefined) {
    const shown = problem.slice(0, MAX_PROBLEM_LENGTH).toWellFormed();
    await record({ type: 'note', name: 'hook-failed', value: { hook, problem: shown } });
  } else if (logs.current.hookFailures.has(hook)) {
    await record({ type: 'note', name: 'hook-succeeded', value: { hook } });
  }
}

/** The text of an error in a note. */
export function problemText(error: unknown): string {
  return error instanceof Error ? String(error) : errorText(error);
}

async function problemOf(call: () => Promise<void>): Promise<string | undefined> {
  let timer: ReturnType<typeof setTimeout> | undefined;
  const late = new Promise<string>((resolve) => {
    timer = setTimeout(() => resolve(`it took longer than ${HOOK_TIMEOUT_MS} ms`), HOOK_TIMEOUT_MS);
  });
  const called = call().then(() => undefined, problemText);
  try {
    return await Promise.race([called, late]);
  } finally {
    clearTimeout(timer);
  }
}
