import {
  type Entry,
  type ReadOptions,
  type SearchHit,
  SessionNotFoundError,
  type Store,
} from '@everlong/core';
import { checkString } from '@everlong/core/internal';
import { isWithdrawn } from '@everlong/core/store-kit';

import type { SessionWork } from '../session-work/session-work.js';
import { type AppendOptions, appendMessages, takeMessages } from './append-messages.js';
import { clearContext } from '../interventions/clear-context.js';
import { compactNow } from '../interventions/compact-now.js';
import { currentState } from './current-state.js';
import { endTurn } from './end-turn.js';
import { explainRequest } from '../past/explain-request.js';
import { forkSession } from '../past/fork-session.js';
import { handOver } from '../interventions/hand-over.js';
import { keepNote } from '../interventions/keep-note.js';
import { pinEntry } from '../interventions/pin-entry.js';
import { prepareNext } from '../next-request/prepare-next.js';
import { sessionCompactions } from '../interventions/session-compactions.js';
import { readOriginals } from '../past/read-originals.js';
import { rewindSession } from '../interventions/rewind-session.js';
import { createKnownRedactor } from './known-redactor.js';
import type { CompactOptions, ExplainOptions } from '../session-work/call-options.js';
import type { Session } from '../session-work/session.js';
import { requestCompaction } from '../interventions/request-compaction.js';
import type { PreparesRequests } from './write-bodies.js';
import { undoCompaction } from '../interventions/undo-compaction.js';
import { giveUpBackgroundCompaction } from '../compaction/background-compaction.js';
import {
  checkCompactOptions,
  checkEndTurnOptions,
  checkEntriesOptions,
  checkExpand,
  checkExplainOptions,
  checkSearch,
  checkStateOptions,
  checkToolCallOptions,
  checkUndoOptions,
} from './check-call-options.js';
import type { SessionOptions } from '../config/session-options.js';
import { readRemaining } from '../state/read-remaining.js';

/** How a session was opened. */
interface Opened {
  /** The options with what the session keeps. */
  options: SessionOptions;
  keepSettings(): Promise<void>;
  /** Opens a session that was just forked from this one. */
  openFork(id: string): Promise<Session>;
}

/** The calls that a session has, each handed to where it is done. */
export function createSessionCalls(
  id: string,
  work: SessionWork,
  { options, keepSettings, openFork }: Opened,
): Omit<Session, 'prepare'> & PreparesRequests {
  const { logs, config, queue, requestUsage, overflows } = work;
  const { store, model } = config;
  const redactKnown = createKnownRedactor();
  const redact = (text: string): string => redactKnown(text, logs.current.snapshot);
  return {
    id,
    agent: logs.current.agent,
    ...(model === undefined ? {} : { model }),
    async append(messages: unknown, appendOptions?: AppendOptions) {
      const given = takeMessages(messages, model, appendOptions);
      return queue.run(() => keepSettings().then(() => appendMessages(work, id, given)));
    },
    prepare: (prepareOptions) => prepareNext(work, prepareOptions),
    recordUsage: (usage) => queue.runFresh(() => reportUsage(work, usage)),
    endTurn: checked(checkEndTurnOptions, (turnOptions) => endTurn(work, turnOptions)),
    compact: checked(checkCompactOptions, (compactOptions?: CompactOptions) =>
      compactNow(work, compactOptions),
    ) as Session['compact'],
    undoCompaction: checked(checkUndoOptions, (undoOptions) => undoCompaction(work, undoOptions)),
    clear: () => clearContext(work),
    rewind: (to) => rewindSession(work, to),
    recover: (error) =>
      queue.runFresh(() => overflows.recover(work, error, requestUsage.countedTokens())),
    state(inputs) {
      checkStateOptions(inputs);
      const measured = work.measure(inputs);
      return currentState({ state: logs.current, config, measured }, work.isRestart);
    },
    async search(query, searchOptions) {
      const hits = await searchEntries(store, id, query, searchOptions);
      return hits.map((hit) => ({ ...hit, excerpt: redact(hit.excerpt) }));
    },
    redact(text) {
      checkString('The text of session.redact', text);
      return redact(text);
    },
    expand: (ids, expandOptions) => queue.runFresh(() => expandIds(work, id, ids, expandOptions)),
    explain: checked(checkExplainOptions, (request: ExplainOptions) =>
      queue.runFresh(() => explainRequest(options, id, request)),
    ),
    fork: (atSeq) => queue.runFresh(async () => openFork(await forkSession(store, id, atSeq))),
    entries(readOptions) {
      checkEntriesOptions(readOptions);
      const { withdrawn = true, ...range } = readOptions ?? {};
      return withdrawn ? store.read(id, range) : remainingEntries(work, range);
    },
    ...createAgentCalls(work),
    compactions: () => sessionCompactions(work),
    pin: (seq, pinned = true) => queue.runFresh(() => pinEntry(work, seq, pinned)),
    close: () => close(work),
  };
}

/** What an agent's own tools call. */
function createAgentCalls(
  work: SessionWork,
): Pick<Session, 'note' | 'notes' | 'requestCompaction' | 'handOver'> {
  const { logs, queue } = work;
  return {
    async note(name, text, noteOptions) {
      checkToolCallOptions('session.note', noteOptions);
      return queue.runFresh(() => keepNote(work, { name, text }, noteOptions));
    },
    notes: () => logs.current.notes,
    async requestCompaction(reason, requestOptions) {
      checkToolCallOptions('session.requestCompaction', requestOptions);
      return queue.runFresh(() => requestCompaction(work, reason, requestOptions));
    },
    async handOver(note, handoverOptions) {
      checkToolCallOptions('session.handOver', handoverOptions);
      return queue.runFresh(() => handOver(work, note, handoverOptions));
    },
  };
}

/** Rejects what the check throws. */
function checked<Options, Result>(
  check: (options: Options) => void,
  run: (options: Options) => Promise<Result>,
): (options: Options) => Promise<Result> {
  return async (options) => {
    check(options);
    return run(options);
  };
}

async function reportUsage(
  { requestUsage, overflows }: SessionWork,
  usage: Parameters<Session['recordUsage']>[0],
): Promise<void> {
  await requestUsage.report(usage);
  if (usage !== 'unknown') overflows.succeeded();
}

async function searchEntries(
  store: Store,
  sessionId: string,
  query: string,
  options: Parameters<Session['search']>[1],
): Promise<SearchHit[]> {
  checkSearch(query, options);
  const { limit, withdrawn = false } = options ?? {};
  return store.search(query, {
    sessionId,
    withdrawn,
    ...(limit === undefined ? {} : { limit }),
  });
}

async function expandIds(
  { logs, config }: SessionWork,
  id: string,
  ids: Parameters<Session['expand']>[0],
  options: Parameters<Session['expand']>[1],
): Promise<Entry[]> {
  checkExpand(ids, options);
  const { withdrawn = false } = options ?? {};
  const hidden = withdrawn ? [] : logs.current.withdrawn;
  const entries = await readOriginals(config.store, id, ids);
  return entries.filter(({ seq }) => !isWithdrawn(hidden, seq));
}

async function* remainingEntries(
  { queue, logs, config }: SessionWork,
  range: ReadOptions,
): AsyncGenerator<Entry> {
  const { sessionId, withdrawn } = await queue.runFresh(async () => logs.current);
  yield* readRemaining(config.store, sessionId, withdrawn, range);
}

async function close(work: SessionWork): Promise<void> {
  const { queue, background, memory } = work;
  queue.abort(new DOMException('The session was closed.', 'AbortError'));
  background.abort();
  try {
    await queue.runFresh(async () => {
      await memory?.close();
      await giveUpBackgroundCompaction(work, 'the session was closed');
    });
  } catch (error) {
    void background.cancel();
    // Of a session that was deleted there is nothing left to record.
    if (!SessionNotFoundError.isInstance(error)) throw error;
  } finally {
    // Until a job ends V8 keeps the signals that weak references led to, and with them the session.
    await new Promise<unknown>((resolve) => nextJob(resolve));
  }
}

/** As it is before a test replaces the timers. */
const nextJob = globalThis.setImmediate ?? globalThis.setTimeout;
