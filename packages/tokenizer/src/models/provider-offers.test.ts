import { expect, test } from 'vitest';

import { findModel } from './model-registry.js';
import offers from './offer-data.json' with { type: 'json' };
import { hasOffer, offersOf } from './provider-offers.js';

test('each row names models of the registry, a source, and the day it was read or none', () => {
  for (const { models, source, read } of offers) {
    expect(models.map((model) => findModel(model)?.name)).toEqual(models);
    expect(source).toMatch(/^https:\/\//);
    expect(read ?? '2026-01-01').toMatch(/^\d{4}-\d\d-\d\d$/);
  }
});

test('a model has what its own provider offers for it', () => {
  expect(offersOf('anthropic/claude-opus-5-5').map(({ feature }) => feature)).toContain(
    'compaction-on-demand',
  );
  expect(hasOffer('claude-sonnet-5', 'compaction-on-demand')).toBe(true);
  expect(hasOffer('claude-sonnet-5', 'tool-changes')).toBe(false);
  expect(offersOf('us.anthropic.claude-opus-5-5-v1:0')).toEqual([]);
});

test('what was not read whole is not taken for granted', () => {
  expect(offersOf('gpt-5.5').map(({ feature }) => feature)).toEqual(['compaction-encrypted']);
  expect(hasOffer('openai/gpt-5.5', 'compaction-encrypted')).toBe(false);
  const ofGemini = (name: string) => offersOf(name).map(({ feature }) => feature);
  expect(ofGemini('google/gemini-3-pro')).toEqual(['signed-calls', 'kept-cache']);
  expect(ofGemini('gemini-2.5-pro')).toEqual(['kept-cache']);
  expect(hasOffer('gemini-3-pro', 'kept-cache')).toBe(false);
});
