import type { ProviderOptions } from './message.js';
import { isObject } from '../base/is-object.js';

/**
 * The fields that a format keeps on a message or part because no other format has them, each as
 * `format.field`; those without content, and those of `except`, are left out.
 */
export function keptFieldNames(
  { providerOptions }: { providerOptions?: ProviderOptions },
  except?: string,
): string[] {
  return Object.entries(providerOptions?.['everlong'] ?? {}).flatMap(([format, kept]) => {
    if (format === except) return [];
    const { inner, fields } = entriesOf(kept);
    return Object.entries({ ...entriesOf(inner), ...entriesOf(fields) }).flatMap(([name, value]) =>
      isEmpty(value) ? [] : [`${format}.${name}`],
    );
  });
}

function entriesOf(value: unknown): Record<string, unknown> {
  return isObject(value) ? value : {};
}

function isEmpty(value: unknown): boolean {
  if (value === null || value === undefined || value === '') return true;
  return typeof value === 'object' && Object.keys(value).length === 0;
}
