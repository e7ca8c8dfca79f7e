import type { PolicySettings } from './policy.js';

type SettingName = keyof PolicySettings;

/** The settings that the engine reads whatever the policy. */
const SHARED = [
  'responseReserve',
  'minRecentMessages',
  'maxUsefulTokens',
  'maxTotalTokens',
  'softThreshold',
  'hardThreshold',
  'autoSummarize',
  'snapshotShare',
  'summaryPlacement',
  'memoryFraction',
  'learningsFraction',
  'memoryLimit',
  'profileFraction',
] as const satisfies readonly SettingName[];

/** What each preset reads besides. */
const OWN = {
  cowagent: ['maxTurns', 'maxResultCharacters'],
  everlong: [
    'keep',
    'lowWaterMark',
    'maxTailTokens',
    'workingSet',
    'compactAboveShare',
    'maxSnapshotTokens',
    'carryFactor',
    'maxMessagesBeforeSummary',
    'maxTokensBeforeSummary',
  ],
  full: [],
  missy: ['total', 'freshTailCount', 'systemReserve', 'toolDefinitionsReserve'],
  newest: [],
  supyagent: ['maxMessagesBeforeSummary', 'maxTokensBeforeSummary'],
  'supyagent-sdk': [],
} as const satisfies Record<string, readonly SettingName[]>;

/** The name of a preset. */
export type PolicyName = keyof typeof OWN;

/** The settings that a preset reads, each optional; the others keep the preset's numbers. */
export type PresetSettings<Name extends PolicyName> = Partial<
  Pick<PolicySettings, (typeof SHARED)[number] | (typeof OWN)[Name][number]>
>;

/** The names of the settings that a preset reads. */
export function settingNames(name: PolicyName): readonly SettingName[] {
  return [...SHARED, ...OWN[name]];
}
