import { openSession, type Session, type SessionOptions } from '@everlong/context';
import {
  createContextTools,
  createHistoryTools,
  createMemoryTools,
} from '@everlong/context/ai-sdk';
import {
  ConfigError,
  type Memory,
  type ProviderCompactor,
  type Store,
  type Summarizer,
} from '@everlong/core';
import { definedFields } from '@everlong/core/internal';
import { createTokenizer } from '@everlong/tokenizer';
import type { ToolSet } from 'ai';
import { isMissingFile } from '../errors/missing-file.js';
import { type AgentFolders, loadAgent } from '../setup/agent-file.js';
import type { Agent, LoadedAgent } from '../setup/agent-schema.js';
import { policyBudget } from '../setup/policy-settings.js';
import { createResourceReader } from './resource-reader.js';
import type { SettingValues } from '../setup/settings.js';
import { usualAgent } from '../setup/usual-agent.js';

const defaultInstructions =
  'You are a helpful assistant. Older parts of this conversation may be summarized or left out of ' +
  'what you see; use history_search and history_expand before you say that you do not know them.';

export interface AgentSessionOptions {
  store: Store;
  id: string;
  agent: Agent;
  /** Without its provider; decides the tokenizer and the limits. */
  model: string | undefined;
  settings: SettingValues;
  summarizer?: Summarizer;
  /** Asks the model's provider for summaries; used where the settings say so. */
  compactor?: ProviderCompactor | undefined;
  /** What the agent remembers across sessions. */
  memory?: Memory | undefined;
  /** Whether only its tools are sent: it learns nothing and is asked nothing. Default `false`. */
  memoryToolsOnly?: boolean;
  /** The folder of the files that the conversation has read; reread to find stale copies. */
  root?: string;
  /** Whether this chat reopens its own session with other settings. */
  continued?: boolean;
}

/** A session with the instructions and tools that its agent sends in every request. */
export interface AgentSession {
  session: Session;
  instructions: string;
  tools: ToolSet;
  /** Marks the start of a turn: history tools search only the entries before it. */
  beginTurn(seq: number): void;
}

/** Opens a session with the context settings, the instructions and the tools of an agent. */
export async function openAgentSession(options: AgentSessionOptions): Promise<AgentSession> {
  const { store, id, agent, model, settings, summarizer, compactor, memory, root } = options;
  const { continued = false, memoryToolsOnly = false } = options;
  const {
    'context.window': contextWindow,
    'context.policy': policy,
    'context.keep': keep,
    'context.compaction': compaction,
  } = settings;
  const tokenizer = await createTokenizer(
    model === undefined ? { encoding: 'o200k_base' } : { model },
  );
  const session = await openSession({
    store,
    id,
    agent: agent.name,
    budget: policyBudget(settings),
    tokenizer,
    continued,
    ...(root === undefined ? {} : { hooks: { readResource: createResourceReader(root) } }),
    ...(policy === undefined ? {} : { policy }),
    // Checked by the engine, which names the choices and the policy that takes it.
    ...(keep === undefined ? {} : { keep: keep as SessionOptions['keep'] & string }),
    ...(compaction === undefined || compactor === undefined
      ? {}
      : { compaction: compaction as SessionOptions['compaction'] & string, compactor }),
    ...definedFields({ model, contextWindow, summarizer }),
    ...(memory === undefined || memoryToolsOnly ? {} : { memory }),
  });
  let turnStart = Infinity;
  return {
    session,
    instructions: agent.system_prompt ?? defaultInstructions,
    tools: {
      ...createHistoryTools({
        session,
        count: (text) => tokenizer.count(text),
        turnStart: () => turnStart,
      }),
      ...createContextTools({ session }),
      ...(memory === undefined
        ? {}
        : createMemoryTools({
            memory,
            scope: session.agent,
            session,
            count: (text) => tokenizer.count(text),
          })),
    },
    beginTurn(seq) {
      turnStart = seq;
    },
  };
}

/** Whether the instructions and tools of an agent are known: it has a file or is the default. */
export function isDescribed({ name, file }: LoadedAgent): boolean {
  return file !== undefined || name === usualAgent;
}

/**
 * The agent of that name; `undefined` means the default one, which needs no file. With `optional`
 * a missing file is accepted for any agent, so that its earlier sessions can still be continued.
 */
export async function findAgent(
  name: string | undefined,
  folders: AgentFolders,
  { optional = false } = {},
): Promise<LoadedAgent> {
  try {
    return await loadAgent(name ?? usualAgent, folders);
  } catch (error) {
    const isMissing = ConfigError.isInstance(error) && isMissingFile(error.cause);
    if (!isMissing || (name !== undefined && name !== usualAgent && !optional)) throw error;
    return { name: name ?? usualAgent };
  }
}
