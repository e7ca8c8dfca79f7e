import { createMemoryStore, type SessionInfo, type Store } from '@everlong/core';
import { withSettings } from '@everlong/core/internal';
import { redactSecrets } from '@everlong/redaction';
import { keptSettings } from '../setup/chat-settings.js';
import { checkOwnSettings, ofPolicy } from '../setup/own-settings.js';
import type { SettingValues } from '../setup/settings.js';
import { freeSessionId } from '../files/session-store.js';
import type { AgentSession } from './agent-session.js';

const maxTitleCharacters = 60;

export interface ChatSessionsOptions {
  store: Store;
  earlier: SessionInfo | undefined;
  /** Metadata stored with each session besides its settings. */
  metadata: Readonly<Record<string, string>>;
  /** The settings for a session that is continued, or for a new one. */
  settingsFor(session: SessionInfo | undefined): Promise<SettingValues>;
  openIn(
    store: Store,
    id: string,
    options: { settings: SettingValues; continued: boolean },
  ): Promise<AgentSession>;
}

/** The session of a chat, and the means to change to another one. */
export interface ChatSessions {
  readonly current: AgentSession;
  readonly settings: SettingValues;
  /** Whether the session is on disk; it is in memory until there is something to store. */
  readonly isKept: boolean;
  info(): Promise<SessionInfo>;
  /** Stores the session on disk, with its settings. */
  keep(): Promise<string>;
  /** Stores it on disk, titled after its first words unless it has a title. */
  keepFor(firstWords: string): Promise<void>;
  change(to: SessionInfo): Promise<void>;
  startNew(): Promise<void>;
  /** Changes settings of this session and stores them with it. */
  configure(changed: SettingValues): Promise<void>;
}

interface Held {
  agentSession: AgentSession;
  home: Store;
  settings: SettingValues;
  /** Settings changed during the chat, stored with the session. */
  changed: SettingValues;
  /** Whether a message was sent since it was opened. */
  isUsed: boolean;
}

export async function createChatSessions(options: ChatSessionsOptions): Promise<ChatSessions> {
  const { store, earlier, settingsFor, openIn } = options;
  let held: Held =
    earlier === undefined
      ? await holdNew(options)
      : await hold(openIn, store, earlier.id, await settingsFor(earlier));

  async function replace(next: Held): Promise<void> {
    await held.agentSession.session.close();
    held = next;
  }

  async function keep(): Promise<string> {
    const { changed, settings } = held;
    const { id } = held.agentSession.session;
    if (held.home !== store)
      await replace({ ...(await hold(openIn, store, id, settings)), changed });
    await storeSettings(store, id, { ...keptSettings(settings), ...changed }, options.metadata);
    return id;
  }

  return {
    get current() {
      return held.agentSession;
    },
    get settings() {
      return held.settings;
    },
    get isKept() {
      return held.home === store;
    },
    info: () => held.home.getSession(held.agentSession.session.id),
    keep,
    async keepFor(firstWords) {
      await nameSession(store, await keep(), firstWords);
      held.isUsed = true;
    },
    change: async (to) => replace(await hold(openIn, store, to.id, await settingsFor(to))),
    startNew: async () => replace(await holdNew(options)),
    async configure(newest) {
      const { home, agentSession, isUsed } = held;
      const { 'context.policy': policy } = newest;
      const settings = { ...ofPolicy(held.settings, policy), ...newest };
      const changed = { ...ofPolicy(held.changed, policy), ...newest };
      checkOwnSettings(settings, {});
      await replace({
        ...(await hold(openIn, home, agentSession.session.id, settings, isUsed)),
        changed,
      });
      if (home === store) await keep();
    },
  };
}

/** A new session in memory. */
async function holdNew({ store, settingsFor, openIn }: ChatSessionsOptions): Promise<Held> {
  const id = await freeSessionId(store);
  return hold(openIn, createMemoryStore(), id, await settingsFor(undefined));
}

async function hold(
  openIn: ChatSessionsOptions['openIn'],
  home: Store,
  id: string,
  settings: SettingValues,
  continued = false,
): Promise<Held> {
  const agentSession = await openIn(home, id, { settings, continued });
  return { agentSession, home, settings, changed: {}, isUsed: continued };
}

/** Stores settings and other metadata with a session, if they have changed. */
async function storeSettings(
  store: Store,
  id: string,
  settings: SettingValues,
  others: ChatSessionsOptions['metadata'],
): Promise<void> {
  const info = await store.getSession(id);
  const metadata = { ...withSettings(info.metadata, settings), ...others };
  if (JSON.stringify(metadata) !== JSON.stringify(info.metadata)) {
    await store.updateSession(id, { metadata });
  }
}

/** Enough to redact a secret that a title would cut off. */
const MAX_READ_FOR_TITLE = 100_000;

/** Titles a session after its first words until it is renamed. */
async function nameSession(store: Store, id: string, firstWords: string): Promise<void> {
  const { title, entryCount } = await store.getSession(id);
  const words = redactSecrets(firstWords.slice(0, MAX_READ_FOR_TITLE))
    .trim()
    .replaceAll(/\s+/g, ' ');
  if (title === undefined && entryCount === 0 && words !== '') {
    await store.updateSession(id, { title: words.slice(0, maxTitleCharacters).toWellFormed() });
  }
}
