import type { MessageGroup } from '../rendering/message-group.js';

/**
 * Whether the provider's prompt cache has forgotten this conversation: more than `lifetimeMs`
 * passed between the newest answer and the newest entry, by their own times. False where nothing
 * was answered.
 */
export function isPromptCacheExpired(groups: readonly MessageGroup[], lifetimeMs: number): boolean {
  const entries = groups.slice(-2).flatMap((group) => group.entries);
  const newest = entries.at(-1);
  const answer = entries.findLast((entry) => entry.message.role === 'assistant');
  if (newest === undefined || answer === undefined) return false;
  return Date.parse(newest.createdAt) - Date.parse(answer.createdAt) > lifetimeMs;
}
