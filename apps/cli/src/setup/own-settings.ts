import { ConfigError } from '@everlong/core';
import type { SettingName, SettingValues } from './settings.js';

/** Settings that one policy alone takes. */
const ownSettings: Readonly<Partial<Record<SettingName, string>>> = {
  'context.keep': 'everlong',
  'context.max_turns': 'cowagent',
};

/** What starts a compaction in the documents, and the policy that follows the document. */
const documentedTriggers: Readonly<Partial<Record<SettingName, string>>> = {
  'context.max_messages_before_summary': 'supyagent',
  'context.max_tokens_before_summary': 'supyagent',
  'context.max_turns': 'cowagent',
};

/** With the policy of the document whose triggers an agent's file names, unless it names one. */
export function withImpliedPolicy(values: SettingValues): SettingValues {
  const named = Object.keys(documentedTriggers) as SettingName[];
  const trigger = named.find((name) => values[name] !== undefined);
  return trigger === undefined
    ? values
    : { 'context.policy': documentedTriggers[trigger] as string, ...values };
}

/** The settings that a policy takes; all of them where none is named. */
export function ofPolicy(values: SettingValues, policy: string | undefined): SettingValues {
  if (policy === undefined) return values;
  const taken = Object.entries(values).filter(
    ([name]) => (ownSettings[name as SettingName] ?? policy) === policy,
  );
  return Object.fromEntries(taken) as SettingValues;
}

/** Throws `ConfigError` for a setting that the policy in force does not take. */
export function checkOwnSettings(
  values: SettingValues,
  origins: Partial<Record<SettingName, string>>,
): void {
  const { 'context.policy': policy } = values;
  for (const [name, owner] of Object.entries(ownSettings) as [SettingName, string][]) {
    if (values[name] === undefined || policy === undefined || policy === owner) continue;
    const place = origins[name] ?? 'this chat';
    throw new ConfigError(
      `${name} is "${values[name]}" (${place}), but only the policy ${owner} takes it, and ` +
        `context.policy is "${policy}" (${origins['context.policy'] ?? 'this chat'}). ` +
        `Remove ${name} from ${place}, or choose the policy ${owner}.`,
    );
  }
}
