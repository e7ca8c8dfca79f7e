import { ConfigError } from '@everlong/core';
import { checkString, showValue } from '@everlong/core/internal';

import modelData from './model-data.json' with { type: 'json' };
import { describeFamily } from './model-family.js';
import { type ModelInfo, UNKNOWN_CONTEXT_WINDOW } from './model-info.js';

const models = new Map<string, ModelInfo>(
  (modelData.models as ModelInfo[]).map((model) => [model.name, model]),
);

/** No longer text is the name of a model. */
let longestName = Math.max(...[...models.keys()].map((name) => name.length));

/** When and from what the built-in table was made. */
export const modelDataOrigin: { date: string; sources: string[] } = {
  date: modelData.date,
  sources: modelData.sources,
};

/** Every model in the registry, by name. */
export function listModels(): ModelInfo[] {
  return [...models.values()].toSorted((left, right) => (left.name < right.name ? -1 : 1));
}

/**
 * Adds a model or replaces the one of that name. What is left out is taken from the name's family
 * (`describeFamily`). Throws `ConfigError` for an empty name and for a window other than a positive
 * integer.
 */
export function registerModel(
  model: Pick<ModelInfo, 'name' | 'contextWindow'> & Partial<ModelInfo>,
): ModelInfo {
  const given: unknown = model;
  if (typeof given !== 'object' || given === null || !('name' in given)) {
    throw new ConfigError(
      `registerModel takes { name, contextWindow, ... }, not ${showValue(given)}.`,
    );
  }
  checkString('The name of a model', given.name);
  const name = canonicalName(model.name);
  if (name === '') throw new ConfigError('A model needs a name. Set `name`.');
  if (!Number.isInteger(model.contextWindow) || model.contextWindow <= 0) {
    throw new ConfigError(
      `The contextWindow of model "${name}" is ${model.contextWindow}. Set a positive number of tokens.`,
    );
  }
  const info: ModelInfo = {
    provider: providerOf(name),
    prices: {},
    ...describeFamily(name, model.prices?.cacheWrite !== undefined),
    ...model,
    name,
  };
  models.set(name, info);
  longestName = Math.max(longestName, name.length);
  return info;
}

/**
 * The model of that name; `undefined` when none is known. Looked up in this order:
 * 1. the name in lower case, without what comes before its last `/` (`anthropic/`, `openrouter/…/`)
 *    and without what Bedrock and Vertex add (`us.anthropic.`, `-v1:0`, `@20250929`);
 * 2. for Claude, with `-` for `.` in versions, and the version after the tier
 *    (`claude-4.5-sonnet` is `claude-sonnet-4-5`);
 * 3. the longest registered name that the name extends by `-`, `:` or `@` and more, unless what
 *    follows is a further version number: `gpt-5-mini-2025-08-07` and `gpt-5-mini-high` are
 *    `gpt-5-mini`, but `claude-opus-4-9` is not `claude-opus-4`.
 */
export function findModel(name: string): ModelInfo | undefined {
  const wanted = canonicalName(name);
  const exact = models.get(wanted) ?? models.get(`${wanted}-0`);
  if (exact !== undefined) return exact;
  for (let end = Math.min(wanted.length - 1, longestName); end > 0; end--) {
    if (!'-:@'.includes(wanted.charAt(end))) continue;
    // Enough digits to tell a version from a date.
    const rest = wanted.slice(end + 1, end + 10);
    if (/^\d{1,3}([.-]|$)/.test(rest) && !/^\d\d-\d\d\d\d$/.test(rest)) continue;
    const base = wanted.slice(0, end);
    const found = models.get(base) ?? models.get(`${base}-0`);
    if (found !== undefined) return found;
  }
  return undefined;
}

/**
 * `findModel`, or for an unknown name a model with a window of 128,000 tokens whose `warning` says
 * that it is unknown and what was assumed.
 */
export function describeModel(name: string): ModelInfo {
  const known = findModel(name);
  if (known !== undefined) return known;
  const canonical = canonicalName(name);
  const family = describeFamily(canonical);
  return {
    name,
    provider: providerOf(canonical),
    contextWindow: UNKNOWN_CONTEXT_WINDOW,
    prices: {},
    ...family,
    warning:
      `The model "${name}" is not known: a context window of ${UNKNOWN_CONTEXT_WINDOW} tokens is assumed` +
      `${family.family === 'unknown' ? ' and tokens are estimated' : ''}. ` +
      'Describe it with registerModel({ name, contextWindow }).',
  };
}

function canonicalName(name: string): string {
  if (typeof name !== 'string') {
    throw new ConfigError(
      `The name of a model must be a string, not ${showValue(name)}. Give one such as "gpt-5".`,
    );
  }
  const bare = name
    .trim()
    .toLowerCase()
    .replace(/^.*\//, '')
    .replace(/^([a-z]{2,6}\.)?(anthropic|openai|google|meta|amazon)\./, '')
    .replace(/-v\d+(:\d+)?$/, '');
  if (!bare.startsWith('claude')) return bare;
  return bare
    .replace(/(\d)\.(\d)/g, '$1-$2')
    .replace(
      /^claude-(\d(?:-\d)?)-(opus|sonnet|haiku)/,
      (whole: string, version: string, tier: string) =>
        version.startsWith('3') ? whole : `claude-${tier}-${version}`,
    );
}

function providerOf(name: string): string {
  switch (describeFamily(name).family) {
    case 'openai':
      return 'openai';
    case 'claude':
    case 'claude-4.7':
      return 'anthropic';
    case 'gemini':
      return 'google';
    case 'unknown':
      return 'unknown';
  }
}
