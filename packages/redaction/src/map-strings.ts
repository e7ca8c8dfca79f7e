const flag = /^--?[A-Za-z][\w-]{0,40}$/;

/** Data nested deeper than this is changed as JSON text. */
const MAX_DEPTH = 64;

/**
 * Returns a copy of plain data in which every string is replaced by `change(text, key)` and every
 * key by `changeName`; the same object if nothing changes. An item of a list gets the key of the
 * list, or the flag before it, such as `--region`; the `value` of an object with a `name` gets that
 * name. Data nested deeper than 64 levels becomes JSON text if it has to change. Bytes, dates and
 * instances of classes stay as they are.
 */
export function mapStrings<Value>(
  value: Value,
  change: (text: string, key: string) => string,
  changeName?: (name: string) => string,
): Value;
export function mapStrings(
  value: unknown,
  change: (text: string, key: string) => string,
  changeName = (name: string): string => name,
): unknown {
  return mapped(value, { change, changeName }, '', 0);
}

interface Changes {
  change(text: string, key: string): string;
  changeName(name: string): string;
}

function mapped(value: unknown, changes: Changes, key: string, depth: number): unknown {
  if (typeof value === 'string') return changes.change(value, key);
  if (typeof value !== 'object' || value === null) return value;
  if (depth > MAX_DEPTH) return mappedAsText(value, changes, key);
  if (Array.isArray(value)) {
    const items = value.map((item: unknown, index) => {
      const before: unknown = value[index - 1];
      const isFlag = typeof before === 'string' && flag.test(before);
      return mapped(item, changes, isFlag ? before : key, depth + 1);
    });
    return items.some((item, index) => item !== value[index]) ? items : value;
  }
  const prototype: unknown = Object.getPrototypeOf(value);
  if (prototype !== Object.prototype && prototype !== null) return value;
  const fields = Object.entries(value);
  const label = 'name' in value && typeof value.name === 'string' ? value.name : undefined;
  const items = fields.map(([name, item]): [string, unknown] => [
    changes.changeName(name),
    mapped(item, changes, name === 'value' ? (label ?? name) : name, depth + 1),
  ]);
  const changed = items.some(
    ([name, item], index) => name !== fields[index]?.[0] || item !== fields[index][1],
  );
  return changed ? Object.fromEntries(items) : value;
}

function mappedAsText(value: object, { change }: Changes, key: string): unknown {
  const text = JSON.stringify(value);
  const changed = change(text, key);
  return changed === text ? value : changed;
}
