import type { Session } from '@everlong/context';
import { ConfigError, createMemoryStore, type SessionInfo, type Store } from '@everlong/core';
import { createSummarizer } from '@everlong/summarizer';
import { describeModel } from '@everlong/tokenizer';
import type { ToolSet } from 'ai';
import { redactSecrets } from '@everlong/redaction';
import type { Agent } from '../setup/agent-schema.js';
import { missingFile } from '../output/missing-file.js';
import { callOptions, loadModel, parseModelName } from '../setup/model-provider.js';
import {
  findSession,
  freeSessionId,
  openExistingStore,
  openStore,
  type StoreLocation,
  storePath,
} from '../setup/session-store.js';
import { type AgentSession, findAgent, openAgentSession } from './agent-session.js';
import { runTurn } from './run-turn.js';
import type { TurnEvent, TurnResult } from './turn.js';

/** Model calls that one user message may lead to. */
const maxSteps = 20;
const maxTitleCharacters = 60;

export interface ChatOptions {
  agentName?: string;
  agentFolders: readonly string[];
  modelName?: string;
  baseUrl?: string;
  contextWindow?: number;
  policy?: string;
  location: StoreLocation;
  /** The session to go on with: an id, the agent's newest, or a new one. */
  start: { session: string } | 'continue' | 'new';
  environment: NodeJS.ProcessEnv;
}

/** A conversation with a model, and the means to change to another session. */
export interface Chat {
  readonly modelName: string;
  readonly store: Store;
  /** Things worth saying before the first message. */
  readonly warnings: readonly string[];
  readonly session: Session;
  readonly instructions: string;
  readonly tools: ToolSet;
  info(): Promise<SessionInfo>;
  rename(title: string): Promise<void>;
  /** Stores the user's message and lets the model answer it. */
  send(text: string, options: SendOptions): Promise<TurnResult>;
  open(id: string): Promise<void>;
  startNew(): Promise<void>;
  close(): Promise<void>;
}

interface SendOptions {
  signal: AbortSignal;
  onEvent(event: TurnEvent): void;
}

/**
 * Opens everything that a chat needs. Throws `ConfigError` for what is missing or misspelt and
 * `SessionNotFoundError` for a session that is not there; nothing is stored in these cases.
 */
export async function openChat(options: ChatOptions): Promise<Chat> {
  const { agent, earlier } = await findAgentAndSession(options);
  const modelName = options.modelName ?? agent.model?.provider;
  if (modelName === undefined) throw new ConfigError(noModelText(agent));
  const choice = parseModelName(modelName, options.baseUrl ?? agent.model?.base_url);
  const model = await loadModel(choice, options.environment);
  const described = describeModel(choice.name);
  const contextWindow = options.contextWindow ?? agent.context?.window;
  const store = await openStore(options.location);

  function openIn(sessionStore: Store, id: string): Promise<AgentSession> {
    return openAgentSession({
      store: sessionStore,
      id,
      agent,
      model: choice.name,
      summarizer: createSummarizer({
        model,
        providerOptions: callOptions(id),
        contextWindow: contextWindow ?? described.contextWindow,
      }),
      ...(contextWindow === undefined ? {} : { contextWindow }),
      ...(options.policy === undefined ? {} : { policy: options.policy }),
    });
  }

  async function change(id: string, home: Store): Promise<void> {
    const next = await openIn(home, id);
    await current.session.close();
    current = next;
    currentHome = home;
  }

  /** Where the session is; it comes to disk when there is something to keep, and not before. */
  async function keep(): Promise<string> {
    const { id } = current.session;
    if (currentHome !== store) await change(id, store);
    return id;
  }

  let currentHome = earlier === undefined ? createMemoryStore() : store;
  let current: AgentSession;
  try {
    current = await openIn(currentHome, earlier?.id ?? (await freeSessionId(store)));
  } catch (error) {
    await store.close();
    throw error;
  }
  const { temperature, max_tokens: maxOutputTokens } = agent.model ?? {};

  return {
    modelName,
    store,
    warnings:
      described.warning === undefined || contextWindow !== undefined
        ? []
        : [`${described.warning.split('. ')[0]}. Pass --window to say how large it is.`],
    get session() {
      return current.session;
    },
    get instructions() {
      return current.instructions;
    },
    get tools() {
      return current.tools;
    },
    info: () => currentHome.getSession(current.session.id),
    async rename(title) {
      await store.updateSession(await keep(), { title });
    },
    async send(text, { signal, onEvent }) {
      await nameSession(store, await keep(), text);
      const { session, instructions, tools } = current;
      const [asked] = await session.append({ role: 'user', content: text });
      if (asked !== undefined) current.beginTurn(asked.seq);
      return runTurn({
        session,
        model,
        modelName,
        instructions,
        tools,
        maxSteps,
        settings: {
          ...(temperature === undefined ? {} : { temperature }),
          ...(maxOutputTokens === undefined ? {} : { maxOutputTokens }),
        },
        signal,
        onEvent,
      });
    },
    async open(id) {
      const found = await findSession(store, id);
      if (found.id !== current.session.id) await change(found.id, store);
    },
    startNew: async () => change(await freeSessionId(store), createMemoryStore()),
    async close() {
      await current.session.close();
      await store.close();
    },
  };
}

/** Who talks, and the session that is to go on, if one is. Looking for it makes no store. */
async function findAgentAndSession(
  options: ChatOptions,
): Promise<{ agent: Agent; earlier?: SessionInfo }> {
  const { agentName, agentFolders, location, start } = options;
  if (start === 'new') return { agent: await findAgent(agentName, agentFolders) };
  const store = await openExistingStore(location);
  try {
    if (start === 'continue') {
      const agent = await findAgent(agentName, agentFolders);
      const [earlier] = await store.listSessions({ agent: agent.name, limit: 1 });
      if (earlier === undefined) throw noSession(agent, location);
      return { agent, earlier };
    }
    const earlier = await findSession(store, start.session);
    const optional = agentName === undefined;
    return {
      agent: await findAgent(agentName ?? earlier.agent, agentFolders, { optional }),
      earlier,
    };
  } finally {
    await store.close();
  }
}

/** A session is called by its first words until it is renamed. */
async function nameSession(store: Store, id: string, text: string): Promise<void> {
  const { title, entryCount } = await store.getSession(id);
  const words = redactSecrets(text).trim().replaceAll(/\s+/g, ' ').slice(0, maxTitleCharacters);
  if (title === undefined && entryCount === 0 && words !== '') {
    await store.updateSession(id, { title: words });
  }
}

function noModelText({ name }: Agent): string {
  return (
    `The agent ${name} names no model. Pass --model, for example --model openai/gpt-5 or ` +
    '--model openai-compatible/qwen3 --base-url http://localhost:11434/v1, or write ' +
    `\`model: { provider: … }\` into agents/${name}.yaml.`
  );
}

function noSession({ name }: Agent, location: StoreLocation): ConfigError {
  return new ConfigError(
    `There is no earlier session of the agent ${name} in ${storePath(location)}. ` +
      'Leave out --continue to start one.',
    missingFile('an earlier session'),
  );
}
