import { syncMemory } from '@everlong/context';
import type { Memory, Store } from '@everlong/core';
import { definedFields } from '@everlong/core/internal';
import { redactSecrets } from '@everlong/redaction';
import { errorText } from '../errors/error-text.js';
import { describeProviderError } from '../errors/provider-error.js';
import { type MemoryPlace, openMemory } from '../setup/agent-memory.js';
import { loadModel, type ModelObject, parseModelName } from '../setup/model-provider.js';
import type { SettingValues } from '../setup/settings.js';

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
  if (settings['memory.enabled'] !== true) return undefined;
  try {
    const model = await extractor(options);
    const onModelError = warnOnce(options);
    const memory = await openMemory(place, settings, { ...definedFields({ model }), onModelError });
    await syncSoon(store, memory, options);
    return memory;
  } catch (error) {
    warn(`Continuing without memory: ${reasonOf(error)}`);
    return undefined;
  }
}

/** Warns of the first failure of the model that extracts facts: others have the same cause. */
function warnOnce({ settings, warn }: ChatMemoryOptions): (error: unknown) => void {
  const { 'memory.model': choice, model } = settings;
  const name = choice === 'session' ? model : choice;
  let isTold = false;
  return (error) => {
    if (isTold) return;
    isTold = true;
    warn(
      `The model ${name} of memory.model failed, so facts are found by rules alone, and messages ` +
        `wait until it answers: ${describeProviderError(error).message}`,
    );
  };
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
