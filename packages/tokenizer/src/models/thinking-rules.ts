import { findModel } from './model-registry.js';

/** When and from what this sheet was made. */
export const thinkingRulesOrigin: { date: string; sources: string[] } = {
  date: '2026-11-23',
  sources: [
    'https://platform.claude.com/docs/en/build-with-claude/preserved-thinking',
    'https://platform.claude.com/docs/en/build-with-claude/preserved-thinking/prefix-checks',
    'https://platform.claude.com/docs/en/models/fable-5-1/whats-new-fable-5-1',
    'https://platform.claude.com/docs/en/models/fable-5-2/whats-new-fable-5-2',
    'https://platform.claude.com/docs/en/models/opus-5-5/whats-new-opus-5-5',
    'https://platform.claude.com/docs/en/models/sonnet-5-5/whats-new-sonnet-5-5',
    'https://platform.claude.com/docs/en/models/haiku-5-5/whats-new-haiku-5-5',
  ],
};

/**
 * The last version of each tier whose thinking is bound to nothing. Every later one binds it: the
 * provider says that of all models to come.
 */
const LAST_UNBOUND: Readonly<Record<string, number>> = {
  opus: 5,
  sonnet: 5,
  haiku: 4.5,
  fable: 5,
  mythos: 5,
};

/** Whose thinking a model reads besides its own: the last version of each tier. */
const READS: Readonly<Record<string, Readonly<Record<string, number>>>> = {
  'opus 5.5': { opus: 5, sonnet: 5.5, haiku: 4.5 },
  'sonnet 5.5': { opus: 4.8, sonnet: 5, haiku: 4.5 },
  'fable 5.1': { opus: 5.5, sonnet: 5, haiku: 4.5, fable: 5, mythos: 5 },
  'mythos 5.1': { opus: 5.5, sonnet: 5, haiku: 4.5, fable: 5, mythos: 5 },
};

interface Version {
  tier: string;
  version: number;
}

const versions = new Map<string, Version | undefined>();

/** Models are few and are asked for often. */
function versionOf(model: string): Version | undefined {
  if (versions.has(model)) return versions.get(model);
  const name = findModel(model)?.name ?? model.toLowerCase().replace(/^.*\//, '');
  const [, tier = '', major, minor = '0'] =
    /\bclaude-([a-z]+)-(\d+)(?:[-.](\d{1,2}))?(?!\d)/.exec(name) ?? [];
  const found = tier in LAST_UNBOUND ? { tier, version: Number(`${major}.${minor}`) } : undefined;
  if (versions.size > 1000) versions.clear();
  versions.set(model, found);
  return found;
}

/**
 * Tells whether the provider takes a model's thinking back only behind the very bytes in which it
 * was made (Claude's preserved thinking).
 */
export function bindsThinking(model: string | undefined): boolean {
  const found = model === undefined ? undefined : versionOf(model);
  return found !== undefined && found.version > (LAST_UNBOUND[found.tier] ?? Infinity);
}

/** Tells whether a model that binds its thinking also reads that of another, older one. */
export function readsThinking(reader: string | undefined, maker: string | undefined): boolean {
  if (reader === undefined || maker === undefined) return false;
  const [own, other] = [versionOf(reader), versionOf(maker)];
  if (own === undefined || other === undefined) return false;
  return other.version <= (READS[`${own.tier} ${own.version}`]?.[other.tier] ?? -1);
}

/** The other models whose thinking a model reads, the newest version of each tier; by their names. */
export function thinkingReadBy(model: string): string[] {
  const own = versionOf(model);
  const read = own === undefined ? {} : (READS[`${own.tier} ${own.version}`] ?? {});
  return Object.entries(read).map(
    ([tier, version]) => `claude-${tier}-${String(version).replace('.', '-')}`,
  );
}
