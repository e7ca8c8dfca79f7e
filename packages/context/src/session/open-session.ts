import { checkNodeVersion } from '@everlong/core/internal';

import { createSessionWork } from '../session-work/session-work.js';
import { createSettingsKeeper } from './settings-keeper.js';
import { createSession, findSession } from './open-or-create.js';
import type { Session } from '../session-work/session.js';
import { withHome } from '../session-work/session-home.js';
import { traceSession } from './trace-session.js';
import { writeBodies } from './write-bodies.js';
import { createSessionMemory, type SessionMemory } from '../memory/session-memory.js';
import { usualScope } from '../memory/usual-scope.js';
import { type CompactionWatcher, withWatchers } from '../config/compaction-watchers.js';
import { resolveConfig } from '../config/session-config.js';
import { withKeptSettings } from '../config/kept-settings.js';
import { checkSessionOptions, type SessionOptions } from '../config/session-options.js';
import { createSyncedState, type SyncedState } from '../state/synced-state.js';
import type { SessionState } from '../state/session-state.js';
import { loadOpenTelemetry } from '../tracing.js';
import { placeOfCall } from '../interventions/place-of-call.js';
import { createSessionCalls } from './session-calls.js';

/**
 * Opens the session with the given id, or creates it; without an id, creates a new one. Calls on
 * one session run one after the other, in the order they were made; other processes may work on
 * the same session meanwhile. Rejects with `ConfigError` for an option that cannot be used.
 */
export async function openSession(options: SessionOptions): Promise<Session> {
  checkNodeVersion('openSession');
  return open(options, { isFork: false });
}

async function open(given: SessionOptions, { isFork }: { isFork: boolean }): Promise<Session> {
  await loadOpenTelemetry();
  checkSessionOptions(given);
  const known = await findSession(given);
  const options = withKeptSettings(given, known);
  const watchers = new Set<CompactionWatcher>();
  const resolved = await resolveConfig(options);
  const config = { ...resolved, hooks: withWatchers(resolved.hooks, watchers) };
  const info = known ?? (await createSession(given));
  const { id, metadata } = info;
  const logs = await createSyncedState(config, info);
  const goesOn = isFork || options.continued === true;
  const isRestart = !goesOn && logs.current.entryCount > 0;
  const memory = openMemory(options, id, logs);
  const work = createSessionWork(logs, config, { isRestart, memory });
  const keepSettings = createSettingsKeeper(given, id, metadata);
  const calls = createSessionCalls(id, work, {
    options,
    keepSettings,
    // A fork takes up the settings of its source.
    openFork: (forked) => open({ ...given, id: forked }, { isFork: true }),
  });
  const session = writeBodies(traceSession(calls, config), config.model);
  const placeOf = (toolCallId?: string) =>
    work.queue.runFresh(async () => placeOfCall(logs.current, toolCallId));
  return withHome(session, options.store, { watchers, placeOf });
}

/** The memory of a session, catching up; `undefined` for one without. */
function openMemory(
  { store, memory, memoryScope, memoryTimeoutMs: timeoutMs = MEMORY_TIMEOUT_MS }: SessionOptions,
  sessionId: string,
  logs: SyncedState,
): SessionMemory | undefined {
  if (memory === undefined) return undefined;
  const { agent } = logs.current;
  const withdrawn = (): SessionState['withdrawn'] => logs.current.withdrawn;
  return createSessionMemory({
    memory,
    scope: memoryScope ?? usualScope(store, agent),
    // Sessions of one agent may belong to several scopes.
    agent: memoryScope === undefined ? agent : undefined,
    timeoutMs,
    store,
    sessionId,
    withdrawn,
  });
}

/** The most time that memory may take of one call. */
const MEMORY_TIMEOUT_MS = 1000;
