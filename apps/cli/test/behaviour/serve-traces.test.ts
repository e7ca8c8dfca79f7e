import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { expect, it, onTestFinished } from 'vitest';
import { serve } from '../support/serve.js';
import { temporaryFolder } from '../support/temporary-folder.js';

interface Span {
  name: string;
  attributes: { key: string; value: Record<string, unknown> }[];
}

/** Receives traces as an OpenTelemetry collector does. */
async function startCollector() {
  const spans: Span[] = [];
  const texts: string[] = [];
  const collector = createServer((request, response) => {
    let text = '';
    request.setEncoding('utf8').on('data', (chunk: string) => (text += chunk));
    request.on('end', () => {
      texts.push(`${request.method} ${request.url} ${text}`);
      for (const { scopeSpans } of JSON.parse(text).resourceSpans) {
        for (const scope of scopeSpans) spans.push(...scope.spans);
      }
      response.setHeader('content-type', 'application/json').end('{}');
    });
  });
  await new Promise<void>((listening) => collector.listen(0, '127.0.0.1', listening));
  onTestFinished(() => void collector.close());
  const url = `http://127.0.0.1:${(collector.address() as AddressInfo).port}`;
  const attributesOf = (name: string) => {
    const span = spans.find((each) => each.name.startsWith(name));
    const values = span?.attributes.map(({ key, value }) => [key, Object.values(value)[0]]);
    return values && (Object.fromEntries(values) as Record<string, unknown>);
  };
  return { url, texts, attributesOf };
}

it('exports the spans of sessions where a tracer is registered', async () => {
  const cwd = temporaryFolder();
  const collector = await startCollector();
  const tracer = pathToFileURL(join(import.meta.dirname, '../support/register-tracer.mjs'));
  const { call, child, result } = await serve(cwd, {
    environment: {
      NODE_OPTIONS: `--import=${tracer.href}`,
      OTEL_EXPORTER_OTLP_ENDPOINT: collector.url,
      EVERLONG_MODEL: 'local-model',
    },
  });
  await call('POST /v1/sessions', { id: 's', agent: 'builder', context_window: 4000 });
  const content = `xylophone ${'word '.repeat(80)}`;
  const messages = Array.from({ length: 40 }, (_, index) => ({
    role: index % 2 === 0 ? 'user' : 'assistant',
    content,
  }));
  expect((await call('POST /v1/sessions/s/messages', { messages })).status).toBe(201);
  expect((await call('POST /v1/sessions/s/prepare', {})).status).toBe(200);

  await expect.poll(() => collector.attributesOf('prepare_request')).toBeDefined();
  expect(collector.attributesOf('prepare_request local-model')).toMatchObject({
    'gen_ai.operation.name': 'prepare_request',
    'gen_ai.conversation.id': 's',
    'gen_ai.agent.name': 'builder',
    'gen_ai.request.model': 'local-model',
  });
  expect(collector.attributesOf('compact_conversation')).toBeDefined();
  expect(collector.texts.every((text) => text.startsWith('POST /v1/traces '))).toBe(true);
  expect(collector.texts.join('\n')).not.toContain('xylophone');
  child.kill('SIGTERM');
  expect((await result).code).toBe(0);
});
