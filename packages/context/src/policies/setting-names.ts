import type { PolicySettings } from './policy.js';

/** Settings by everlong's own names where document 003's were given; the own name wins. */
export function withOwnNames({
  total,
  freshTailCount,
  ...settings
}: Partial<PolicySettings>): Partial<PolicySettings> {
  return {
    ...(total === undefined ? {} : { maxTotalTokens: total }),
    ...(freshTailCount === undefined ? {} : { minRecentMessages: freshTailCount }),
    ...settings,
  };
}
