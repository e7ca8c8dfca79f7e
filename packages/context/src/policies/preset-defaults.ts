import type { Keep, PolicySettings } from './policy.js';

/**
 * The thresholds, protections and placements of each preset, as its document gives them. Those of
 * `cowagent` and `missy` come from `@everlong/budget`, with the functions that use them.
 */
export const presetDefaults = {
  everlong: {
    keep: 'balanced',
    responseReserve: 4096,
    minRecentMessages: 3,
    maxUsefulTokens: 200_000,
    softThreshold: 0.75,
    hardThreshold: 0.97,
    lowWaterMark: 0.6,
    snapshotShare: 0.45,
    maxSnapshotTokens: 6000,
    profileFraction: 0.03,
    summaryPlacement: 'message',
  },
  full: {
    responseReserve: 4096,
    minRecentMessages: 0,
    snapshotShare: 0,
    summaryPlacement: 'message',
  },
  newest: {
    responseReserve: 4096,
    minRecentMessages: 1,
    snapshotShare: 0,
    summaryPlacement: 'message',
  },
  supyagent: {
    responseReserve: 4096,
    minRecentMessages: 6,
    maxMessagesBeforeSummary: 30,
    maxTokensBeforeSummary: 128_000,
    snapshotShare: 0.3,
    summaryPlacement: 'message',
  },
  'supyagent-sdk': {
    responseReserve: 4096,
    minRecentMessages: 4,
    maxUsefulTokens: 128_000,
    softThreshold: 0.75,
    hardThreshold: 0.9,
    snapshotShare: 0.2,
    summaryPlacement: 'instructions',
  },
} as const satisfies Record<string, PolicySettings>;

/** What the places of the dial `keep` fill in. */
export const keepSettings: Readonly<Record<Keep, Partial<PolicySettings>>> = {
  little: {
    maxTailTokens: 3000,
    lowWaterMark: 0.45,
    maxSnapshotTokens: 3000,
    carryFactor: 6,
  },
  balanced: {
    maxTailTokens: 25_000,
    hardThreshold: 1,
    carryFactor: 12,
    workingSet: true,
    compactAboveShare: 0.7,
  },
  much: {
    maxTailTokens: 45_000,
    lowWaterMark: 0.8,
    hardThreshold: 1,
    workingSet: true,
  },
};

/** Whether something is a place of the dial. */
export function isKeep(keep: string): keep is Keep {
  return Object.hasOwn(keepSettings, keep);
}
