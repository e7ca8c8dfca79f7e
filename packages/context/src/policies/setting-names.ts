import { definedFields } from '@everlong/core/internal';
import type { PolicySettings } from './policy.js';

/** Settings by everlong's own names where document 003's were given; the own name wins. */
export function withOwnNames({
  total,
  freshTailCount,
  ...settings
}: Partial<PolicySettings>): Partial<PolicySettings> {
  return {
    ...definedFields({ maxTotalTokens: total, minRecentMessages: freshTailCount }),
    ...settings,
  };
}
