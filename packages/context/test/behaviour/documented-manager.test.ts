import { createAnthropic } from '@ai-sdk/anthropic';
import { convertToModelMessages, streamText, type UIMessage } from 'ai';
import { expect, test } from 'vitest';

import { createContextManager } from '../../src/context-manager/context-manager.js';
import { chat, ui } from '../support/chat-messages.js';

const DECISION = 'PostgreSQL was chosen for the heron project.';
const SUMMARY = `## Key Decisions\n- ${DECISION}\n\n## Current State\n- ${DECISION}`;
/** What the summary rests on. */
const decided = [ui('user', 'Use PostgreSQL for the heron project.'), ui('assistant', DECISION)];
const USAGE = { input_tokens: 900, output_tokens: 100 };

interface Body {
  model: string;
  stream?: boolean;
  messages: unknown;
}

/** Anthropic's provider, answered without a network, and the bodies that it sent. */
function anthropicWithoutNetwork() {
  const bodies: Body[] = [];
  const answer = async (_url: unknown, init?: RequestInit): Promise<Response> => {
    const body = JSON.parse(init?.body as string) as Body;
    bodies.push(body);
    return body.stream === true ? streamed('It runs.') : Response.json(message(SUMMARY));
  };
  return { anthropic: createAnthropic({ apiKey: 'unused', fetch: answer }), bodies };
}

function message(text: string): object {
  const content = text === '' ? [] : [{ type: 'text', text }];
  const rest = { stop_reason: 'end_turn', stop_sequence: null, usage: USAGE };
  return { id: 'msg_1', type: 'message', role: 'assistant', model: 'claude', content, ...rest };
}

function streamed(text: string): Response {
  const events = [
    { type: 'message_start', message: message('') },
    { type: 'content_block_start', index: 0, content_block: { type: 'text', text: '' } },
    { type: 'content_block_delta', index: 0, delta: { type: 'text_delta', text } },
    { type: 'content_block_stop', index: 0 },
    { type: 'message_delta', delta: { stop_reason: 'end_turn' }, usage: USAGE },
    { type: 'message_stop' },
  ];
  const lines = events.map((event) => `event: ${event.type}\ndata: ${JSON.stringify(event)}\n\n`);
  return new Response(lines.join(''), { headers: { 'content-type': 'text/event-stream' } });
}

// promise: sdk-1
test('002 Setup: made with the window and a model of @ai-sdk/anthropic, as printed', async () => {
  const { anthropic, bodies } = anthropicWithoutNetwork();
  const contextManager = createContextManager({
    maxTokens: 128_000,
    summaryModel: anthropic('claude-haiku-4-5-20251001'),
  });
  expect(contextManager.getState()).toMatchObject({ maxTokens: 128_000, summaryCount: 0 });
  const compacted = await contextManager.compactify([...decided, ...chat(10)]);
  expect(JSON.stringify(compacted[0])).toContain(DECISION);
  expect(bodies.map(({ model }) => model)).toEqual(['claude-haiku-4-5-20251001']);
});

// promise: sdk-25
test('002 Full Integration Example: the route compacts a long chat, answers it and books the usage', async () => {
  const { anthropic, bodies } = anthropicWithoutNetwork();
  const contextManager = createContextManager({
    maxTokens: 200_000,
    summaryModel: anthropic('claude-haiku-4-5-20251001'),
  });

  // The document's route; `ai` takes model messages, and tells usage to streamText's callback.
  async function POST(request: Request): Promise<Response> {
    let { messages } = (await request.json()) as { messages: UIMessage[] };
    if (contextManager.shouldCompactify(messages)) {
      messages = await contextManager.compactify(messages);
    }
    const result = streamText({
      model: anthropic('claude-sonnet-4-6-20250620'),
      instructions: 'You are a helpful assistant.',
      messages: await convertToModelMessages(messages),
      onStepEnd: ({ usage }) => {
        contextManager.recordUsage({
          inputTokens: usage.inputTokens,
          outputTokens: usage.outputTokens,
        });
      },
    });
    return result.toUIMessageStreamResponse({
      messageMetadata: contextManager.getMessageMetadata(),
    });
  }

  async function post(messages: UIMessage[]): Promise<string> {
    const body = JSON.stringify({ messages });
    const response = await POST(new Request('http://localhost/chat', { method: 'POST', body }));
    return response.text();
  }

  const short = await post([ui('user', 'Does it run?')]);
  expect(short).toContain('It runs.');
  expect(short).toContain('"totalTokens":1000');
  expect(bodies).toHaveLength(1);

  await post([...decided, ...chat(200, 1000), ui('user', 'And now?')]);
  const [, ...others] = bodies.map(({ model }) => model);
  expect(others.pop()).toBe('claude-sonnet-4-6-20250620');
  expect(new Set(others)).toEqual(new Set(['claude-haiku-4-5-20251001']));
  const sent = JSON.stringify(bodies.at(-1)?.messages);
  expect(sent).toContain(DECISION);
  expect(sent).toContain('And now?');
  expect(sent).not.toContain('Question 0');
  expect(contextManager.getState()).toMatchObject({
    totalInputTokens: 1800,
    totalOutputTokens: 200,
    summaryCount: 1,
  });
});
