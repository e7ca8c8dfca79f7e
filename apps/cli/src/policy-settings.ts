import type { PolicySettings } from '@everlong/context';
import type { Agent } from './agent-schema.js';

/** What `openSession` is told about the context: a policy, and the numbers that it starts with. */
export interface ContextChoice {
  policy: string;
  budget: Partial<PolicySettings>;
  contextWindow?: number;
}

/**
 * The context settings of an agent file. Without automatic summaries the policy is `newest`: the
 * messages that fit, and no snapshot.
 */
export function contextChoice(context: Agent['context'] = {}): ContextChoice {
  const budget: Partial<PolicySettings> = {};
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
  const automatic = context.auto_summarize === false ? 'newest' : 'everlong';
  return {
    policy: context.policy ?? automatic,
    budget,
    ...(context.window === undefined ? {} : { contextWindow: context.window }),
  };
}
