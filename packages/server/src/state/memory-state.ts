import type { Place, ServerState, StateDocument, StateQuery } from './server-state.js';

/** Keeps the server's state in memory only, for tests and short-lived servers. */
export function createMemoryState(): ServerState {
  const documents = new Map<string, Place & { text: string }>();
  const keyOf = ({ kind, tenant, id }: Place): string => [kind, tenant, id].join('\0');
  const valueAt = (place: Place): unknown => {
    const text = documents.get(keyOf(place))?.text;
    return text === undefined ? undefined : JSON.parse(text);
  };
  const put = (place: Place, value: unknown): void => {
    documents.set(keyOf(place), { ...place, text: JSON.stringify(value) });
  };

  return {
    async get<Value>(place: Place) {
      return valueAt(place) as Value | undefined;
    },
    async insert(place, value) {
      if (documents.has(keyOf(place))) return false;
      put(place, value);
      return true;
    },
    async update<Value>(place: Place, change: (value: Value | undefined) => Value | undefined) {
      const next = change(valueAt(place) as Value | undefined);
      if (next === undefined) documents.delete(keyOf(place));
      else put(place, next);
      return next;
    },
    async list<Value>({ kind, tenant, after, limit = Infinity, reverse = false }: StateQuery) {
      const sign = reverse ? -1 : 1;
      const order = (left: string, right: string): number =>
        left === right ? 0 : sign * (left < right ? -1 : 1);
      return [...documents.values()]
        .filter((each) => each.kind === kind && (tenant ?? each.tenant) === each.tenant)
        .filter(({ id }) => after === undefined || order(id, after) > 0)
        .toSorted((left, right) => order(left.id, right.id))
        .slice(0, limit)
        .map(({ text, ...place }): StateDocument<Value> => ({
          tenant: place.tenant,
          id: place.id,
          value: JSON.parse(text) as Value,
        }));
    },
    async deleteTenant(tenant) {
      let count = 0;
      for (const [key, document] of documents) {
        if (document.tenant !== tenant) continue;
        documents.delete(key);
        count++;
      }
      return count;
    },
    async scrub() {},
    async check() {},
    async close() {},
  };
}
