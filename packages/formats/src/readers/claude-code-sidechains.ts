import type { LogRecord } from '../entries/log-survey.js';
import { fieldsOf, isFields, textOf } from '../json/json-fields.js';

/** The lines of one sub-agent. */
export interface Sidechain {
  agentId: string;
  /** Where they begin, how many there are, and how long. */
  place: string;
  lines: number;
  characters: number;
}

/** Tells the lines of sub-agents from those of the session. */
export interface Sidechains {
  /** The sub-agent of a message; lines of a sub-agent that are no messages belong to none. */
  look(record: LogRecord): Sidechain | 'session' | undefined;
  /** The sub-agent of a line that was looked at. */
  of(record: LogRecord): Sidechain | 'session' | undefined;
  all(): Sidechain[];
}

/**
 * Old versions wrote the messages of sub-agents between those of the session. They are other
 * conversations: by the agent's id, or where versions had none by the line that began them.
 */
export function createSidechains(): Sidechains {
  const byAgent = new Map<string, Sidechain>();
  const byUuid = new Map<string, Sidechain>();
  const byIndex = new Map<number, Sidechain>();
  return {
    look(record) {
      const { uuid, parentUuid, agentId, message, isSidechain } = fieldsOf(record.value);
      if (isSidechain !== true) return 'session';
      if (!isFields(message)) return undefined;
      const parent = textOf(parentUuid);
      const known = parent === undefined ? undefined : byUuid.get(parent);
      const id = textOf(agentId) ?? known?.agentId ?? `side-${byAgent.size + 1}`;
      const chain = byAgent.get(id) ?? {
        agentId: id,
        place: record.place,
        lines: 0,
        characters: 0,
      };
      chain.lines++;
      chain.characters += record.characters;
      byAgent.set(id, chain);
      byIndex.set(record.index, chain);
      const own = textOf(uuid);
      if (own !== undefined) byUuid.set(own, chain);
      return chain;
    },
    of: ({ value, index }) =>
      fieldsOf(value)['isSidechain'] === true ? byIndex.get(index) : 'session',
    all: () => [...byAgent.values()],
  };
}
