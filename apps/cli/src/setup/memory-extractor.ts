import { ConfigError } from '@everlong/core';
import { describeProviderError } from '../errors/provider-error.js';
import { loadModel, type ModelObject, parseModelName } from './model-provider.js';
import type { SettingValues } from './settings.js';

/** The model that extracts facts, and who hears of its failures. */
export interface MemoryExtractor {
  model?: ModelObject;
  onModelError?(error: unknown): void;
}

interface ExtractorOptions {
  settings: SettingValues;
  environment: NodeJS.ProcessEnv;
  /** The model of the chat. Default: the one that the settings name. */
  sessionModel?: ModelObject;
  /** Takes a warning, of the first failure alone: others have the same cause. */
  warn(text: string): void;
}

/** What `memory.model` names, if it names one. Rejects with `ConfigError`, for example for a key. */
export async function memoryExtractor(options: ExtractorOptions): Promise<MemoryExtractor> {
  const { settings, sessionModel, warn } = options;
  const { 'memory.model': choice, model: ofSession } = settings;
  if (choice === undefined) return {};
  const name = choice === 'session' ? ofSession : choice;
  if (name === undefined) {
    warn('No facts are extracted: memory.model is "session", but no model is set. Name one.');
    return {};
  }
  const isOfChat = choice === 'session' && sessionModel !== undefined;
  const model = isOfChat ? sessionModel : await load(name, options);
  let isTold = false;
  return {
    model,
    onModelError(error) {
      if (isTold) return;
      isTold = true;
      warn(
        `The model ${name} of memory.model failed, so no facts are extracted, and messages ` +
          `wait until it answers: ${describeProviderError(error).message}`,
      );
    },
  };
}

/** Says that it is this model that lacks a key or an address, and not that of the chat. */
async function load(
  name: string,
  { settings, environment }: ExtractorOptions,
): Promise<ModelObject> {
  try {
    return await loadModel(parseModelName(name, settings.base_url), environment);
  } catch (error) {
    if (!ConfigError.isInstance(error)) throw error;
    throw new ConfigError(`The model of memory.model cannot be used. ${error.message}`, error);
  }
}
