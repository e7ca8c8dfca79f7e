import { parseUsage, type Usage } from '@everlong/core';

import { fieldsOf } from '../json/json-fields.js';

/** The usage of a call from its usage object, or from the whole response that holds it. */
export function reportedUsage(value: unknown): Usage {
  const { usage, usageMetadata, usage_metadata } = fieldsOf(value);
  return parseUsage(usage ?? usageMetadata ?? usage_metadata ?? value);
}
