import type { Unit } from '../rendering/message-group.js';

/**
 * Whether the provider's prompt cache has forgotten this conversation: more than `lifetimeMs` passed
 * between the newest answer and the newest entry, by their own times. False where nothing was answered.
 */
export function isCacheCold(units: readonly Unit[], lifetimeMs: number): boolean {
  const entries = units.slice(-2).flatMap((unit) => unit.entries);
  const newest = entries.at(-1);
  const answer = entries.findLast((entry) => entry.message.role === 'assistant');
  if (newest === undefined || answer === undefined) return false;
  return Date.parse(newest.createdAt) - Date.parse(answer.createdAt) > lifetimeMs;
}
