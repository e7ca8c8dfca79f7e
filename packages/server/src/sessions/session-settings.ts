import type { JsonObject, JsonValue, SessionInfo } from '@everlong/core';
import {
  definedFields,
  namedSettings,
  type SessionSettings,
  SETTINGS_KEY,
} from '@everlong/core/internal';

/** The metadata key that the engine sets on a fork. */
const FORK = 'forkOf';

/** Metadata that clients neither see nor set. */
export const reservedMetadata: readonly string[] = [SETTINGS_KEY, FORK];

/** The prefixes of model names that the registry does not use. */
const provider = /^(?:anthropic|openai|google|openai-compatible)\//;

/** The name by which the registry knows a model. */
export function registryName(model: string): string {
  return model.replace(provider, '');
}

/** The metadata to store: the client's own, the settings, and the mark of a fork. */
export function metadataWith(
  own: Readonly<Record<string, unknown>>,
  kept: SessionSettings,
  old?: SessionInfo['metadata'],
): Record<string, JsonValue> {
  const settings = namedSettings(kept);
  const fork = old?.[FORK];
  return {
    // Parsed from JSON.
    ...(own as Record<string, JsonValue>),
    ...definedFields({ [FORK]: fork }),
    ...(Object.keys(settings).length === 0 ? {} : { [SETTINGS_KEY]: settings }),
  };
}

/** The stored title of a session whose title was taken back: stores change one, and remove none. */
export const NO_TITLE = '';

export function titleOf({ title = NO_TITLE }: { title?: string | undefined }): string | null {
  return title === NO_TITLE ? null : title;
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
