import { expect, it } from 'vitest';

import { readEnvironment } from './read-environment.js';
import { matchUpstream } from './read-upstreams.js';

const read = (upstreams: unknown, more: Record<string, string> = {}) =>
  readEnvironment({ EVERLONG_UPSTREAMS: JSON.stringify(upstreams), ...more }).upstreams;

it('finds a model by the first pattern that matches the whole name', () => {
  const upstreams = read(
    {
      'gpt-4.1': { api: 'openai', baseUrl: 'http://localhost:1/v1', contextWindow: 8000 },
      'gpt-*': { api: 'openai', baseUrl: 'https://api.openai.com/v1', keyFrom: 'OPENAI_API_KEY' },
      '*:latest': { api: 'anthropic', baseUrl: 'http://localhost:2/v1' },
    },
    { OPENAI_API_KEY: 'secret' },
  );
  const at = (model: string) => matchUpstream(upstreams, model)?.baseUrl;
  expect(at('gpt-4.1')).toBe('http://localhost:1/v1');
  expect(at('gpt-4x1')).toBe('https://api.openai.com/v1');
  expect(at('qwen3:latest')).toBe('http://localhost:2/v1');
  expect(at('my-gpt-5')).toBeUndefined();
  expect(matchUpstream(upstreams, 'gpt-5')).toEqual({
    pattern: 'gpt-*',
    api: 'openai',
    baseUrl: 'https://api.openai.com/v1',
    apiKey: 'secret',
  });
});

it('names every mistake', () => {
  const at = { api: 'openai', baseUrl: 'http://localhost:1/v1' };
  expect(() => read({ 'gpt-*': { ...at, keyFrom: 'NOT_SET' } })).toThrow(/from NOT_SET, which/);
  expect(() => read({ 'gpt-*': { ...at, api: 'gemini' } })).toThrow(/"gpt-\*"\.api/);
  expect(() => read({ 'gpt-*': { ...at, baseUrl: 'file:///etc' } })).toThrow(/baseUrl/);
  expect(() => read({ 'gpt-*': { ...at, key: 'sk-secret' } })).toThrow(/key/);
  expect(() => read({ o3: { ...at, keyFrom: 'K' } }, { K: 'sk-a\nb' })).toThrow(
    /"o3" from K, which holds a blank, a line break or another character that no key has\.$/,
  );
  expect(read({ o3: { ...at, keyFrom: 'K' } }, { K: 'sk-a\n' })[0]?.apiKey).toBe('sk-a');
  const wrong = {
    'gpt-*': { api: 'gemini', baseUrl: 'nope' },
    '': at,
    o3: { ...at, keyFrom: 'K' },
  };
  const message = [
    'EVERLONG_UPSTREAMS is wrong at "gpt-\\*".api: .*',
    'EVERLONG_UPSTREAMS is wrong at "gpt-\\*".baseUrl: .*',
    'EVERLONG_UPSTREAMS names no models at "": .*',
    'EVERLONG_UPSTREAMS takes the key of "o3" from K, which is not set.',
  ].join('\n  ');
  expect(() => read(wrong)).toThrow(new RegExp(message));
  for (const text of ['{', '[]', '"x"']) {
    expect(() => readEnvironment({ EVERLONG_UPSTREAMS: text })).toThrow(/is not a JSON object/);
  }
});
