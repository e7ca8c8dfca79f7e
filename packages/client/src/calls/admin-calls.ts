import type {
  AuditEvent,
  Key,
  KeyWithSecret,
  NewKey,
  NewTenant,
  RotateKey,
  Tenant,
  TenantPatch,
  Usage,
} from '../api.js';
import { deletedOnce } from './deleted-once.js';
import type { Page, PageQuery } from './page.js';
import { linesOf } from '../events/streams.js';
import type { CallOptions } from '../transport/call.js';
import type { Transport } from '../transport/transport.js';

export type AdminCalls = ReturnType<typeof createAdminCalls>;

/** Calls about keys, tenants, usage and the audit log. */
export function createAdminCalls({ json, response }: Transport) {
  return {
    keys: {
      list: (options: CallOptions = {}) => json<Page<Key>>('listKeys', options),
      create: (body: NewKey, options: CallOptions = {}) =>
        json<KeyWithSecret>('createKey', { ...options, body }),
      rotate: (id: string, body: RotateKey = {}, options: CallOptions = {}) =>
        json<KeyWithSecret>('rotateKey', { ...options, path: { id }, body }),
      revoke: (id: string, options: CallOptions = {}) =>
        json<Key>('revokeKey', { ...options, path: { id } }),
    },
    tenants: {
      list: (options: CallOptions = {}) => json<Page<Tenant>>('listTenants', options),
      create: (body: NewTenant, options: CallOptions = {}) =>
        json<Tenant>('createTenant', { ...options, body }),
      update: (id: string, body: TenantPatch, options: CallOptions = {}) =>
        json<Tenant>('updateTenant', { ...options, path: { id }, body }),
      delete: (id: string, options: CallOptions = {}) =>
        deletedOnce(id, json('deleteTenant', { ...options, path: { id } })),
      /** Sessions, messages and records, as they come. */
      async *export(
        id: string,
        options: CallOptions = {},
      ): AsyncGenerator<Record<string, unknown>> {
        yield* linesOf(await response('exportTenant', { ...options, path: { id } }));
      },
    },
    usage: (query: { from?: string; through?: string } = {}, options: CallOptions = {}) =>
      json<Usage>('getUsage', { ...options, query }),
    audit: (query: PageQuery = {}, options: CallOptions = {}) =>
      json<Page<AuditEvent>>('listAuditEvents', { ...options, query }),
  };
}
