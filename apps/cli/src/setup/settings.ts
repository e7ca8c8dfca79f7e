import { ConfigError } from '@everlong/core';
import { suggestion } from '@everlong/core/internal';
import { defaultDirectory } from './default-directory.js';
import {
  choiceSetting,
  numberSetting,
  type Setting,
  switchSetting,
  textSetting,
  wholeSetting,
} from './setting.js';

/** Every setting of configuration files, the environment and `/config`. */
const definitions = {
  model: textSetting('the model to talk to, as provider/name'),
  base_url: textSetting("address of the model's API"),
  temperature: numberSetting('randomness of the answers', 0, 2),
  max_tokens: wholeSetting('the most tokens of one answer', 1),
  max_steps: wholeSetting('the most model calls per message', 1),
  'context.policy': textSetting('the policy that keeps the context small'),
  'context.keep': choiceSetting('how much the policy everlong keeps verbatim', [
    'little',
    'balanced',
    'much',
  ]),
  'context.compaction': choiceSetting('who writes the summaries of compactions', [
    'own',
    'provider',
    'auto',
  ]),
  'context.window': wholeSetting("the model's context window in tokens", 100),
  'context.auto_summarize': switchSetting('summarize the oldest messages instead of dropping them'),
  'context.max_messages_before_summary': wholeSetting('summarize after this many messages', 1),
  'context.max_tokens_before_summary': wholeSetting('summarize after this many tokens', 1),
  'context.min_recent_messages': wholeSetting(
    'how many of the newest messages are kept unchanged',
    0,
  ),
  'context.response_reserve': wholeSetting('tokens kept free for the answer', 0),
  'context.max_context_tokens': wholeSetting('the most tokens of a request', 100),
  'context.max_turns': wholeSetting('the most turns of a request (policy cowagent)', 1),
  'memory.enabled': switchSetting('give agents a memory across their sessions'),
  'memory.extraction_threshold': wholeSetting('extract facts after this many relevant messages', 1),
  'memory.retrieval_limit': wholeSetting('the most memories added to one message', 0),
  'memory.auto_extract': switchSetting('extract facts from messages automatically'),
  'memory.model': textSetting('a model that extracts more facts: provider/name, or session'),
  store: choiceSetting('how sessions are kept', ['jsonl', 'sqlite']),
  dir: textSetting('where sessions are kept'),
  'sessions.retention_days': wholeSetting('delete sessions unused for this many days', 1),
} as const satisfies Record<string, Setting<string | number | boolean>>;

export type SettingName = keyof typeof definitions;

/** Settings by name; settings that are not given are absent. */
export type SettingValues = {
  -readonly [Name in SettingName]?: ReturnType<(typeof definitions)[Name]['read']>;
};

export const settingNames = Object.keys(definitions) as SettingName[];

export const defaultSettings: SettingValues = {
  max_steps: 15,
  'context.policy': 'everlong',
  store: 'jsonl',
  dir: defaultDirectory,
};

/** Policies whose documents have a memory: it is there unless a setting says otherwise. */
const rememberingPolicies: ReadonlySet<unknown> = new Set(['cowagent', 'missy']);

/** Whether a chat with these settings has a memory. */
export function usesMemory(values: SettingValues): boolean {
  return values['memory.enabled'] ?? rememberingPolicies.has(values['context.policy']);
}

/** CowAgent's names of three settings, in its `config.json` and its `/config`. */
export const cowagentNames: Readonly<Record<string, SettingName>> = {
  agent_max_context_tokens: 'context.max_context_tokens',
  agent_max_context_turns: 'context.max_turns',
  agent_max_steps: 'max_steps',
};

/** The setting of that name, CowAgent's included; throws `ConfigError` with the nearest one. */
export function settingName(text: string): SettingName {
  const foreign = Object.hasOwn(cowagentNames, text) ? cowagentNames[text] : undefined;
  const name = foreign ?? settingNames.find((known) => known === text);
  if (name !== undefined) return name;
  const known = [...settingNames, ...Object.keys(cowagentNames)];
  throw new ConfigError(
    `There is no setting ${JSON.stringify(text)}.${suggestion(text, known)} ` +
      'everlong config list --all shows them all.',
  );
}

/** The checked value of a setting; `ConfigError` says what is wrong with it, not of which one. */
export function settingValue<Name extends SettingName>(
  name: Name,
  value: unknown,
): NonNullable<SettingValues[Name]> {
  return definitions[name].read(value) as NonNullable<SettingValues[Name]>;
}

/** The name and the checked value of one setting; `ConfigError` names both. */
export function readSetting(text: string, value: unknown): SettingValues {
  const name = settingName(text);
  try {
    return { [name]: definitions[name].read(value) };
  } catch (error) {
    if (!ConfigError.isInstance(error)) throw error;
    throw new ConfigError(`${text} ${error.message}`, error);
  }
}

export function describeSetting(name: SettingName): string {
  return definitions[name].about;
}
