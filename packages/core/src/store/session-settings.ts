import { definedFields } from '../base/defined-fields.js';
import type { JsonObject, JsonValue } from '../base/json-value.js';
import type { SessionInfo } from './session-info.js';
import { isObject } from '../base/is-object.js';

/** The metadata key under which a session keeps what it was opened with. */
export const SETTINGS_KEY = 'settings';

/** Options that a session keeps from its opening. */
export interface SessionSettings {
  model?: string;
  contextWindow?: number;
  /** A preset's name: a policy that is an object cannot be kept. */
  policy?: string;
  /** How much the policy `everlong` keeps. */
  keep?: string;
  /** The model that writes a server's summaries. */
  summaryModel?: string;
}

type Metadata = SessionInfo['metadata'];

/** The settings in a session's metadata; what cannot be one is left out. */
export function readSettings({ metadata }: { metadata?: Metadata }): SessionSettings {
  const kept = settingsIn(metadata);
  const { model, 'context.window': window, 'context.policy': policy, 'context.keep': keep } = kept;
  const { 'summary.model': summaryModel } = kept;
  return {
    ...(typeof model === 'string' && model !== '' ? { model } : {}),
    ...(typeof window === 'number' && Number.isInteger(window) ? { contextWindow: window } : {}),
    ...(typeof policy === 'string' ? { policy } : {}),
    ...(typeof keep === 'string' ? { keep } : {}),
    ...(typeof summaryModel === 'string' ? { summaryModel } : {}),
  };
}

/** Settings by the names under which metadata has them. */
export function namedSettings(settings: SessionSettings): JsonObject {
  const { model, contextWindow, policy, keep, summaryModel } = settings;
  return definedFields({
    model,
    'context.window': contextWindow,
    'context.policy': policy,
    'context.keep': keep,
    'summary.model': summaryModel,
  });
}

/** Settings of a model, which another model does not take over. */
const OF_MODEL = ['base_url', 'context.window'];

/**
 * The metadata with these settings added, by name. Earlier ones remain unless they belong to
 * another model; of two names of one model the longer remains, which says its provider.
 */
export function withSettings(metadata: Metadata, settings: JsonObject): Record<string, JsonValue> {
  const kept = { ...settingsIn(metadata) };
  const added = { ...settings };
  const { model: known } = kept;
  const { model } = added;
  if (typeof model === 'string' && typeof known === 'string' && isSameName(known, model)) {
    if (known.length > model.length) added['model'] = known;
  } else if (model !== undefined) {
    for (const name of OF_MODEL) delete kept[name];
  }
  return { ...metadata, [SETTINGS_KEY]: { ...kept, ...added } };
}

/** Tells whether two names are the same, perhaps one of them with a provider before a `/`. */
export function isSameName(left: string | undefined, right: string | undefined): boolean {
  if (left === undefined || right === undefined) return left === right;
  return left === right || left.endsWith(`/${right}`) || right.endsWith(`/${left}`);
}

function settingsIn(metadata: Metadata): JsonObject {
  const kept = metadata?.[SETTINGS_KEY];
  return isObject(kept) ? kept : {};
}
