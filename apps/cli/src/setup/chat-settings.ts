import type { SessionInfo } from '@everlong/core';
import { isSameName, SETTINGS_KEY } from '@everlong/core/internal';
import { agentLayer } from './agent-settings.js';
import type { LoadedAgent } from './agent-schema.js';
import {
  type ConfigLayer,
  type ConfigPlaces,
  environmentLayers,
  fileLayers,
  type MergedSettings,
  mergeLayers,
} from './config-layers.js';
import { checkOwnSettings, ofPolicy } from './own-settings.js';
import { readSetting, type SettingName, type SettingValues } from './settings.js';

/** The settings stored with a session. */
const keptNames: readonly SettingName[] = [
  'model',
  'base_url',
  'context.window',
  'context.policy',
  'context.keep',
];

export interface ChatSettingsOptions extends ConfigPlaces {
  agent: LoadedAgent;
  /** The session that is continued. */
  session?: SessionInfo | undefined;
  /** Settings given on the command line. */
  flags: SettingValues;
}

/** The settings that a chat is opened with; throws `ConfigError` where two do not fit. */
export async function chatSettings(options: ChatSettingsOptions): Promise<MergedSettings> {
  const merged = await mergeChatSettings(options);
  checkOwnSettings(merged.values, merged.origins);
  return merged;
}

/** All settings of a chat: files, agent, environment, session, command line; the last wins. */
export async function mergeChatSettings(options: ChatSettingsOptions): Promise<MergedSettings> {
  const { agent, session, flags, environment } = options;
  return mergeLayers([
    ...(await fileLayers(options)),
    agentLayer(agent),
    ...(await environmentLayers(environment)),
    ...sessionLayers(session, flags),
    { origin: 'command line', values: flags },
  ]);
}

/** The settings stored with a session, without those of a model that the flags replace. */
function sessionLayers(session: SessionInfo | undefined, flags: SettingValues): ConfigLayer[] {
  const values = settingsOf(session);
  if (session === undefined || Object.keys(values).length === 0) return [];
  if (flags.model !== undefined && !isSameName(flags.model, values.model)) {
    delete values.model;
    delete values.base_url;
    delete values['context.window'];
  }
  // Some may be left from a time when the session had another policy.
  return [{ origin: `session ${session.id}`, values: ofPolicy(values, values['context.policy']) }];
}

/** The settings in a session's metadata; unreadable ones are ignored. */
function settingsOf(session: SessionInfo | undefined): SettingValues {
  const kept = session?.metadata?.[SETTINGS_KEY];
  const values: SettingValues = {};
  if (typeof kept !== 'object' || kept === null) return values;
  for (const [name, value] of Object.entries(kept)) {
    try {
      Object.assign(values, readSetting(name, value));
    } catch {
      // Written by another version: the lower layers apply.
    }
  }
  return values;
}

/** The settings to store with a session; never keys or passwords. */
export function keptSettings(values: SettingValues): SettingValues {
  const kept: SettingValues = {};
  for (const name of keptNames) {
    if (values[name] !== undefined) Object.assign(kept, { [name]: values[name] });
  }
  if (kept.base_url !== undefined) kept.base_url = withoutCredentials(kept.base_url);
  return kept;
}

/** An address without a password or a key in it. */
function withoutCredentials(address: string): string {
  const url = URL.parse(address);
  if (url === null || (url.username === '' && url.password === '' && url.search === '')) {
    return address;
  }
  url.username = '';
  url.password = '';
  url.search = '';
  return url.href;
}
