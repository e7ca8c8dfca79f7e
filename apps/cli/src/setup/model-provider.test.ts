import { expect, test } from 'vitest';
import { checkSpelling, loadModel, parseModelName } from './model-provider.js';

test('a model name is a provider and everything behind its first slash', () => {
  expect(parseModelName('openai-compatible/meta-llama/Llama-3:8b', 'http://x/v1')).toEqual({
    provider: 'openai-compatible',
    name: 'meta-llama/Llama-3:8b',
    baseUrl: 'http://x/v1',
  });
});

test('names without a provider, and unknown providers, say what there is', () => {
  expect(() => parseModelName('qwen3')).toThrow('openai/gpt-6.1-sol');
  expect(() => parseModelName('gtp-5')).toThrow('openai/gpt-5');
  expect(() => parseModelName('openai/')).toThrow('must be written as provider/name');
  expect(() => parseModelName('antropic/claude')).toThrow('Did you mean "anthropic"?');
  expect(() => parseModelName('ollama/qwen3')).toThrow('openai-compatible/qwen3');
});

test('a known name alone is that of its provider', () => {
  expect(parseModelName('claude-sonnet-4-5')).toEqual({
    provider: 'anthropic',
    name: 'claude-sonnet-4-5',
  });
  expect(parseModelName('gpt-5')).toMatchObject({ provider: 'openai' });
});

test('a slip is refused with the name that was meant; other numbers make another model', () => {
  const check = (name: string, windowIsGiven = false): void =>
    checkSpelling(parseModelName(name), { windowIsGiven });
  expect(() => check('anthropic/claude-sonet-4-5')).toThrow('Did you mean "claude-sonnet-4-5"?');
  expect(() => check('anthropic/claude-sonet-4-5', true)).not.toThrow();
  expect(() => check('openai/gpt-77')).not.toThrow();
  expect(() => check('openai-compatible/gtp-5')).not.toThrow();
});

test.each([
  ['anthropic/claude-sonnet-4-5', 'ANTHROPIC_API_KEY'],
  ['openai/gpt-5', 'OPENAI_API_KEY'],
  ['google/gemini-2.5-pro', 'GOOGLE_GENERATIVE_AI_API_KEY'],
])('%s without a key names %s', async (name, variable) => {
  await expect(loadModel(parseModelName(name), {})).rejects.toThrow(variable);
  const model = await loadModel(parseModelName(name), { [variable]: 'key' });
  expect(model.modelId).toBe(name.slice(name.indexOf('/') + 1));
});

test('a key that no header takes is refused without being quoted; blanks around one are none of it', async () => {
  const choices = ['openai/gpt-5', 'openai-compatible/x'].map((name) =>
    parseModelName(name, 'http://localhost:1/v1'),
  );
  for (const [index, variable] of ['OPENAI_API_KEY', 'OPENAI_COMPATIBLE_API_KEY'].entries()) {
    const load = (key: string) => loadModel(choices[index]!, { [variable]: key });
    for (const key of ['hidden\nhidden', '\u201Chidden\u201D', 'hid den']) {
      const error: unknown = await load(key).catch((thrown: unknown) => thrown);
      expect(String(error)).toContain(`${variable} holds a character that no key has`);
      expect(String(error)).not.toContain('hid');
    }
    await expect(load(' key\r\n')).resolves.toMatchObject({ specificationVersion: 'v4' });
  }
  await expect(loadModel(choices[0]!, { OPENAI_API_KEY: ' \n' })).rejects.toThrow(
    'There is no key',
  );
});

test('a server of your own needs an address and no key', async () => {
  const choice = parseModelName('openai-compatible/qwen3');
  await expect(loadModel(choice, {})).rejects.toThrow('--base-url');
  await expect(loadModel({ ...choice, baseUrl: 'localhost:1234' }, {})).rejects.toThrow(
    'not an http or https address',
  );
  const model = await loadModel({ ...choice, baseUrl: 'http://localhost:1234/v1' }, {});
  expect(model.modelId).toBe('qwen3');
});
