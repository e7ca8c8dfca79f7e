import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { expect, onTestFinished, test } from 'vitest';
import { listAgents, loadAgent, parseAgent } from './agent-file.js';
import { exitCodeOf, exitCodes } from './exit-code.js';
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

test('an agent file with all context settings becomes policy settings', () => {
  const agent = parseAgent(documented, 'agents/myagent.yaml');
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

test('an unknown key is named with its file, its line and the nearest key', () => {
  const text = documented.replace('min_recent_messages', 'min_recent_mesages');
  expect(() => parseAgent(text, 'agents/a.yaml')).toThrow(
    'agents/a.yaml:9: unknown key "context.min_recent_mesages". ' +
      'Did you mean "min_recent_messages"?',
  );
  expect(() => parseAgent(`${documented}contxt: {}\n`, 'a.yaml')).toThrow(
    'a.yaml:11: unknown key "contxt". Did you mean "context"?',
  );
});

test('a wrong value is named with its place', () => {
  const text = documented.replace('128000', 'many');
  expect(() => parseAgent(text, 'a.yaml')).toThrow(
    /^a\.yaml:8: context\.max_tokens_before_summary: .*number/,
  );
  expect(() => parseAgent('model: {}\n', 'a.yaml')).toThrow(/^a\.yaml:1: name: /);
});

test('text that is not YAML is named with its line', () => {
  expect(() => parseAgent('name: a\nmodel: [\n', 'a.yaml')).toThrow(/^a\.yaml:\d: /);
});

test('a file that is empty or a list is no agent', () => {
  expect(() => parseAgent('', 'a.yaml')).toThrow(/a\.yaml:\d: /);
  expect(() => parseAgent('- name: a\n', 'a.yaml')).toThrow(/a\.yaml:\d: /);
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
  const folder = fileURLToPath(new URL('../../../agents', import.meta.url));
  const names = await listAgents([folder]);
  expect(names).toContain('assistant');
  for (const name of names) expect((await loadAgent(name, [folder])).name).toBe(name);
});
