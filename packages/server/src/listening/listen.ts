import { createServer as createHttpServer, type Server as HttpServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { Duplex } from 'node:stream';

import { ConfigError } from '@everlong/core';
import { getRequestListener, RequestError } from '@hono/node-server';

import type { Server } from '../app/create-server.js';
import { errorResponse } from '../http/error-response.js';
import { type ProblemDetails, problemBody, problemResponse } from '../http/problem.js';
import { keepStep } from './keep-step.js';

/** The address to listen on, and how long to wait. */
export interface ListenOptions {
  /** 0: any free port. */
  port: number;
  /** Default 127.0.0.1: this machine only. */
  host?: string;
  /** Milliseconds that `close` gives requests in flight. Default 10000. */
  drainMs?: number;
  /** Milliseconds in which the headers must arrive. Default 10000. */
  headersTimeoutMs?: number;
  /** Milliseconds in which the whole request must arrive. Default 60000. */
  requestTimeoutMs?: number;
}

/** A server that listens. */
export interface Listening {
  readonly url: string;
  /** Stops accepting connections, ends streams, waits for requests and jobs, then closes. */
  close(): Promise<void>;
}

/** Bytes that all headers of a request may have. */
const MAX_HEADER_BYTES = 16 * 1024;

/** Serves over Node's HTTP; rejects with `ConfigError` when it cannot listen on the address. */
export async function listen(server: Server, options: ListenOptions): Promise<Listening> {
  const { port, host = '127.0.0.1', drainMs = 10_000 } = options;
  const { headersTimeoutMs = 10_000, requestTimeoutMs = 60_000 } = options;
  const listener = getRequestListener(keepStep(server.app.fetch), {
    // HTTP/1.0 has no Host: health checks of proxies use it.
    hostname: 'localhost',
    errorHandler: refuseRequest,
  });
  const serverOptions = {
    maxHeaderSize: MAX_HEADER_BYTES,
    headersTimeout: headersTimeoutMs,
    requestTimeout: requestTimeoutMs,
    connectionsCheckingInterval: Math.min(1000, headersTimeoutMs),
    // Longer than the 60 seconds of common proxies, which would else send into a closing connection.
    keepAliveTimeout: 75_000,
  };
  const http = createHttpServer(
    serverOptions,
    (request, response) => void listener(request, response),
  );
  http.maxHeadersCount = 200;
  http.on('clientError', refuse);
  await begin(http, port, host);
  const { port: taken } = http.address() as AddressInfo;
  return {
    url: `http://${host.includes(':') ? `[${host}]` : host}:${taken}`,
    async close() {
      const closed = new Promise<void>((resolve) => http.close(() => resolve()));
      const late = setTimeout(() => http.closeAllConnections(), drainMs);
      // A connection that was busy during `close` would otherwise stay open when it turns idle.
      const idle = setInterval(() => http.closeIdleConnections(), 20);
      await Promise.all([server.drain(), closed]);
      clearTimeout(late);
      clearInterval(idle);
      await server.close();
    },
  };
}

function begin(http: HttpServer, port: number, host: string): Promise<void> {
  return new Promise((resolve, reject) => {
    http.once('error', (error: NodeJS.ErrnoException) => {
      const where = `${host}:${port}`;
      const cure =
        error.code === 'EADDRINUSE'
          ? 'The port is taken: give another one, or 0 for any free port.'
          : 'Give a host and a port that this machine has.';
      reject(new ConfigError(`Cannot listen on ${where}: ${error.message}. ${cure}`, error));
    });
    http.listen(port, host, resolve);
  });
}

/** Answers a request with a host or a path that is none. */
function refuseRequest(error: unknown): Response {
  if (!(error instanceof RequestError)) return errorResponse(error);
  const detail = `This is not a valid HTTP request: ${error.message}.`;
  return problemResponse(400, { code: 'invalid_http', detail, headers: { connection: 'close' } });
}

type Refusal = ProblemDetails & { status: 400 | 408 | 431; title: string };

/** Answers malformed and slow requests, and closes their connections. */
function refuse(error: NodeJS.ErrnoException, socket: Duplex): void {
  if (!socket.writable || error.code === 'ECONNRESET') {
    socket.destroy();
    return;
  }
  const { status, title, ...details } = refusalOf(error.code);
  const body = JSON.stringify({ ...problemBody(400, details), status, title });
  socket.end(
    `HTTP/1.1 ${status} ${title}\r\nContent-Type: application/problem+json\r\n` +
      `Content-Length: ${Buffer.byteLength(body)}\r\nX-Should-Retry: false\r\nConnection: close\r\n\r\n${body}`,
  );
}

function refusalOf(code: string | undefined): Refusal {
  if (code === 'HPE_HEADER_OVERFLOW') {
    const detail = `The headers of a request may have ${MAX_HEADER_BYTES} bytes in total. Send fewer or shorter ones.`;
    return {
      status: 431,
      title: 'Request Header Fields Too Large',
      code: 'headers_too_large',
      detail,
    };
  }
  if (code === 'ERR_HTTP_REQUEST_TIMEOUT') {
    const detail = 'The request took too long to arrive.';
    return { status: 408, title: 'Request Timeout', code: 'request_timeout', detail };
  }
  return {
    status: 400,
    title: 'Bad Request',
    code: 'invalid_http',
    detail: 'This is not a valid HTTP request.',
  };
}
