import type { JsonValue, SessionInfo } from '@everlong/core';
import {
  definedFields,
  isSameName,
  namedSettings,
  readSettings,
  type SessionSettings,
  withSettings,
} from '@everlong/core/internal';

import { MIN_WINDOW_TOKENS } from '../policies/check-settings.js';
import type { Keep } from '../policies/policy.js';
import { isKeep } from '../policies/preset-defaults.js';
import { isPolicyName } from '../presets/create-policy.js';
import type { SessionOptions } from './session-options.js';

/**
 * The options with what the caller left out: first what the session keeps, then the caller's
 * defaults. A kept window belongs to its model: another one does not take it over.
 */
export function withKeptSettings(
  options: SessionOptions,
  known: SessionInfo | undefined,
): SessionOptions {
  const { defaults = {}, ...given } = options;
  const { model, contextWindow, policy, keep } = known === undefined ? {} : usableSettings(known);
  const isOfModel = given.model === undefined || isSameName(given.model, model);
  const inForce = given.policy ?? policy ?? defaults.policy ?? 'everlong';
  const takesKeep = inForce === 'everlong' && given.budget?.keep === undefined;
  return {
    ...defaults,
    ...(model === undefined ? {} : { model }),
    ...(contextWindow === undefined || !isOfModel ? {} : { contextWindow }),
    ...(policy === undefined ? {} : { policy }),
    ...(keep === undefined || !takesKeep ? {} : { keep }),
    ...definedFields(given),
  };
}

/** The metadata of a session opened with these options; `undefined` where it is as it was. */
export function keptMetadata(
  { model, contextWindow, policy, budget, keep = budget?.keep }: SessionOptions,
  metadata: SessionInfo['metadata'],
): Record<string, JsonValue> | undefined {
  const settings = namedSettings({
    ...definedFields({ model, contextWindow }),
    ...(typeof policy === 'string' ? { policy } : {}),
    ...(keep === undefined ? {} : { keep }),
  });
  if (Object.keys(settings).length === 0) return undefined;
  const next = withSettings(metadata, settings);
  return JSON.stringify(next) === JSON.stringify(metadata) ? undefined : next;
}

/** What a session keeps, without what this version cannot use. */
function usableSettings(known: SessionInfo): Omit<SessionSettings, 'keep'> & { keep?: Keep } {
  const { model, contextWindow = 0, policy, keep } = readSettings(known);
  return {
    ...(model === undefined ? {} : { model }),
    ...(contextWindow < MIN_WINDOW_TOKENS ? {} : { contextWindow }),
    ...(policy === undefined || !isPolicyName(policy) ? {} : { policy }),
    ...(keep === undefined || !isKeep(keep) ? {} : { keep }),
  };
}
