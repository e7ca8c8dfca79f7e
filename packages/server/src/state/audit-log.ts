import { createId } from '@everlong/core/store-kit';

import type { ServerState } from './server-state.js';

/** Something that an administrator or a client did which removes, grants or hands out. */
interface AuditEvent {
  id: string;
  at: string;
  /** As in `session.deleted`. */
  action: string;
  /** The id of the key that did it; `admin` for the configured one, `server` for the server. */
  actor: string;
  /** What it was done to. */
  target: string;
  requestId?: string;
}

/** Who did what to whom; never what was said. */
export interface AuditLog {
  add(tenant: string, event: Omit<AuditEvent, 'id' | 'at'>): Promise<void>;
  list(
    tenant: string,
    options: { after?: string | undefined; limit: number; reverse: boolean },
  ): Promise<AuditEvent[]>;
}

export function createAuditLog(state: ServerState): AuditLog {
  return {
    async add(tenant, event) {
      const id = createId();
      const entry: AuditEvent = { id, at: new Date().toISOString(), ...event };
      await state.insert({ tenant, kind: 'audit', id }, entry);
    },
    async list(tenant, { after, limit, reverse }) {
      const range = { limit, reverse, ...(after === undefined ? {} : { after }) };
      const documents = await state.list<AuditEvent>({ kind: 'audit', tenant, ...range });
      return documents.map(({ value }) => value);
    },
  };
}
