import { syncMemory } from '@everlong/context';
import type { Memory, Store } from '@everlong/core';
import { redactSecrets } from '@everlong/redaction';
import { errorText } from '../errors/error-text.js';
import { type MemoryPlace, openMemory } from '../setup/agent-memory.js';
import { loadModel, type ModelObject, parseModelName } from '../setup/model-provider.js';
import type { SettingValues } from '../setup/settings.js';

/** The memory that a chat uses, and warnings to print about it. */
interface ChatMemory {
  memory?: Memory;
  warnings: string[];
}

interface ChatMemoryOptions {
  place: MemoryPlace;
  settings: SettingValues;
  /** The model of the chat. */
  sessionModel: ModelObject;
  environment: NodeJS.ProcessEnv;
}

/** How many sessions are checked for entries that a killed process did not pass to memory. */
const MAX_SYNCED_SESSIONS = 20;

/** The longest a chat waits for that check, which then continues in the background. */
const SYNC_WAIT_MS = 2000;

/** Opens the agent's memory if it is enabled; if that fails, the chat runs without memory. */
export async function openChatMemory(
  store: Store,
  options: ChatMemoryOptions,
): Promise<ChatMemory> {
  const { place, settings } = options;
  if (settings['memory.enabled'] !== true) return { warnings: [] };
  const { agent } = place;
  try {
    const model = await extractor(options);
    const memory = await openMemory(place, settings, model);
    return { memory, warnings: await syncSoon(store, memory, agent) };
  } catch (error) {
    return { warnings: [`Continuing without memory: ${reasonOf(error)}`] };
  }
}

/** Adds what earlier sessions left out; returns warnings if that fails while the chat waits. */
async function syncSoon(store: Store, memory: Memory, agent: string): Promise<string[]> {
  const synced = syncMemory({ store, memory, agent, limit: MAX_SYNCED_SESSIONS }).then(
    () => [],
    (error: unknown) => [`The memory may lack parts of earlier sessions: ${reasonOf(error)}`],
  );
  let timer: ReturnType<typeof setTimeout> | undefined;
  const late = new Promise<string[]>((resolve) => {
    timer = setTimeout(() => resolve([]), SYNC_WAIT_MS);
  });
  const warnings = await Promise.race([synced, late]);
  clearTimeout(timer);
  return warnings;
}

function reasonOf(error: unknown): string {
  return redactSecrets(errorText(error));
}

/** The model that extracts facts in addition to the rules, if the settings name one. */
async function extractor({
  settings: { 'memory.model': name, base_url: baseUrl },
  sessionModel,
  environment,
}: ChatMemoryOptions): Promise<ModelObject | undefined> {
  if (name === undefined) return undefined;
  if (name === 'session') return sessionModel;
  return loadModel(parseModelName(name, baseUrl), environment);
}
