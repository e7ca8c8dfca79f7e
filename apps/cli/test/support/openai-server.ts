import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { completionBody, completionChunks, type Answer } from './openai-answers.js';

/** A request as the server received it. */
export interface RecordedRequest {
  path: string;
  headers: IncomingMessage['headers'];
  body: ChatBody;
}

/** The parts of a chat completion request that tests look at. */
interface ChatBody {
  model: string;
  stream?: boolean;
  messages: { role: string; content: unknown; tool_calls?: unknown[]; tool_call_id?: string }[];
  tools?: { function: { name: string } }[];
}

/** An HTTP error with the provider's own body. */
export interface Failure {
  status: number;
  body: unknown;
  headers?: Record<string, string>;
}

export type Reply = Answer | Failure;

export interface OpenAiServer {
  /** The base URL, ending in `/v1`. */
  url: string;
  requests: RecordedRequest[];
  /** Resolves when an answer that hangs has sent its `hangAfter` chunks; only streamed ones do. */
  hanging: Promise<void>;
  close(): Promise<void>;
}

/**
 * A server on a free local port that speaks OpenAI's chat completions, streamed and not. `reply`
 * is called with each request; a list of replies is used up one by one, its last one stays.
 */
export async function startOpenAiServer(
  reply: readonly Reply[] | ((request: RecordedRequest, index: number) => Reply),
): Promise<OpenAiServer> {
  const requests: RecordedRequest[] = [];
  const { promise: hanging, resolve: hangs } = Promise.withResolvers<void>();

  function choose(request: RecordedRequest, index: number): Reply {
    if (typeof reply === 'function') return reply(request, index);
    return reply[Math.min(index, reply.length - 1)] ?? { text: ['ok'] };
  }

  async function handle(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const body = JSON.parse(await readText(request)) as ChatBody;
    const recorded = { path: request.url ?? '', headers: request.headers, body };
    requests.push(recorded);
    const chosen = choose(recorded, requests.length - 1);
    if ('status' in chosen) {
      response.writeHead(chosen.status, { 'content-type': 'application/json', ...chosen.headers });
      response.end(JSON.stringify(chosen.body));
    } else if (body.stream === true) {
      await stream(response, chosen, body.model);
    } else if (chosen.hangAfter !== undefined) {
      hangs();
    } else {
      response.writeHead(200, { 'content-type': 'application/json' });
      response.end(JSON.stringify(completionBody(chosen, body.model)));
    }
  }

  async function stream(response: ServerResponse, answer: Answer, model: string): Promise<void> {
    response.writeHead(200, { 'content-type': 'text/event-stream' });
    for (const [index, chunk] of completionChunks(answer, model).entries()) {
      if (index === answer.cutAfter) {
        response.destroy();
        return;
      }
      if (index === answer.hangAfter) {
        hangs();
        return;
      }
      if (answer.chunkDelayMs !== undefined) await delay(answer.chunkDelayMs);
      await new Promise((resolve) => {
        response.write(`data: ${JSON.stringify(chunk)}\n\n`, resolve);
      });
    }
    response.end('data: [DONE]\n\n');
  }

  const server = createServer((request, response) => {
    handle(request, response).catch((error: unknown) => response.destroy(error as Error));
  });
  await new Promise<void>((resolve) => {
    server.listen(0, '127.0.0.1', resolve);
  });
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}/v1`,
    requests,
    hanging,
    async close() {
      server.closeAllConnections();
      await new Promise((resolve) => {
        server.close(resolve);
      });
    },
  };
}

async function readText(request: IncomingMessage): Promise<string> {
  const chunks: Buffer[] = [];
  for await (const chunk of request) chunks.push(chunk as Buffer);
  return Buffer.concat(chunks).toString('utf8');
}

function delay(durationMs: number): Promise<void> {
  return new Promise((resolve) => {
    setTimeout(resolve, durationMs);
  });
}
