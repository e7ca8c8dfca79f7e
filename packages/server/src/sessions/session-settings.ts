import type { JsonObject, JsonValue, SessionInfo } from '@everlong/core';

import type { SessionDefaults } from '../config/server-options.js';

/** The metadata key of a session's settings, which the command line shares. */
const SETTINGS = 'settings';
/** The metadata key that the engine sets on a fork. */
const FORK = 'forkOf';

/** Metadata that clients neither see nor set. */
export const reservedMetadata: readonly string[] = [SETTINGS, FORK];

/** The prefixes of model names that the registry does not use. */
const provider = /^(?:anthropic|openai|google|openai-compatible)\//;

/** The settings that a session is opened with. */
export function settingsOf({ metadata }: SessionInfo): SessionDefaults {
  const kept = metadata?.[SETTINGS];
  if (typeof kept !== 'object' || kept === null || Array.isArray(kept)) return {};
  const { model, 'context.window': window, 'context.policy': policy } = kept as JsonObject;
  return {
    ...(typeof model === 'string' ? { model } : {}),
    ...(typeof window === 'number' ? { contextWindow: window } : {}),
    ...(typeof policy === 'string' ? { policy } : {}),
  };
}

/** The name by which the registry knows a model. */
export function registryName(model: string): string {
  return model.replace(provider, '');
}

/** The metadata to store: the client's own, the settings, and the mark of a fork. */
export function metadataWith(
  own: Readonly<Record<string, unknown>>,
  { model, contextWindow, policy }: SessionDefaults,
  old?: SessionInfo['metadata'],
): Record<string, JsonValue> {
  const settings: JsonObject = {
    ...(model === undefined ? {} : { model }),
    ...(contextWindow === undefined ? {} : { 'context.window': contextWindow }),
    ...(policy === undefined ? {} : { 'context.policy': policy }),
  };
  const fork = old?.[FORK];
  return {
    // Parsed from JSON.
    ...(own as Record<string, JsonValue>),
    ...(fork === undefined ? {} : { [FORK]: fork }),
    ...(Object.keys(settings).length === 0 ? {} : { [SETTINGS]: settings }),
  };
}

/** A session's metadata without the reserved keys. */
export function ownMetadata({ metadata = {} }: SessionInfo): Record<string, JsonValue> {
  const entries = Object.entries(metadata).filter(([name]) => !reservedMetadata.includes(name));
  return Object.fromEntries(entries);
}

/** The session that a fork was made from. */
export function forkSource({
  metadata,
}: SessionInfo): { sessionId: string; throughSeq: number } | undefined {
  const fork = metadata?.[FORK];
  if (typeof fork !== 'object' || fork === null || Array.isArray(fork)) return undefined;
  const { sessionId, throughSeq } = fork as JsonObject;
  return typeof sessionId === 'string' && typeof throughSeq === 'number'
    ? { sessionId, throughSeq }
    : undefined;
}
