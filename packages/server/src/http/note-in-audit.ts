import type { AuditLog } from '../state/audit-log.js';
import type { ServerContext } from './server-env.js';

/** Notes in a tenant's audit log what a request did to the thing of this id. */
export function noteInAudit(
  audit: AuditLog,
  c: ServerContext,
  { action, target, tenant = c.get('tenant') }: { action: string; target: string; tenant?: string },
): Promise<void> {
  const actor = c.get('principal').id;
  return audit.add(tenant, { action, actor, target, requestId: c.get('requestId') });
}
