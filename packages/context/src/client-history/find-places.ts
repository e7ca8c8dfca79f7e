import { idsOf, type LogItem } from '../ui-messages/log-items.js';
import { atomsOf } from '../ui-messages/message-atoms.js';
import type { ClientMessage } from '../ui-messages/client-message.js';

/** Where the messages of a client are in a log. */
export interface Places {
  /** For each message the place of its item; `UNKNOWN` or `REPEATED` where it has none. */
  places: number[];
  /** The place of the item with an id; `UNKNOWN` without one. */
  placeOf(id: string | undefined, role?: string): number;
}

export const UNKNOWN = -1;
export const REPEATED = -2;

/** Finds each message by its id, and where the log has no id of a client, by what it says. */
export function findPlaces(items: readonly LogItem[], messages: readonly ClientMessage[]): Places {
  const byId = new Map<string, number>();
  for (const [place, item] of items.entries()) {
    for (const id of idsOf(item)) {
      for (const key of [id, keyOf(item.role, id)]) if (!byId.has(key)) byId.set(key, place);
    }
  }
  const placeOf: Places['placeOf'] = (id, role) =>
    id === undefined ? UNKNOWN : (byId.get(role === undefined ? id : keyOf(role, id)) ?? UNKNOWN);
  const placeBySaying = createSayingIndex(items);
  let last = UNKNOWN;
  const seen = new Set<string>();
  const places = messages.map((message) => {
    const known = placeOf(message.id, message.role);
    const isRepeated = seen.has(message.id) || (known >= 0 && known <= last);
    seen.add(message.id);
    if (isRepeated) return REPEATED;
    const place = known >= 0 ? known : placeBySaying(message, last);
    if (place >= 0) last = place;
    return place;
  });
  return { places, placeOf };
}

/** No id of a client begins like this by chance. */
function keyOf(role: string, id: string): string {
  return `\0${role}\0${id}`;
}

/**
 * The next item, where no client gave it an id and it says the same; the first such for the first.
 */
function createSayingIndex(
  items: readonly LogItem[],
): (message: ClientMessage, last: number) => number {
  /** The items that no client gave an id, by each thing that they say. */
  let index: Map<string, number[]> | undefined;
  return (message, last) => {
    const said = atomsOf(message.messages);
    const [first] = said;
    if (first === undefined) return UNKNOWN;
    if (last >= 0) return saysTheSame(items[last + 1], message, said) ? last + 1 : UNKNOWN;
    index ??= indexOf(items);
    return index.get(first)?.find((place) => saysTheSame(items[place], message, said)) ?? UNKNOWN;
  };
}

function indexOf(items: readonly LogItem[]): Map<string, number[]> {
  const index = new Map<string, number[]>();
  for (const [place, { clientId, atoms }] of items.entries()) {
    if (clientId !== undefined) continue;
    for (const atom of atoms) {
      const places = index.get(atom);
      if (places === undefined) index.set(atom, [place]);
      else places.push(place);
    }
  }
  return index;
}

function saysTheSame(item: LogItem | undefined, { role }: ClientMessage, said: string[]): boolean {
  return (
    item !== undefined &&
    item.role === role &&
    (item.clientId === undefined || role === 'assistant') &&
    said.every((atom) => item.atoms.has(atom)) &&
    (role === 'assistant' || said.length === item.atoms.size)
  );
}
