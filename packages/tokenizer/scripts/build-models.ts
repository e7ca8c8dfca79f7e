/**
 * Writes `src/models/model-data.json` from public data: prices and windows of
 * `@pydantic/genai-prices`, windows and output limits of `gpt-tokenizer/models`, and
 * `data/model-supplement.json` for what neither holds, `data/model-retirements.json`. Run: `pnpm data:models`.
 */
import { readFileSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';

import { findProvider, calcPrice, type ModelPrice } from '@pydantic/genai-prices';
import * as openAiModels from 'gpt-tokenizer/models';

import type { ModelInfo, Prices } from '../src/models/model-info.ts';
import { describeFamily } from '../src/models/model-family.ts';

type Row = Partial<ModelInfo> & { name: string; provider: string };

const here = new URL('.', import.meta.url);
const NOT_CHAT =
  /embed|ocr|her$|image|audio|realtime|tts|transcribe|whisper|moderation|live|omni|search|computer|dall|sora|^ft:|:|deep-research|instruct|davinci|^ada|babbage|curie|vision|extended|\.ft|chat-latest|claude-(2|v1)|gemma|gemini-(pro|flash)-|gemini-1|gemini-pro|^gpt-3\.5-0301|codex-mini-latest|-sol-latest/;
/** Providers of `@pydantic/genai-prices` whose models are listed, and the names they go by here. */
const PROVIDERS: Record<string, string> = {
  anthropic: 'anthropic',
  openai: 'openai',
  google: 'google',
  'x-ai': 'xai',
  deepseek: 'deepseek',
  mistral: 'mistral',
  moonshotai: 'moonshot',
  zhipuai: 'zai',
  minimax: 'minimax',
};
const DATED = /-(20\d\d-?\d\d-?\d\d|\d{4})(-preview)?$/;

/** An hour at which no provider is cheaper than by day. */
const FULL_PRICE_TIME = new Date(`${new Date().toISOString().slice(0, 10)}T08:00:00Z`);

function version(packageName: string): string {
  const require = createRequire(import.meta.url);
  const entry = require.resolve(packageName);
  const root = entry.slice(0, entry.lastIndexOf(packageName) + packageName.length);
  return (JSON.parse(readFileSync(`${root}/package.json`, 'utf8')) as { version: string }).version;
}

/** The documented name without `-latest` and `-preview`: both are found by prefix. */
function baseName(id: string): string {
  return id.replace(/-(latest|preview)$/, '');
}

function pricesOf(
  name: string,
  provider: string,
): { base: Prices; long?: ModelInfo['longPrices'] } {
  const found = calcPrice({ input_tokens: 1, output_tokens: 1 }, name, {
    providerId: provider,
    timestamp: FULL_PRICE_TIME,
  });
  const price: ModelPrice = found?.model_price ?? {};
  const keys = {
    input: 'input_mtok',
    output: 'output_mtok',
    cacheRead: 'cache_read_mtok',
    cacheWrite: 'cache_write_mtok',
    cacheWriteHour: 'cache_write_1h_mtok',
  } as const;
  const base: Prices = {};
  const long: Prices = {};
  let aboveTokens = 0;
  for (const key of Object.keys(keys) as Array<keyof typeof keys>) {
    const value = price[keys[key]];
    if (value === undefined) continue;
    if (typeof value === 'number') {
      base[key] = value;
      long[key] = value;
      continue;
    }
    base[key] = value.base;
    const tier = value.tiers[0];
    if (tier === undefined) continue;
    long[key] = tier.price;
    aboveTokens = tier.start;
  }
  return aboveTokens > 0 ? { base, long: { aboveTokens, ...long } } : { base };
}

function windowOf(name: string, provider: string): number | undefined {
  const found = calcPrice({ input_tokens: 1 }, name, { providerId: provider });
  return found?.model.context_window;
}

function collect(): Row[] {
  const rows = new Map<string, Row>();
  for (const [source, provider] of Object.entries(PROVIDERS)) {
    for (const { id } of findProvider({ providerId: source })?.models ?? []) {
      const bare = baseName(id).toLowerCase();
      const name = provider === 'xai' ? bare.replace(DATED, '') : bare;
      if (NOT_CHAT.test(name) || (provider === 'google' && id.startsWith('claude'))) continue;
      if (DATED.test(name) && provider !== 'anthropic') continue;
      if (name !== id.toLowerCase() && rows.has(name)) continue;
      const { base, long } = pricesOf(id, source);
      const contextWindow = windowOf(id, source);
      rows.set(name, {
        name,
        provider,
        ...(contextWindow === undefined ? {} : { contextWindow }),
        prices: base,
        ...(long === undefined ? {} : { longPrices: long }),
      });
    }
  }
  for (const [name, model] of Object.entries(openAiModels)) {
    const spec = model as {
      context_window?: number;
      max_output_tokens?: number;
      max_input_tokens?: number;
      supported_features?: string[];
      modalities?: { output?: string[] };
    };
    if (NOT_CHAT.test(name) || DATED.test(name) || spec.context_window === undefined) continue;
    if (!/^(gpt|o\d|codex)/.test(name) || /^gpt-?(2|3\.5)$/.test(name)) continue;
    const known = rows.get(name);
    const { base, long } = pricesOf(name, 'openai');
    rows.set(name, {
      name,
      provider: 'openai',
      prices: base,
      ...(long === undefined ? {} : { longPrices: long }),
      ...known,
      contextWindow: spec.context_window,
      ...(spec.max_input_tokens === undefined ? {} : { maxInputTokens: spec.max_input_tokens }),
      ...(spec.max_output_tokens === undefined ? {} : { maxOutputTokens: spec.max_output_tokens }),
    });
  }
  return [...rows.values()];
}

const supplement = JSON.parse(
  readFileSync(new URL('../data/model-supplement.json', here), 'utf8'),
) as { sources: string[]; models: Record<string, Partial<Row>> };
const retirements = JSON.parse(
  readFileSync(new URL('../data/model-retirements.json', here), 'utf8'),
) as { read: string; models: Record<string, string> };

function retirementOf(name: string): Pick<Row, 'retiresOn'> {
  const retiresOn = retirements.models[name];
  return retiresOn === undefined ? {} : { retiresOn };
}

const rows = new Map(collect().map((row) => [row.name, row]));
for (const [name, extra] of Object.entries(supplement.models)) {
  rows.set(name, { provider: 'unknown', prices: {}, ...rows.get(name), ...extra, name });
}
const models = [...rows.values()]
  .filter((row) => row.contextWindow !== undefined)
  .map((row) => ({
    ...row,
    ...retirementOf(row.name),
    ...describeFamily(row.name, row.prices?.cacheWrite !== undefined),
  }))
  .toSorted((left, right) => (left.name < right.name ? -1 : 1));

const date = new Date().toISOString().slice(0, 10);
const sources = [
  `@pydantic/genai-prices ${version('@pydantic/genai-prices')}`,
  `gpt-tokenizer ${version('gpt-tokenizer')}`,
  ...supplement.sources.slice(0, 1),
  `providers' pages and others that data/model-supplement.json and data/model-retirements.json name, read ${retirements.read}`,
];
const file = new URL('../src/models/model-data.json', here);
writeFileSync(file, `${JSON.stringify({ date, sources, models }, null, 2)}\n`);
process.stderr.write(`${models.length} models -> ${file.pathname}\n`);
