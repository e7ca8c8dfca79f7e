import { syncMemory } from '@everlong/context';
import type { Memory, Store } from '@everlong/core';
import { redactSecrets } from '@everlong/redaction';
import { errorText } from '../errors/error-text.js';
import { type MemoryPlace, openMemory } from '../setup/agent-memory.js';
import { memoryExtractor } from '../setup/memory-extractor.js';
import type { ModelObject } from '../setup/model-provider.js';
import { type SettingValues, usesMemory } from '../setup/settings.js';

interface ChatMemoryOptions {
  place: MemoryPlace;
  settings: SettingValues;
  /** The model of the chat. */
  sessionModel: ModelObject;
  environment: NodeJS.ProcessEnv;
  /** Takes warnings, now and while the chat is open. */
  warn(text: string): void;
}

/** How many sessions are checked for entries that a killed process did not pass to memory. */
const MAX_SYNCED_SESSIONS = 20;

/** The longest a chat waits for that check, which then continues in the background. */
const SYNC_WAIT_MS = 2000;

/** Opens the agent's memory if it is enabled; if that fails, the chat runs without memory. */
export async function openChatMemory(
  store: Store,
  options: ChatMemoryOptions,
): Promise<Memory | undefined> {
  const { place, settings, warn } = options;
  if (!usesMemory(settings)) return undefined;
  try {
    const memory = await openMemory(place, settings, await memoryExtractor(options));
    await syncSoon(store, memory, options);
    return memory;
  } catch (error) {
    warn(`Continuing without memory: ${reasonOf(error)}`);
    return undefined;
  }
}

/** Adds what earlier sessions left out; warns if that fails, even after the chat stopped waiting. */
async function syncSoon(
  store: Store,
  memory: Memory,
  { place, warn }: ChatMemoryOptions,
): Promise<void> {
  const { agent } = place;
  const synced = syncMemory({ store, memory, agent, limit: MAX_SYNCED_SESSIONS }).then(
    () => {},
    (error: unknown) => warn(`The memory may lack parts of earlier sessions: ${reasonOf(error)}`),
  );
  let timer: ReturnType<typeof setTimeout> | undefined;
  const late = new Promise<void>((resolve) => {
    timer = setTimeout(resolve, SYNC_WAIT_MS);
  });
  await Promise.race([synced, late]);
  clearTimeout(timer);
}

function reasonOf(error: unknown): string {
  return redactSecrets(errorText(error));
}
