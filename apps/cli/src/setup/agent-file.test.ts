import { mkdtemp, readdir, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { expect, onTestFinished, test } from 'vitest';
import type { Agent } from './agent-schema.js';
import { loadAgent } from './agent-file.js';
import { exitCodeOf, exitCodes } from '../output/exit-code.js';
import { contextChoice } from './policy-settings.js';

const documented = `name: myagent
model:
  provider: anthropic/claude-sonnet-4-5-20250929

context:
  auto_summarize: true                  # Enable auto-summarization
  max_messages_before_summary: 30
  max_tokens_before_summary: 128000
  min_recent_messages: 6
  response_reserve: 4096
`;

/** Loads an agent from a file with this text; errors call the file `a.yaml`. */
async function loadText(text: string): Promise<Agent> {
  const folder = await mkdtemp(join(tmpdir(), 'everlong-agents-'));
  onTestFinished(() => rm(folder, { recursive: true }));
  await writeFile(join(folder, 'a.yaml'), text);
  return loadAgent('a', [folder]).catch((error: Error) => {
    throw new Error(error.message.replace(`${folder}/`, ''), { cause: error });
  });
}

test('an agent file with all context settings becomes policy settings', async () => {
  const agent = await loadText(documented);
  expect(agent.name).toBe('myagent');
  expect(agent.model?.provider).toBe('anthropic/claude-sonnet-4-5-20250929');
  expect(contextChoice(agent.context)).toEqual({
    policy: 'everlong',
    budget: {
      autoSummarize: true,
      maxMessagesBeforeSummary: 30,
      maxTokensBeforeSummary: 128_000,
      minRecentMessages: 6,
      responseReserve: 4096,
    },
  });
});

test('a policy and a window can be named, and nothing need be', () => {
  expect(contextChoice({ policy: 'supyagent', window: 8000 })).toEqual({
    policy: 'supyagent',
    budget: {},
    contextWindow: 8000,
  });
  expect(contextChoice()).toEqual({ policy: 'everlong', budget: {} });
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
  await expect(loadText('model: {}\n')).rejects.toThrow(/^a\.yaml:1: name: /);
});

test('text that is not YAML is named with its line', async () => {
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
  const error: unknown = await loadAgent('codr', [folder]).catch((thrown: unknown) => thrown);
  expect(String(error)).toContain('Did you mean "coder"?');
  expect(exitCodeOf(error)).toBe(exitCodes.notFound);
  await expect(loadAgent('coder', ['/nowhere', folder])).resolves.toEqual({ name: 'coder' });
});

test("the repository's own agents are valid", async () => {
  const folder = fileURLToPath(new URL('../../../../agents', import.meta.url));
  const names = (await readdir(folder)).map((file) => file.replace('.yaml', ''));
  expect(names).toContain('assistant');
  for (const name of names) expect((await loadAgent(name, [folder])).name).toBe(name);
});
