import { expect, it } from 'vitest';

import { createResponsesUpstream } from './responses-upstream.js';

type Fields = Record<string, unknown>;
const user = (text: string): Fields => ({ role: 'user', content: [{ type: 'input_text', text }] });
const body = (input: Fields[], more: Fields = {}) => ({ model: 'gpt-5.5', input, ...more });

it('compacts a window, which goes back whole, with what comes next behind it', () => {
  const upstream = createResponsesUpstream();
  const compacted = upstream.send(body([user('a'), user('b')]), '/v1/responses/compact').body;
  expect(compacted.object).toBe('response.compaction');
  const window = compacted.output as Fields[];
  expect(upstream.send(body([...window, user('c')])).status).toBe(200);
  expect(upstream.pruned).toBe(0);
  upstream.send(body([...window.slice(1), user('c')]));
  expect(upstream.pruned).toBe(1);
  const foreign = { ...window.at(-1), encrypted_content: 'other' };
  expect(upstream.send(body([foreign, user('c')])).status).toBe(400);
});

it('compacts by a threshold in the same answer, and may not know the endpoint', () => {
  const upstream = createResponsesUpstream({ compacts: false });
  const management = { context_management: [{ type: 'compaction', compact_threshold: 10 }] };
  const { output, id } = upstream.send(body([user('word '.repeat(20))], management)).body;
  expect((output as Fields[]).map(({ type }) => type)).toEqual(['compaction', 'message']);
  expect(upstream.send(body([user('next')], { previous_response_id: id })).status).toBe(200);
  expect(upstream.send(body([user('x')], { previous_response_id: 'no' })).status).toBe(400);
  expect(upstream.send(body([user('x')]), '/v1/responses/compact').status).toBe(404);
});
