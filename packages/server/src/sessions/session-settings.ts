import type { JsonObject, JsonValue, SessionInfo } from '@everlong/core';

import type { SessionDefaults } from '../config/server-options.js';

/** The key of a session's metadata that holds its settings, by the names of the command line's. */
const SETTINGS = 'settings';
/** The key that a fork's metadata has: the engine's. */
const FORK = 'forkOf';

/** Metadata that clients neither see nor set. */
export const reservedMetadata: readonly string[] = [SETTINGS, FORK];

/** Providers that a model's name may begin with; the registry knows models without them. */
const provider = /^(?:anthropic|openai|google|openai-compatible)\//;

/** What a session keeps: how it is opened, now and later. */
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

/** A client's metadata with the settings, for a store. */
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
    // From JSON, hence JSON.
    ...(own as Record<string, JsonValue>),
    ...(fork === undefined ? {} : { [FORK]: fork }),
    ...(Object.keys(settings).length === 0 ? {} : { [SETTINGS]: settings }),
  };
}

/** A session's metadata without what is reserved. */
export function ownMetadata({ metadata = {} }: SessionInfo): Record<string, JsonValue> {
  const entries = Object.entries(metadata).filter(([name]) => !reservedMetadata.includes(name));
  return Object.fromEntries(entries);
}

/** The session that a fork is of. */
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
