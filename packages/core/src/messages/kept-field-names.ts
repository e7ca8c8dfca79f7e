import type { ProviderOptions } from './message.js';
import { fieldsOf } from '../base/fields-of.js';

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
    const { inner, fields } = fieldsOf(kept);
    return Object.entries({ ...fieldsOf(inner), ...fieldsOf(fields) }).flatMap(([name, value]) =>
      isEmpty(value) ? [] : [`${format}.${name}`],
    );
  });
}

function isEmpty(value: unknown): boolean {
  if (value === null || value === undefined || value === '') return true;
  return typeof value === 'object' && Object.keys(value).length === 0;
}
