import { definedFields } from '@everlong/core/internal';
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

type NewEvent = Omit<AuditEvent, 'id' | 'at'>;

/** Who did what to which session, key or tenant; never a message's text. */
export type AuditLog = ReturnType<typeof createAuditLog>;

export function createAuditLog(state: ServerState) {
  let hour = '';
  const ofThisHour = new Set<string>();

  async function add(tenant: string, event: NewEvent): Promise<void> {
    const id = createId();
    const entry: AuditEvent = { id, at: new Date().toISOString(), ...event };
    await state.insert({ tenant, kind: 'audit', id }, entry);
  }

  return {
    add,
    /** The same for what anybody may repeat at will: kept once an hour. */
    async addHourly(tenant: string, event: NewEvent): Promise<void> {
      const now = new Date().toISOString().slice(0, 13);
      if (now !== hour) ofThisHour.clear();
      hour = now;
      const { action, actor, target } = event;
      const key = JSON.stringify([tenant, action, actor, target]);
      if (ofThisHour.has(key)) return;
      ofThisHour.add(key);
      await add(tenant, event);
    },
    async list(
      tenant: string,
      { after, limit, reverse }: { after?: string | undefined; limit: number; reverse: boolean },
    ): Promise<AuditEvent[]> {
      const range = { limit, reverse, ...definedFields({ after }) };
      const documents = await state.list<AuditEvent>({ kind: 'audit', tenant, ...range });
      return documents.map(({ value }) => value);
    },
  };
}
