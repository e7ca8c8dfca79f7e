import { isAnyState, requireMatch } from '../http/etag.js';
import type { ServerContext } from '../http/server-env.js';
import type { DecidedOn } from '../sessions/change-guard.js';
import type { TenantStores } from '../sessions/tenant-stores.js';

/** Changes a session: where the request has an `If-Match`, only as long as nobody else does. */
export async function ifUnchanged<Result>(
  stores: TenantStores,
  c: ServerContext,
  id: string,
  work: () => Promise<Result>,
): Promise<Result> {
  const decidedOn = await matchedState(stores, c, id);
  if (decidedOn === undefined) return work();
  return stores.guardOf(c.get('tenant')).guarded(id, decidedOn, work);
}

/**
 * The state that a change was decided on; `undefined` without `If-Match`. Throws the answer 412
 * where the session has another one by now.
 */
export async function matchedState(
  { storeOf }: TenantStores,
  c: ServerContext,
  id: string,
): Promise<DecidedOn | undefined> {
  const ifMatch = c.req.header('if-match');
  if (ifMatch === undefined) return undefined;
  const info = await storeOf(c.get('tenant')).getSession(id);
  requireMatch(ifMatch, info);
  const { entryCount, epoch } = info;
  return isAnyState(ifMatch) ? undefined : { entryCount, epoch };
}
