import type { SessionInfo } from './session-info.js';
import type { ListSessionsOptions } from './store.js';

/** Selects from all sessions those that `listSessions` returns. */
export function selectSessions(
  infos: readonly SessionInfo[],
  {
    agent,
    limit = Infinity,
    before,
    order = 'updated',
    after,
    reverse = false,
  }: ListSessionsOptions,
): SessionInfo[] {
  const end = before === undefined ? Infinity : Date.parse(before);
  const ordered = infos.toSorted(order === 'updated' ? byUpdate : byCreation);
  if (reverse) ordered.reverse();
  const start = after === undefined ? 0 : ordered.findIndex(({ id }) => id === after) + 1;
  return ordered
    .slice(start)
    .filter((info) => agent === undefined || info.agent === agent)
    .filter((info) => Date.parse(info.updatedAt) < end)
    .slice(0, limit);
}

function byUpdate(left: SessionInfo, right: SessionInfo): number {
  return left.updatedAt < right.updatedAt ? 1 : -1;
}

/** Sessions created at the same time are ordered by id. */
function byCreation(left: SessionInfo, right: SessionInfo): number {
  if (left.createdAt !== right.createdAt) return left.createdAt < right.createdAt ? 1 : -1;
  return left.id < right.id ? 1 : -1;
}
