import { openSession, type Session } from '@everlong/context';
import { ConfigError, type SessionInfo, type Store } from '@everlong/core';
import { createSummarizer } from '@everlong/summarizer';
import { createTokenizer, describeModel } from '@everlong/tokenizer';
import type { ToolSet } from 'ai';
import { loadAgent } from '../agent-file.js';
import type { Agent } from '../agent-schema.js';
import { createHistoryTools } from '../history-tools.js';
import { isMissingFile, missingFile } from '../missing-file.js';
import { loadModel, parseModelName } from '../model-provider.js';
import { contextChoice } from '../policy-settings.js';
import {
  findSession,
  freeSessionId,
  openStore,
  openExistingStore,
  type StoreLocation,
  storePath,
} from '../session-store.js';
import { runTurn } from './run-turn.js';
import type { TurnEvent, TurnResult } from './turn.js';

/** The agent that is meant when none is named; it needs no file. */
const defaultAgentName = 'assistant';

const defaultInstructions =
  'You are a helpful assistant. Older parts of this conversation may be summarized or left out of ' +
  'what you see; use history_search and history_expand before you say that you do not know them.';
/** Model calls that one user message may lead to. */
const maxSteps = 20;
/** The share of a request that one look into the history may take, and the most tokens. */
const historyShare = 0.2;
const maxHistoryTokens = 4000;
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
  readonly agent: Agent;
  readonly modelName: string;
  readonly store: Store;
  readonly location: StoreLocation;
  /** Things worth saying before the first message. */
  readonly warnings: readonly string[];
  readonly session: Session;
  readonly instructions: string;
  readonly tools: ToolSet;
  info(): Promise<SessionInfo>;
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
  const { location, start } = options;
  const earlier = start === 'new' ? undefined : await findEarlier(options, start);
  const agent = await findAgent(options.agentName ?? earlier?.agent, options.agentFolders);
  const choice = contextChoice(agent.context);
  const modelName = options.modelName ?? agent.model?.provider;
  if (modelName === undefined) {
    throw new ConfigError(
      `The agent ${agent.name} names no model. Pass --model, for example --model openai/gpt-5 or ` +
        '--model openai-compatible/qwen3 --base-url http://localhost:11434/v1, or write ' +
        `\`model: { provider: … }\` into agents/${agent.name}.yaml.`,
    );
  }
  const parsed = parseModelName(modelName, options.baseUrl ?? agent.model?.base_url);
  const model = await loadModel(parsed, options.environment);
  const contextWindow = options.contextWindow ?? choice.contextWindow;
  const described = describeModel(parsed.name);
  const tokenizer = await createTokenizer({ model: parsed.name });
  const store = await openStore(location);
  const instructions = agent.system_prompt ?? defaultInstructions;

  async function openAt(id: string): Promise<Session> {
    return openSession({
      store,
      id,
      agent: agent.name,
      model: parsed.name,
      policy: options.policy ?? choice.policy,
      budget: choice.budget,
      summarizer: createSummarizer({
        model,
        contextWindow: contextWindow ?? described.contextWindow,
      }),
      tokenizer,
      ...(contextWindow === undefined ? {} : { contextWindow }),
    });
  }

  function toolsFor(current: Session): ToolSet {
    const share = Math.floor(current.state().inputBudget * historyShare);
    return createHistoryTools({
      session: current,
      maxTokens: Math.min(share, maxHistoryTokens),
      count: (text) => tokenizer.count(text),
      turnStart: () => turnStart,
    });
  }

  async function change(id: string): Promise<void> {
    const next = await openAt(id);
    await leave();
    session = next;
    tools = toolsFor(session);
  }

  /** A session in which nothing was said is not kept. */
  async function leave(): Promise<void> {
    await session.close();
    const { entryCount } = await store.getSession(session.id);
    if (entryCount === 0) await store.deleteSession(session.id);
  }

  /** A session is called by its first words until it is renamed. */
  async function nameAfter(text: string): Promise<void> {
    const { title, entryCount } = await store.getSession(session.id);
    const words = text.trim().replaceAll(/\s+/g, ' ').slice(0, maxTitleCharacters);
    if (title === undefined && entryCount === 0 && words !== '') {
      await store.updateSession(session.id, { title: words });
    }
  }

  let turnStart = Infinity;
  let session: Session;
  try {
    session = await openAt(earlier?.id ?? (await freeSessionId(store)));
  } catch (error) {
    await store.close();
    throw error;
  }
  let tools = toolsFor(session);
  const { temperature, max_tokens: maxOutputTokens } = agent.model ?? {};

  return {
    agent,
    modelName,
    store,
    location: options.location,
    warnings:
      described.warning === undefined || contextWindow !== undefined
        ? []
        : [`${described.warning.split('. ')[0]}. Pass --window to say how large it is.`],
    get session() {
      return session;
    },
    get tools() {
      return tools;
    },
    instructions,
    info: () => store.getSession(session.id),
    async send(text, { signal, onEvent }) {
      await nameAfter(text);
      const [stored] = await session.append({ role: 'user', content: text });
      turnStart = stored?.seq ?? Infinity;
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
      await change(found.id);
    },
    startNew: async () => change(await freeSessionId(store)),
    async close() {
      await leave();
      await store.close();
    },
  };
}

/** The session that a chat is to go on with; looking for one makes no store. */
async function findEarlier(
  { agentName, location }: ChatOptions,
  start: Exclude<ChatOptions['start'], 'new'>,
): Promise<SessionInfo> {
  const store = await openExistingStore(location);
  try {
    if (start !== 'continue') return await findSession(store, start.session);
    const filter = agentName === undefined ? {} : { agent: agentName };
    const [newest] = await store.listSessions({ ...filter, limit: 1 });
    if (newest !== undefined) return newest;
    const whose = agentName === undefined ? '' : ` of the agent ${agentName}`;
    throw new ConfigError(
      `There is no earlier session${whose} in ${storePath(location)}. Leave out --continue to start one.`,
      missingFile('an earlier session'),
    );
  } finally {
    await store.close();
  }
}

/** The named agent; the default one needs no file. */
async function findAgent(name: string | undefined, folders: readonly string[]): Promise<Agent> {
  try {
    return await loadAgent(name ?? defaultAgentName, folders);
  } catch (error) {
    const isMissing = ConfigError.isInstance(error) && isMissingFile(error.cause);
    if ((name ?? defaultAgentName) === defaultAgentName && isMissing) {
      return { name: defaultAgentName };
    }
    throw error;
  }
}
