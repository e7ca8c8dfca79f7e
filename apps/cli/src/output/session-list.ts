import type { SessionInfo } from '@everlong/core';
import { isUnfinishedImport } from '../errors/unfinished-import.js';
import { began } from './imported-from.js';
import { formatNumber, formatTime } from './format-number.js';
import { clipToWidth } from './clip-to-width.js';
import { oneLine } from './plain-text.js';
import { shortIds } from './short-ids.js';

export interface SessionListOptions {
  /** The session to mark. */
  current?: string;
  /** Whether each line names the agent. */
  withAgent?: boolean;
  /** The width of the terminal, to which titles are cut. Default: any. */
  columns?: number;
}

/** The least that is shown of a title. */
const LEAST_TITLE = 10;

/**
 * Sessions as lines: id, start, number of messages, title, or why one cannot be read; none where
 * there are none.
 */
export function formatSessionList(
  sessions: readonly SessionInfo[],
  { current, withAgent = false, columns = Infinity }: SessionListOptions = {},
): string[] {
  const shortId = shortIds(sessions.map(({ id }) => id));
  const idWidth = Math.max(...sessions.map(({ id }) => shortId(id).length));
  const agentWidth = Math.max(...sessions.map(({ agent }) => agent.length));
  const countWidth = Math.max(...sessions.map(({ entryCount }) => formatNumber(entryCount).length));
  return sessions.map((session) => {
    const { id, agent, entryCount, title = '', unreadable } = session;
    const mark = id === current ? '*' : ' ';
    const count = formatNumber(entryCount).padStart(countWidth);
    const messages = `${count} ${entryCount === 1 ? 'message ' : 'messages'}`;
    const cells = [
      `${mark} ${shortId(id).padEnd(idWidth)}`,
      ...(withAgent ? [agent.padEnd(agentWidth)] : []),
      formatTime(began(session)),
      unreadable === undefined ? messages : 'unreadable'.padEnd(messages.length),
      '',
    ];
    const line = cells.join('  ');
    // Why it cannot be read names a file: nobody can use half of that.
    if (unreadable !== undefined) return line + oneLine(unreadable);
    const named = isUnfinishedImport(session) ? `(import not finished) ${title}` : title;
    return (
      line + clipToWidth(oneLine(named), Math.max(LEAST_TITLE, columns - line.length))
    ).trimEnd();
  });
}
