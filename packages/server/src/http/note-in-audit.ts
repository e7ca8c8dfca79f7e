import type { AuditLog } from '../state/audit-log.js';
import type { ServerContext } from './server-env.js';

interface NotedAction {
  action: string;
  target: string;
  tenant?: string;
  isRepeatable?: boolean;
}

/**
 * Notes in a tenant's audit log what a request did to the thing of this id; what changes nothing
 * (`isRepeatable`) once an hour.
 */
export function noteInAudit(
  audit: AuditLog,
  c: ServerContext,
  { action, target, tenant = c.get('tenant'), isRepeatable = false }: NotedAction,
): Promise<void> {
  const actor = c.get('principal').id;
  const event = { action, actor, target, requestId: c.get('requestId') };
  return isRepeatable ? audit.addHourly(tenant, event) : audit.add(tenant, event);
}
