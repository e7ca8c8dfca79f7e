import type { SessionInfo } from '@everlong/core';
import { formatNumber, formatTime } from './format-number.js';
import { oneLine } from './plain-text.js';

export interface SessionListOptions {
  /** The session to mark. */
  current?: string;
  /** Whether each line names the agent. */
  withAgent?: boolean;
}

/** Sessions as lines: id, start, number of messages, title; none where there are none. */
export function formatSessionList(
  sessions: readonly SessionInfo[],
  { current, withAgent = false }: SessionListOptions = {},
): string[] {
  const idWidth = Math.max(...sessions.map(({ id }) => id.length));
  const agentWidth = Math.max(...sessions.map(({ agent }) => agent.length));
  const countWidth = Math.max(...sessions.map(({ entryCount }) => formatNumber(entryCount).length));
  return sessions.map(({ id, agent, createdAt, entryCount, title = '' }) => {
    const mark = id === current ? '*' : ' ';
    const count = formatNumber(entryCount).padStart(countWidth);
    const columns = [
      `${mark} ${id.padEnd(idWidth)}`,
      ...(withAgent ? [agent.padEnd(agentWidth)] : []),
      formatTime(createdAt),
      `${count} ${entryCount === 1 ? 'message ' : 'messages'}`,
      oneLine(title),
    ];
    return columns.join('  ').trimEnd();
  });
}
