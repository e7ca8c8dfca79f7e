import { fieldsOf, isFields, textOf } from '../json/json-fields.js';
import type { JsonRecord } from '../json/json-records.js';

/** The lines of one sub-agent. */
export interface Sidechain {
  agentId: string;
  records: JsonRecord[];
}

/**
 * Old versions wrote the messages of sub-agents between those of the session. They are other
 * conversations: by the agent's id, or where versions had none by the line that began them. A file
 * that has nothing else is the log of one sub-agent.
 */
export function splitSidechains(records: readonly JsonRecord[]): {
  main: readonly JsonRecord[];
  aside: Sidechain[];
} {
  const messages = records.filter(({ value }) => isFields(fieldsOf(value)['message']));
  if (messages.every(isSidechain)) return { main: records, aside: [] };
  const groups = new Map<string, Sidechain>();
  const groupOf = new Map<string, Sidechain>();
  for (const record of messages.filter(isSidechain)) {
    const { uuid, parentUuid, agentId } = fieldsOf(record.value);
    const parent = textOf(parentUuid);
    const known = parent === undefined ? undefined : groupOf.get(parent);
    const id = textOf(agentId) ?? known?.agentId ?? `side-${groups.size + 1}`;
    const group = groups.get(id) ?? { agentId: id, records: [] };
    groups.set(id, group);
    group.records.push(record);
    const own = textOf(uuid);
    if (own !== undefined) groupOf.set(own, group);
  }
  const aside = [...groups.values()];
  if (aside.length === 0) return { main: records, aside };
  return { main: records.filter((record) => !isSidechain(record)), aside };
}

function isSidechain({ value }: JsonRecord): boolean {
  return fieldsOf(value)['isSidechain'] === true;
}
