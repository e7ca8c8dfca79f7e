import { createServer, type IncomingMessage } from 'node:http';
import type { AddressInfo } from 'node:net';

import {
  validateAnthropicMessages,
  validateGemini,
  validateOpenAIChat,
  validateOpenAIResponses,
  type Violation,
} from '@everlong/validators';

type Body = Record<string, unknown>;

/**
 * A server that speaks the four APIs, calls the tool once a turn, judges what it is sent, and does
 * not answer a question that leaves it time.
 */
export interface ProviderServer {
  url: string;
  /** Every request body as JSON, and what is wrong with it. */
  requests: { text: string; violations: Violation[] }[];
  close(): Promise<void>;
}

/** One API: the path that selects it, its validator, and the shape of its answers. */
interface Api {
  path: RegExp;
  validate(body: Body): Violation[];
  /** The last message or item. */
  last(body: Body): Body;
  /** What marks it as a result of the tool. */
  result: string;
  call(id: number): object;
  say(text: string, id: number): object;
}

const PAGE = { page: 7 };
const tokens = { input: 900, output: 20, cached: 600 };

const chatMessage = (id: number, message: object): object => ({
  id: `chatcmpl-${id}`,
  object: 'chat.completion',
  choices: [
    { index: 0, finish_reason: 'stop', message: { role: 'assistant', refusal: null, ...message } },
  ],
  usage: { prompt_tokens: tokens.input, completion_tokens: tokens.output, total_tokens: 920 },
});

const responseOf = (id: number, ...output: object[]): object => ({
  id: `resp_${id}`,
  object: 'response',
  status: 'completed',
  output: [
    { type: 'reasoning', id: `rs_${id}`, summary: [], encrypted_content: 'ZW5j' },
    ...output,
  ],
  usage: { input_tokens: tokens.input, output_tokens: tokens.output, total_tokens: 920 },
});

const anthropicMessage = (id: number, ...content: object[]): object => ({
  id: `msg_${id}`,
  type: 'message',
  role: 'assistant',
  model: 'claude-sonnet-4-6',
  stop_reason: 'end_turn',
  content: [{ type: 'thinking', thinking: 'Hm.', signature: 'c2ln' }, ...content],
  usage: {
    input_tokens: tokens.input - tokens.cached,
    output_tokens: tokens.output,
    cache_read_input_tokens: tokens.cached,
  },
});

const geminiAnswer = (part: object): object => ({
  candidates: [{ content: { role: 'model', parts: [{ ...part, thoughtSignature: 'c2ln' }] } }],
  usageMetadata: { promptTokenCount: tokens.input, candidatesTokenCount: tokens.output },
});

const apis: readonly Api[] = [
  {
    path: /\/chat\/completions$/,
    validate: validateOpenAIChat,
    last: ({ messages }) => last(messages),
    result: '"role":"tool"',
    call: (id) =>
      chatMessage(id, {
        content: null,
        tool_calls: [
          {
            id: `call_${id}`,
            type: 'function',
            function: { name: 'read_page', arguments: JSON.stringify(PAGE) },
          },
        ],
      }),
    say: (content, id) => chatMessage(id, { content }),
  },
  {
    path: /\/responses$/,
    validate: validateOpenAIResponses,
    last: ({ input }) => last(input),
    result: '"function_call_output"',
    call: (id) =>
      responseOf(id, {
        type: 'function_call',
        id: `fc_${id}`,
        call_id: `call_${id}`,
        name: 'read_page',
        arguments: JSON.stringify(PAGE),
        status: 'completed',
      }),
    say: (text, id) =>
      responseOf(id, {
        type: 'message',
        id: `msg_${id}`,
        role: 'assistant',
        status: 'completed',
        content: [{ type: 'output_text', text, annotations: [] }],
      }),
  },
  {
    path: /\/messages$/,
    validate: validateAnthropicMessages,
    last: ({ messages }) => last(messages),
    result: '"tool_result"',
    call: (id) =>
      anthropicMessage(id, { type: 'tool_use', id: `toolu_${id}`, name: 'read_page', input: PAGE }),
    say: (text, id) => anthropicMessage(id, { type: 'text', text }),
  },
  {
    path: /:generateContent$/,
    validate: validateGemini,
    last: ({ contents }) => last(contents),
    result: '"functionResponse"',
    call: () => geminiAnswer({ functionCall: { name: 'read_page', args: PAGE } }),
    say: (text) => geminiAnswer({ text }),
  },
];

function last(list: unknown): Body {
  return (Array.isArray(list) ? list.at(-1) : undefined) as Body;
}

export async function startProviderServer(): Promise<ProviderServer> {
  const requests: ProviderServer['requests'] = [];
  const server = createServer((request, response) => {
    void readText(request).then((text) => {
      const api = apis.find(({ path }) => path.test(request.url ?? ''));
      const body = JSON.parse(text) as Body;
      const id = requests.length;
      const violations = api?.validate(body) ?? [];
      requests.push({ text, violations });
      const newest = JSON.stringify(api?.last(body));
      // Until who asked leaves.
      if (newest.includes('Take your time')) return;
      const answer = newest.includes(api?.result ?? '')
        ? api?.say(`Answer ${id}.`, id)
        : api?.call(id);
      response.writeHead(api === undefined ? 404 : 200, { 'content-type': 'application/json' });
      response.end(JSON.stringify(answer ?? {}));
    });
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    requests,
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve());
        server.closeAllConnections();
      }),
  };
}

async function readText(request: IncomingMessage): Promise<string> {
  let text = '';
  for await (const chunk of request) text += String(chunk);
  return text;
}
