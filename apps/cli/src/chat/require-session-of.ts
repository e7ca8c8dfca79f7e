import { ConfigError, type SessionInfo } from '@everlong/core';

/**
 * Throws `ConfigError` for a session of another agent: it would be answered with the instructions of
 * this one, and what is said in it would be kept in the wrong memory.
 */
export function requireSessionOf(agent: string, { id, agent: owner }: SessionInfo): void {
  if (owner === agent) return;
  throw new ConfigError(
    `Session ${id} belongs to the agent "${owner}", and this chat is with "${agent}". ` +
      `Continue it with everlong chat --session ${id}.`,
  );
}
