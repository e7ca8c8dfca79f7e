import { createAnthropic } from '@ai-sdk/anthropic';
import { createAnthropicUpstream } from '@everlong/testing';
import { expect, it } from 'vitest';

import { createTestServer } from '../support/test-server.js';

const MODEL = 'claude-opus-5-5';
const READ = { name: 'read', description: 'Reads.', input_schema: { type: 'object' } };

it('the provider of a session writes its summaries, behind which thinking stays valid', async () => {
  let calls = 0;
  const claude = createAnthropicUpstream({
    answer: () =>
      ++calls % 4 === 0
        ? [{ type: 'text', text: 'Done.' }]
        : [{ type: 'tool_use', id: `call_${calls}`, name: 'read', input: { path: `${calls}.ts` } }],
  });
  const model = createAnthropic({ apiKey: 'unused', fetch: claude.fetch })(MODEL);
  const upstream = (name: string) => (name === MODEL ? { load: async () => model } : undefined);
  const server = await createTestServer({ upstream, compaction: 'provider' });
  const call = async (route: string, body: object) => (await server.call(route, { body })).body;
  await call('POST /v1/sessions', { id: 's', model: MODEL, context_window: 8000 });
  const append = (messages: object) =>
    call('POST /v1/sessions/s/messages', { as: 'anthropic', messages });
  for (let turn = 0; turn < 15; turn++) {
    await append({ role: 'user', content: `Read on, ${turn}.` });
    for (let stop = 'tool_use'; stop === 'tool_use';) {
      const inputs = { as: 'anthropic', instructions: 'Be kind.', tools: [READ] };
      const prepared = await call('POST /v1/sessions/s/prepare', inputs);
      const sent = { model: MODEL, max_tokens: 1000, ...prepared.body };
      const { status, body } = claude.send(sent, prepared.betas.join());
      expect([status, claude.refusals]).toEqual([200, []]);
      await append(body);
      await call('POST /v1/sessions/s/usage', body.usage as object);
      stop = String(body.stop_reason);
      const open = (body.content as { type: string; id: string }[]).filter(
        ({ type }) => type === 'tool_use',
      );
      const content = open.map(({ id }) => ({
        type: 'tool_result',
        tool_use_id: id,
        content: 'a stone and a tree. '.repeat(60),
      }));
      if (content.length > 0) await append({ role: 'user', content });
    }
  }
  expect([claude.summaries > 2, claude.dropped]).toEqual([true, 0]);
  const { data } = (await server.call('GET /v1/sessions/s/compactions')).body;
  expect(data[0].reason).toContain('anthropic wrote the summary');
  const { calls: billed } = (await server.call('GET /v1/usage')).body;
  expect(billed).toBe(calls + claude.summaries);
});
