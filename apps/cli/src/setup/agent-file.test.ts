import { mkdir, mkdtemp, readdir, rm, symlink, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { expect, onTestFinished, test } from 'vitest';
import type { LoadedAgent } from './agent-schema.js';
import { loadAgent } from './agent-file.js';
import { errorText } from '../errors/error-text.js';
import { exitCodeOf, exitCodes } from '../errors/exit-code.js';
import { documentedAgent as documented } from '../../test/support/documented-agent.js';
import { agentLayer } from './agent-settings.js';
import { mergeLayers } from './config-layers.js';
import { policyBudget } from './policy-settings.js';
import type { SettingValues } from './settings.js';

/** Loads an agent from a file with this text; errors call the file `a.yaml`. */
async function loadText(text: string): Promise<LoadedAgent> {
  const folder = await mkdtemp(join(tmpdir(), 'everlong-agents-'));
  onTestFinished(() => rm(folder, { recursive: true }));
  await writeFile(join(folder, 'a.yaml'), text);
  return loadAgent('a', { cwd: folder, folders: ['.'] });
}

/** What an agent's settings come to, below nothing and above nothing. */
function settingsOf(agent: LoadedAgent): SettingValues {
  return mergeLayers([agentLayer(agent)]).values;
}

test('an agent file with all context settings becomes policy settings', async () => {
  const agent = await loadText(documented);
  expect(agent.name).toBe('myagent');
  expect(agent.model?.provider).toBe('anthropic/claude-sonnet-4-5-20250929');
  expect(policyBudget(settingsOf(agent))).toEqual({
    autoSummarize: true,
    maxMessagesBeforeSummary: 30,
    maxTokensBeforeSummary: 128_000,
    minRecentMessages: 6,
    responseReserve: 4096,
  });
});

// promise: context-4
test.each([
  ['max_messages_before_summary: 20\n  min_recent_messages: 8', 'supyagent'],
  ['max_tokens_before_summary: 80000', 'supyagent'],
  ['max_turns: 20', 'cowagent'],
  ['policy: everlong\n  max_messages_before_summary: 20', 'everlong'],
  ['window: 8000\n  min_recent_messages: 8', undefined],
])('a context block with %j has the policy %s', async (block, policy) => {
  const settings = settingsOf(await loadText(`name: a\ncontext:\n  ${block}\n`));
  expect(settings['context.policy']).toBe(policy);
});

test('a block that names a policy leaves the rest to it, and nothing need be named', async () => {
  const named = await loadText('name: a\ncontext:\n  policy: supyagent\n  window: 8000\n');
  expect(settingsOf(named)).toEqual({ 'context.policy': 'supyagent', 'context.window': 8000 });
  expect(settingsOf(await loadText('name: a\n'))).toEqual({});
});

test('a block that is not known yet is passed over and named', async () => {
  const agent = await loadText(`${documented}telemetry:\n  enabled: true\ntools: [search]\n`);
  expect(agent.unknownBlocks).toEqual(['telemetry', 'tools']);
});

// promise: sessions-15
test('a memory block is read as documented', async () => {
  const block =
    'memory:\n  enabled: true\n  extraction_threshold: 5\n  retrieval_limit: 10\n  auto_extract: true\n';
  const agent = await loadText(documented + block);
  expect(agent.unknownBlocks).toEqual([]);
  expect(settingsOf(agent)).toMatchObject({
    'memory.enabled': true,
    'memory.extraction_threshold': 5,
    'memory.retrieval_limit': 10,
    'memory.auto_extract': true,
  });
  const named = await loadText('name: a\nmemory:\n  retrieval_limit: 3\n');
  expect(settingsOf(named)).toEqual({ 'memory.enabled': true, 'memory.retrieval_limit': 3 });
  const off = await loadText('name: a\nmemory:\n  enabled: false\n');
  expect(settingsOf(off)).toEqual({ 'memory.enabled': false });
});

test.each([
  [
    'aliases that grow without bounds',
    `a: &a [x, x, x, x, x, x, x, x, x, x]\n${'bcdefghi'.replaceAll(/./g, (key) => {
      const before = String.fromCharCode(key.charCodeAt(0) - 1);
      return `${key}: &${key} [${Array.from({ length: 10 }, () => `*${before}`).join(', ')}]\n`;
    })}`,
  ],
  ['an alias that leads nowhere', 'name: *nobody\n'],
  ['a name as long as a book', `name: ${'x'.repeat(100_000)}\n`],
])('%s is a mistake in the file, told in few words', async (_what, text) => {
  const error: unknown = await loadText(text).catch((thrown: unknown) => thrown);
  expect(exitCodeOf(error)).toBe(exitCodes.config);
  expect(String(error)).toContain('a.yaml');
  expect(String(error).length).toBeLessThan(500);
});

test('an unknown key is named with its file, its line and the nearest key', async () => {
  const text = documented.replace('min_recent_messages', 'min_recent_mesages');
  await expect(loadText(text)).rejects.toThrow(
    'a.yaml:9: unknown key "context.min_recent_mesages". Did you mean "min_recent_messages"?',
  );
  await expect(loadText(`${documented}contxt: {}\n`)).rejects.toThrow(
    'a.yaml:11: unknown key "contxt". Did you mean "context"?',
  );
});

test('a wrong value is named with its place', async () => {
  const text = documented.replace('128000', 'many');
  await expect(loadText(text)).rejects.toThrow(
    /^a\.yaml:8: context\.max_tokens_before_summary: .*number/,
  );
  await expect(loadText('model: {}\n')).rejects.toThrow(/^a\.yaml:1: name: it is missing/);
});

test('a misspelt key is named before the key that is missing for it, and what is missing as such', async () => {
  await expect(loadText('name: a\nmodel:\n  provder: x\n')).rejects.toThrow(
    'a.yaml:3: unknown key "model.provder". Did you mean "provider"?',
  );
  await expect(loadText('name: a\nmodel:\n  base_url: x\n')).rejects.toThrow(
    'a.yaml:2: model.provider: it is missing. Write one.',
  );
  await expect(loadText('name: a\nmodel:\n  provider: [x\n')).rejects.toThrow(/^a\.yaml:\d: /);
});

test('values of the wrong type are told in plain words, and tokens are written as elsewhere', async () => {
  const mistakes: [text: string, told: string][] = [
    ['max_steps: many', 'a.yaml:2: max_steps: must be a whole number of at least 1, not "many".'],
    ['memory: {enabled: yes}', 'a.yaml:2: memory.enabled: must be true or false, not "yes".'],
    [
      'context:\npolicy: missy',
      'a.yaml:2: context: must be a block of lines "key: value", indented below it, not null.',
    ],
    [
      'model: anthropic/claude-sonnet-4-5',
      'a.yaml:2: model: must be a block of lines "key: value", indented below it, not "anthropic/claude-sonnet-4-5".',
    ],
    ['system_prompt: [1, 2]', 'a.yaml:2: system_prompt: must be a text, not [1,2].'],
    ['---\nname: b', 'a.yaml:2: the file holds several documents. Remove the line "---".'],
    ['name: b', 'a.yaml:2: Map keys must be unique.'],
  ];
  for (const [text, told] of mistakes) {
    const error: unknown = await loadText(`name: a\n${text}\n`).catch((thrown: unknown) => thrown);
    expect(errorText(error)).toBe(told);
    expect(exitCodeOf(error)).toBe(exitCodes.config);
  }
  const agent = await loadText('name: a\ncontext:\n  window: 8k\n  response_reserve: 1_000\n');
  expect(settingsOf(agent)).toMatchObject({
    'context.window': 8000,
    'context.response_reserve': 1000,
  });
});

test('a file that cannot be read is a mistake of the configuration', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'everlong-agents-'));
  onTestFinished(() => rm(folder, { recursive: true }));
  await mkdir(join(folder, 'a.yaml'));
  const error: unknown = await loadAgent('a', { cwd: folder, folders: ['.'] }).catch(
    (thrown: unknown) => thrown,
  );
  expect(errorText(error)).toMatch(/^a\.yaml cannot be read: EISDIR/);
  expect(exitCodeOf(error)).toBe(exitCodes.config);
});

test('an empty file says what to write', async () => {
  for (const text of ['', '\n', '# later\n']) {
    await expect(loadText(text)).rejects.toThrow(
      /^a\.yaml:1: the file is empty\. Write .*name: assistant/,
    );
  }
});

test('text that is not YAML is named with its line', async () => {
  const error: unknown = await loadText('name: a\nmodel: [\n').catch((thrown: unknown) => thrown);
  expect(errorText(error).match(/sequence/gi)).toHaveLength(1);
  await expect(loadText('name: a\nmodel: [\n')).rejects.toThrow(/^a\.yaml:\d: /);
});

test('a file that is empty or a list is no agent', async () => {
  await expect(loadText('')).rejects.toThrow(/a\.yaml:\d: /);
  await expect(loadText('- name: a\n')).rejects.toThrow(/a\.yaml:\d: /);
});

test('an agent that is not there is "not found" and names those that are', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'everlong-agents-'));
  onTestFinished(() => rm(folder, { recursive: true }));
  await writeFile(join(folder, 'coder.yaml'), 'name: coder\n');
  const error: unknown = await loadAgent('codr', { cwd: folder, folders: ['.'] }).catch(
    (thrown: unknown) => thrown,
  );
  expect(String(error)).toContain('Did you mean "coder"?');
  expect(exitCodeOf(error)).toBe(exitCodes.notFound);
  const folders = { cwd: folder, folders: ['nowhere', '.'] };
  await expect(loadAgent('coder', folders)).resolves.toMatchObject({ name: 'coder' });
});

test('an agent is found by the name in its file too, which is that of its sessions', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'everlong-agents-'));
  onTestFinished(() => rm(folder, { recursive: true }));
  await writeFile(join(folder, 'broken.yaml'), 'name: [\n');
  await writeFile(join(folder, 'first.yaml'), 'name: scribe\nsystem_prompt: Write.\n');
  const folders = { cwd: folder, folders: ['.'] };
  await expect(loadAgent('scribe', folders)).resolves.toMatchObject({
    name: 'scribe',
    file: 'first.yaml',
    system_prompt: 'Write.',
  });
  await expect(loadAgent('scrib', folders)).rejects.toThrow('There is no agent "scrib"');
});

test('a path, an ending and a file with the other ending say what to give instead', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'everlong-agents-'));
  onTestFinished(() => rm(folder, { recursive: true }));
  await writeFile(join(folder, 'coder.yaml'), 'name: coder\n');
  await writeFile(join(folder, 'writer.yml'), 'name: writer\n');
  await symlink('nowhere', join(folder, 'gone.yaml'));
  const folders = { cwd: folder, folders: ['.'] };
  for (const name of ['agents/coder.yaml', 'coder.yml']) {
    await expect(loadAgent(name, folders)).rejects.toThrow(
      'Give its name without folder and ending: coder.',
    );
  }
  await expect(loadAgent('writer', folders)).rejects.toThrow('rename writer.yml to writer.yaml');
  await expect(loadAgent('gone', folders)).rejects.toThrow(
    'There is no agent "gone" in .. Agents: coder.',
  );
});

test('a file that nests too deep says so', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'everlong-agents-'));
  onTestFinished(() => rm(folder, { recursive: true }));
  await writeFile(join(folder, 'deep.yaml'), `name: deep\nx: ${'['.repeat(50_000)}`);
  const loaded = loadAgent('deep', { cwd: folder, folders: ['.'] });
  await expect(loaded).rejects.toThrow(/deep\.yaml:2: lists and objects nest too deep/);
});

test("the repository's own agents are valid", async () => {
  const folder = fileURLToPath(new URL('../../../../agents', import.meta.url));
  const names = (await readdir(folder)).map((file) => file.replace('.yaml', ''));
  expect(names).toContain('assistant');
  const folders = { cwd: folder, folders: ['.'] };
  for (const name of names) expect((await loadAgent(name, folders)).name).toBe(name);
});
