import type { PolicySettings } from '@everlong/context';
import type { SettingValues } from './settings.js';

/** The names of settings in `PolicySettings`. */
const policyNumbers = {
  'context.auto_summarize': 'autoSummarize',
  'context.max_messages_before_summary': 'maxMessagesBeforeSummary',
  'context.max_tokens_before_summary': 'maxTokensBeforeSummary',
  'context.min_recent_messages': 'minRecentMessages',
  'context.response_reserve': 'responseReserve',
  'context.max_context_tokens': 'maxTotalTokens',
  'context.max_turns': 'maxTurns',
  'memory.retrieval_limit': 'memoryLimit',
} as const satisfies Partial<Record<keyof SettingValues, keyof PolicySettings>>;

/** The settings that override those of the policy. */
export function policyBudget(values: SettingValues): Partial<PolicySettings> {
  const pairs = Object.entries(policyNumbers).map(([name, policyName]) => [
    policyName,
    values[name as keyof typeof policyNumbers],
  ]);
  return Object.fromEntries(pairs.filter(([, value]) => value !== undefined));
}
