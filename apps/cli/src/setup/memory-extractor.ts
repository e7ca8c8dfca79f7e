import { ConfigError } from '@everlong/core';
import { describeProviderError } from '../errors/provider-error.js';
import { loadModel, type ModelObject, parseModelName } from './model-provider.js';
import type { SettingValues } from './settings.js';

/** The model that extracts more facts than the rules, and who hears of its failures. */
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
  const { settings, environment, sessionModel, warn } = options;
  const { 'memory.model': choice, model: ofSession, base_url: baseUrl } = settings;
  if (choice === undefined) return {};
  const name = choice === 'session' ? ofSession : choice;
  if (name === undefined) {
    throw new ConfigError(
      'memory.model is "session", but no model is set. Name one: provider/name.',
    );
  }
  const isOfChat = choice === 'session' && sessionModel !== undefined;
  const model = isOfChat
    ? sessionModel
    : await loadModel(parseModelName(name, baseUrl), environment);
  let isTold = false;
  return {
    model,
    onModelError(error) {
      if (isTold) return;
      isTold = true;
      warn(
        `The model ${name} of memory.model failed, so facts are found by rules alone, and messages ` +
          `wait until it answers: ${describeProviderError(error).message}`,
      );
    },
  };
}
