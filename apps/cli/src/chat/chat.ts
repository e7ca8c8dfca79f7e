import type { ContextState, Session } from '@everlong/context';
import {
  ConfigError,
  type FilePart,
  type Memory,
  type SessionInfo,
  type Store,
} from '@everlong/core';
import { definedFields } from '@everlong/core/internal';
import type { ModelInfo } from '@everlong/tokenizer';
import type { ToolSet } from 'ai';
import type { ModelObject } from '../setup/model-provider.js';
import { deleteSession } from '../setup/delete-session.js';
import { type ChooseSession, findAnySession, findSession } from '../files/session-store.js';
import { defaultSettings, type SettingValues } from '../setup/settings.js';
import { readImage } from '../files/read-image.js';
import type { ChatSessions } from './chat-sessions.js';
import { requireSessionOf } from './require-session-of.js';
import { runTurn } from './run-turn.js';
import {
  type CompactionEvent,
  compactionBetween,
  type TurnEvent,
  type TurnResult,
} from './turn.js';

/** A conversation with a model, and the means to change to another session. */
export interface Chat {
  readonly modelName: string;
  readonly model: ModelInfo;
  readonly store: Store;
  /** What the agent remembers across sessions; `undefined` without memory. */
  readonly memory: Memory | undefined;
  /** The folder that files are written to. */
  readonly cwd: string;
  /** Warnings that it did not return before: to print while no answer is being written. */
  takeWarnings(): string[];
  /** The compaction since it last told of one or was asked, made in the background or by hand. */
  takeCompaction(): CompactionEvent | undefined;
  readonly session: Session;
  readonly settings: SettingValues;
  readonly instructions: string;
  readonly tools: ToolSet;
  info(): Promise<SessionInfo>;
  /** The session with this id or prefix; of several, the one that `choose` returns. */
  find(id: string, choose?: ChooseSession): Promise<SessionInfo>;
  rename(title: string): Promise<void>;
  /** Changes settings of this session and stores them with it. */
  configure(changed: SettingValues): Promise<void>;
  /** Reads an image, which goes with the next message. */
  attach(file: string): Promise<void>;
  /** Stores the user's message and lets the model answer it. */
  send(text: string, options: SendOptions): Promise<TurnResult>;
  open(id: string, choose?: ChooseSession): Promise<void>;
  startNew(): Promise<void>;
  /** Continues in a copy of this session, up to and including an entry, by default whole. */
  fork(atSeq?: number): Promise<void>;
  /** Deletes a session for good; if it is the current one, starts a new one. */
  remove(id: string): Promise<void>;
  /** Finishes a pending background summary, after calling `onWait`. */
  settle(onWait: () => void): Promise<void>;
  close(): Promise<void>;
}

interface SendOptions {
  signal: AbortSignal;
  onEvent(event: TurnEvent): void;
}

/** How long the end of a chat waits for what is extracted; the rest is at the next one's. */
const EXTRACTION_MS = 15_000;

/** What `createChat` needs. */
export interface ChatParts {
  cwd: string;
  /** The folder of the store. */
  directory: string;
  modelName: string;
  modelInfo: ModelInfo;
  model: ModelObject;
  store: Store;
  memory: Memory | undefined;
  sessions: ChatSessions;
  /** Others may be added while the chat is open. */
  warnings: string[];
}

export function createChat(parts: ChatParts): Chat {
  const { sessions, store, memory, cwd, modelName, modelInfo, warnings } = parts;
  const seen = watchGauge(sessions);
  const images: FilePart[] = [];

  async function open(id: string, choose?: ChooseSession): Promise<void> {
    const found = await findSession(store, id, choose);
    requireSessionOf(sessions.current.session.agent, found);
    if (found.id !== sessions.current.session.id) await sessions.change(found);
  }

  return {
    modelName,
    model: modelInfo,
    store,
    memory,
    cwd,
    takeWarnings: () => warnings.splice(0),
    takeCompaction: seen.take,
    get session() {
      return sessions.current.session;
    },
    get settings() {
      return sessions.settings;
    },
    get instructions() {
      return sessions.current.instructions;
    },
    get tools() {
      return sessions.current.tools;
    },
    info: () => sessions.info(),
    find: (id, choose) => findAnySession(store, id, choose),
    async rename(title) {
      await store.updateSession(await sessions.keep(), { title });
    },
    configure: (changed) => sessions.configure(changed),
    attach: async (file) => void images.push(await readImage(file, cwd)),
    send: (text, options) => send(parts, text, { ...options, seen, images: images.splice(0) }),
    open,
    startNew: () => sessions.startNew(),
    fork: async (atSeq) => open(await forkCurrent(parts, atSeq)),
    remove: (id) => remove(parts, id),
    async settle(onWait) {
      const { session, instructions, tools } = sessions.current;
      if (session.state({ instructions, tools }).next.action !== 'snapshot') return;
      onWait();
      await session.endTurn({ wait: true });
    },
    async close() {
      const { session } = sessions.current;
      await session.close();
      await memory?.flush(session.agent, { timeoutMs: EXTRACTION_MS }).catch(() => undefined);
      await memory?.close();
      await store.close();
    },
  };
}

type SeenGauge = ReturnType<typeof watchGauge>;

/** The gauge that a chat showed last, to tell of compactions since. */
function watchGauge(sessions: ChatSessions) {
  const now = (): { id: string; state: ContextState } => {
    const { session, instructions, tools } = sessions.current;
    return { id: session.id, state: session.state({ instructions, tools }) };
  };
  let seen = now();
  return {
    of: (id: string) => (seen.id === id ? seen.state : undefined),
    show(id: string, state: ContextState) {
      seen = { id, state };
    },
    take() {
      const before = seen;
      seen = now();
      return before.id === seen.id ? compactionBetween(before.state, seen.state) : undefined;
    },
  };
}

/** Copies the current session up to and including an entry, by default whole; returns its id. */
async function forkCurrent({ sessions, store }: ChatParts, atSeq?: number): Promise<string> {
  if (!sessions.isKept) {
    throw new ConfigError('This session has no messages yet: there is nothing to fork.');
  }
  const forked = await sessions.current.session.fork(atSeq);
  await forked.close();
  const { metadata } = await sessions.info();
  if (metadata !== undefined) await store.updateSession(forked.id, { metadata });
  return forked.id;
}

async function remove({ sessions, store, directory }: ChatParts, id: string): Promise<void> {
  const isCurrent = id === sessions.current.session.id;
  const wasKept = sessions.isKept;
  const { agent } = isCurrent ? await sessions.info() : await store.getSession(id);
  if (isCurrent) await sessions.startNew();
  if (!isCurrent || wasKept) await deleteSession(store, directory, { id, agent });
}

async function send(
  { model, modelName, sessions }: ChatParts,
  text: string,
  options: SendOptions & { seen: SeenGauge; images: FilePart[] },
): Promise<TurnResult> {
  const { signal, seen, images, onEvent } = options;
  await sessions.keepFor(text);
  const { session, instructions, tools } = sessions.current;
  const content = images.length === 0 ? text : [...images, { type: 'text' as const, text }];
  const [asked] = await session.append({ role: 'user', content });
  if (asked !== undefined) sessions.current.beginTurn(asked.seq);
  const { temperature, max_tokens: maxOutputTokens, max_steps: maxSteps } = sessions.settings;
  const result = await runTurn({
    session,
    model,
    modelName,
    instructions,
    tools,
    toolsOptional: true,
    maxSteps: maxSteps ?? defaultSettings.max_steps ?? 1,
    settings: {
      ...definedFields({ temperature, maxOutputTokens }),
    },
    seen: seen.of(session.id),
    signal,
    onEvent(event) {
      if (event.type === 'request') seen.show(session.id, event.request.state);
      onEvent(event);
    },
  });
  if (result.status === 'done') await session.endTurn();
  return result;
}
