import { mkdirSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { buffer } from 'node:stream/consumers';
import { join } from 'node:path';

import { createAnthropicUpstream } from '@everlong/testing';
import { expect, onTestFinished, test } from 'vitest';

import { runCli } from '../support/run-cli.js';
import { temporaryFolder } from '../support/temporary-folder.js';

const AGENT = `name: local
model:
  provider: anthropic/claude-opus-5-5
context:
  window: 16000
  compaction: provider
`;

test('a chat has its provider summarize, keeps the thinking, and says what is known', async () => {
  const upstream = createAnthropicUpstream({
    answer: () => [{ type: 'text', text: 'a stone and a tree. '.repeat(100) }],
  });
  const server = createServer((request, response) => {
    void (async () => {
      const headers = { 'anthropic-beta': String(request.headers['anthropic-beta'] ?? '') };
      const body = (await buffer(request)).toString();
      const answer = await upstream.fetch('', { method: 'POST', headers, body });
      response.writeHead(answer.status, {
        'content-type': answer.headers.get('content-type') ?? '',
      });
      response.end(await answer.text());
    })();
  });
  await new Promise<void>((listening) => server.listen(0, '127.0.0.1', listening));
  onTestFinished(() => void server.close());
  const { port } = server.address() as AddressInfo;
  const cwd = temporaryFolder();
  mkdirSync(join(cwd, 'agents'));
  writeFileSync(join(cwd, 'agents', 'local.yaml'), AGENT);
  const environment = { ANTHROPIC_API_KEY: 'test' };
  const chat = ['chat', 'local', '--base-url', `http://127.0.0.1:${port}/v1`];
  const lines = Array.from({ length: 40 }, (_, turn) => `Never touch heron-${turn}.md.`);
  const talk = await runCli([...chat, '-i'], { cwd, environment, input: lines.join('\n') });
  expect([talk.code, upstream.refusals, upstream.dropped]).toEqual([0, [], 0]);
  expect(upstream.summaries).toBeGreaterThan(0);
  expect(talk.stderr).toContain('anthropic wrote the summary');
  const explained = await runCli(['context', '--at', '79'], { cwd });
  expect(explained.stdout).toMatch(
    /anthropic \(claude-opus-5-5\), \d+ tokens: the provider's summary through #\d+, \d+ values in it looked up/,
  );
  expect(explained.stdout).toContain('its wording is not checked');
});
