import {
  ConfigError,
  CorruptRecordError,
  type ProviderCompactor,
  type SessionInfo,
  type Store,
} from '@everlong/core';
import { createProviderCompactor, createSummarizer } from '@everlong/summarizer';
import { describeModel, type ModelInfo, nearestModel } from '@everlong/tokenizer';
import { counted } from '../output/format-number.js';
import { importedFrom } from '../output/imported-from.js';
import { missingFile } from '../errors/missing-file.js';
import {
  type AgentFolders,
  folderMetadata,
  usualFolder,
  withSessionFolder,
} from '../setup/agent-file.js';
import type { LoadedAgent } from '../setup/agent-schema.js';
import { chatSettings } from '../setup/chat-settings.js';
import { deleteSession } from '../setup/delete-session.js';
import { callOptions, checkSpelling, loadModel, parseModelName } from '../setup/model-provider.js';
import {
  type ChooseSession,
  findSession,
  newestSession,
  oldSessions,
  openExistingStore,
  openStore,
  type StoreLocation,
  storePath,
} from '../files/session-store.js';
import type { SettingValues } from '../setup/settings.js';
import { findAgent, isDescribed, openAgentSession } from './agent-session.js';
import { openChatMemory } from './chat-memory.js';
import { type Chat, type ChatParts, createChat } from './chat.js';
import {
  type ChatSessions,
  type ChatSessionsOptions,
  createChatSessions,
} from './chat-sessions.js';
import { requireSessionOf } from './require-session-of.js';

export interface ChatOptions {
  agentName?: string;
  agentFolders: AgentFolders;
  /** Settings given on the command line. */
  flags: SettingValues;
  location: StoreLocation;
  /** The session to continue: by id, the newest (of the agent, if one is named), or a new one. */
  start: { session: string } | 'continue' | 'new';
  environment: NodeJS.ProcessEnv;
  /** Asks which session is meant where an id may be several. */
  choose?: ChooseSession;
}

/**
 * Opens everything that a chat needs. Rejects with `ConfigError` for missing or misspelt settings
 * and with `SessionNotFoundError` for an unknown session; nothing is stored in these cases.
 */
export async function openChat(options: ChatOptions): Promise<Chat> {
  const { environment, flags } = options;
  const { cwd } = options.agentFolders;
  const { agent, earlier } = await findAgentAndSession(options);
  const first = await chatSettings({ cwd, environment, agent, session: earlier, flags });
  const { model: modelName, base_url: baseUrl, 'context.window': window } = first.values;
  if (modelName === undefined) throw new ConfigError(noModelText(agent, earlier));
  const choice = parseModelName(modelName, baseUrl);
  checkSpelling(choice, { windowIsGiven: window !== undefined });
  const model = await loadModel(choice, environment);
  const modelInfo = describeModel(choice.name);
  const store = await openStore(options.location);
  const { directory } = options.location;
  const warnings = [...agentNotes(agent, earlier), ...modelNotes(modelInfo, window)];
  const memory = await openChatMemory(store, {
    place: { directory, agent: agent.name },
    settings: first.values,
    sessionModel: model,
    environment,
    warn: (warning) => warnings.push(warning),
  });
  // A session opened inside the chat keeps the model of the chat.
  const ofChat = {
    ...flags,
    model: modelName,
    ...(baseUrl === undefined ? {} : { base_url: baseUrl }),
  };
  try {
    const sessions = await createChatSessions({
      store,
      earlier,
      metadata: folderMetadata(agent),
      settingsFor: async (session) =>
        (await chatSettings({ cwd, environment, agent, session, flags: ofChat })).values,
      openIn: sessionOpener({ cwd, agent, model, name: choice.name, memory }),
    });
    warnings.push(...(await removeOld(options.location, store, sessions)));
    const parts = { cwd, directory, modelName, modelInfo, model, store, memory, sessions };
    return createChat({ ...parts, warnings });
  } catch (error) {
    await memory?.close();
    await store.close();
    throw withImportCure(error, earlier);
  }
}

/** Adds to the error of a damaged session that importing it again is a cure. */
function withImportCure(error: unknown, session: SessionInfo | undefined): unknown {
  const { file } = (session && importedFrom(session)) ?? {};
  if (file === undefined || !CorruptRecordError.isInstance(error)) return error;
  const { place, message } = error;
  const problem = message.slice(`${place}: `.length);
  return new CorruptRecordError(
    place,
    `${problem} Import it again: everlong import ${file}`,
    error,
  );
}

interface OpenerOptions extends Pick<ChatParts, 'cwd' | 'model' | 'memory'> {
  agent: LoadedAgent;
  /** The name of the model, without its provider. */
  name: string;
}

function sessionOpener(options: OpenerOptions): ChatSessionsOptions['openIn'] {
  const { cwd, agent, model, name, memory } = options;
  return (store, id, { settings, continued }) =>
    openAgentSession({
      store,
      id,
      agent,
      model: name,
      settings,
      continued,
      root: cwd,
      memory,
      summarizer: createSummarizer({
        model,
        providerOptions: callOptions(id),
        contextWindow: settings['context.window'] ?? describeModel(name).contextWindow,
      }),
      compactor: compactorOf(model, id),
    });
}

/** Asks the model's provider for summaries, if it is one that writes them. */
function compactorOf(model: ChatParts['model'], id: string): ProviderCompactor | undefined {
  const isKnown = /^(?:anthropic(?:\.|$)|openai\.responses)/.test(model.provider);
  return isKnown ? createProviderCompactor({ model, providerOptions: callOptions(id) }) : undefined;
}

/** The agent, and the session to continue, if any. Creates no store. */
async function findAgentAndSession(
  options: ChatOptions,
): Promise<{ agent: LoadedAgent; earlier?: SessionInfo }> {
  const { agentName, agentFolders, location, start, choose } = options;
  if (start === 'new') return { agent: await findAgent(agentName, agentFolders) };
  const store = await openExistingStore(location);
  try {
    if (start === 'continue') {
      const earlier = await newestSession(store, agentName);
      if (earlier === undefined) {
        const agent = await findAgent(agentName, agentFolders);
        throw noSession(agent, location, await newestSession(store));
      }
      // The agent's file may be in a folder that only its sessions know of.
      const folders = withSessionFolder(agentFolders, earlier);
      return { agent: await findAgent(earlier.agent, folders, { optional: true }), earlier };
    }
    const earlier = await findSession(store, start.session, choose);
    const optional = agentName === undefined;
    const folders = withSessionFolder(agentFolders, earlier);
    const agent = await findAgent(agentName ?? earlier.agent, folders, { optional });
    requireSessionOf(agent.name, earlier);
    return { agent, earlier };
  } finally {
    await store.close();
  }
}

/** The parts of an agent's file that are passed over, or that it has no file any more. */
function agentNotes(agent: LoadedAgent, earlier: SessionInfo | undefined): string[] {
  const { name, file, unknownBlocks = [] } = agent;
  // The program that a session was imported from has no file here.
  const isImported = earlier !== undefined && importedFrom(earlier)?.tool === name;
  if (isImported && !isDescribed(agent)) return [];
  if (!isDescribed(agent)) {
    return [
      `There is no file of the agent "${name}", so the session goes on with the usual instructions ` +
        `and settings. Its file is ${usualFolder}/${name}.yaml, or in the folder of --agents-dir.`,
    ];
  }
  return unknownBlocks.map((block) => `${file}: the block "${block}" is unknown and ignored.`);
}

function modelNotes({ name, warning }: ModelInfo, window: number | undefined): string[] {
  if (warning === undefined || window !== undefined) return [];
  const near = nearestModel(name);
  const meant = near === undefined ? '' : ` Did you mean "${near.name}"?`;
  return [`${warning.split('. ')[0]}.${meant} Pass --window to say how large it is.`];
}

/** Deletes sessions that are older than the configuration keeps them; says so. */
async function removeOld(
  { directory }: StoreLocation,
  store: Store,
  { current, settings }: ChatSessions,
): Promise<string[]> {
  const days = settings['sessions.retention_days'];
  if (days === undefined) return [];
  const old = (await oldSessions(store, days)).filter(({ id }) => id !== current.session.id);
  for (const info of old) await deleteSession(store, directory, info);
  if (old.length === 0) return [];
  return [
    `Deleted ${counted(old.length, 'session')} unused for ${counted(days, 'day')} (sessions.retention_days).`,
  ];
}

function noModelText({ name }: LoadedAgent, earlier: SessionInfo | undefined): string {
  const example =
    'Pass --model, for example --model openai/gpt-6.1-sol or --model openai-compatible/qwen3 ' +
    '--base-url http://localhost:11434/v1';
  if (earlier !== undefined && importedFrom(earlier)?.tool === name) {
    return (
      `Session ${earlier.id} was imported, and no model is set to go on with. ${example}, or keep ` +
      'one with everlong config set model openai/gpt-6.1-sol.'
    );
  }
  return (
    `The agent ${name} names no model. ${example}, or write \`model: { provider: … }\` into ` +
    `agents/${name}.yaml.`
  );
}

function noSession(
  { name }: LoadedAgent,
  location: StoreLocation,
  other: SessionInfo | undefined,
): ConfigError {
  const cure =
    other === undefined
      ? 'Leave out --continue to start one, or pass --dir for another folder.'
      : `The newest one there is with ${other.agent}: everlong chat -s ${other.id}`;
  return new ConfigError(
    `There is no earlier session of the agent ${name} in ${storePath(location)}. ${cure}`,
    missingFile(),
  );
}
