import type { PolicySettings } from '@everlong/context';
import type { Agent } from './agent-schema.js';

/** What `openSession` is told about the context: a policy, and the numbers that it starts with. */
export interface ContextChoice {
  policy: string;
  budget: Partial<PolicySettings>;
  contextWindow?: number;
}

/** The context settings of an agent file, which win over the policy's own. */
export function contextChoice(context: Agent['context'] = {}): ContextChoice {
  const budget: Partial<PolicySettings> = {};
  if (context.auto_summarize !== undefined) budget.autoSummarize = context.auto_summarize;
  if (context.max_messages_before_summary !== undefined) {
    budget.maxMessagesBeforeSummary = context.max_messages_before_summary;
  }
  if (context.max_tokens_before_summary !== undefined) {
    budget.maxTokensBeforeSummary = context.max_tokens_before_summary;
  }
  if (context.min_recent_messages !== undefined) {
    budget.minRecentMessages = context.min_recent_messages;
  }
  if (context.response_reserve !== undefined) budget.responseReserve = context.response_reserve;
  return {
    policy: context.policy ?? 'everlong',
    budget,
    ...(context.window === undefined ? {} : { contextWindow: context.window }),
  };
}
