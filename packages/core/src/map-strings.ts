/** Deeper data is left as it is. */
const MAX_DEPTH = 64;

/**
 * A copy of plain data with every string changed, each given with the key that it stands under
 * (items of a list with the key of the list); the same object where nothing changed. Bytes, dates
 * and other objects of a class stay as they are.
 */
export function mapStrings<Value>(
  value: Value,
  change: (text: string, key: string) => string,
  key?: string,
): Value;
export function mapStrings(
  value: unknown,
  change: (text: string, key: string) => string,
  key = '',
): unknown {
  return mapped(value, change, key, 0);
}

function mapped(
  value: unknown,
  change: (text: string, key: string) => string,
  key: string,
  depth: number,
): unknown {
  if (typeof value === 'string') return change(value, key);
  if (typeof value !== 'object' || value === null || depth > MAX_DEPTH) return value;
  if (Array.isArray(value)) {
    const items = value.map((item: unknown) => mapped(item, change, key, depth + 1));
    return items.some((item, index) => item !== value[index]) ? items : value;
  }
  const prototype: unknown = Object.getPrototypeOf(value);
  if (prototype !== Object.prototype && prototype !== null) return value;
  const fields = Object.entries(value);
  const items = fields.map(([name, item]) => mapped(item, change, name, depth + 1));
  const changed = items.some((item, index) => item !== fields[index]?.[1]);
  return changed ? Object.fromEntries(fields.map(([name], index) => [name, items[index]])) : value;
}
