import {
  ConfigError,
  type JsonObject,
  type JsonValue,
  type SessionInfo,
  type Store,
} from '@everlong/core';
import { SETTINGS_KEY } from '@everlong/core/internal';

/**
 * Marks a session as a fork from its creation, with what the source keeps of the options
 * it was opened with. Without the `fork` record that ends the copying, it is not whole.
 */
export function forkMetadata(
  { id: sessionId, metadata }: SessionInfo,
  throughSeq: number,
): Record<string, JsonValue> {
  const settings = metadata?.[SETTINGS_KEY];
  return {
    ...(settings === undefined ? {} : { [SETTINGS_KEY]: settings }),
    forkOf: { sessionId, throughSeq },
  };
}

/** Rejects with `ConfigError` for a fork whose process ended before all of it was copied. */
export async function requireWholeFork(store: Store, { id, metadata }: SessionInfo): Promise<void> {
  const source = metadata?.['forkOf'] as Partial<JsonObject> | null | undefined;
  if (typeof source !== 'object' || source === null) return;
  for await (const record of store.readRecords(id, { type: 'fork' })) {
    if (record.type === 'fork' && record.sourceSessionId === source['sessionId']) return;
  }
  throw new ConfigError(
    `Session "${id}" is a fork of session ${JSON.stringify(source['sessionId'])} at entry ` +
      `${JSON.stringify(source['throughSeq'])} that was interrupted: it is not whole. ` +
      'Delete it and fork again; the source has everything.',
  );
}
