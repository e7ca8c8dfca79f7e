import { createId } from '@everlong/core/store-kit';

import type { ServerState } from './server-state.js';

/** A deletion, a grant or an export. */
interface AuditEvent {
  id: string;
  at: string;
  /** Such as `session.deleted`. */
  action: string;
  /** The principal's id, or `server` for the server itself. */
  actor: string;
  /** The id of what was changed. */
  target: string;
  requestId?: string;
}

/** Who did what to which session, key or tenant; never a message's text. */
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
