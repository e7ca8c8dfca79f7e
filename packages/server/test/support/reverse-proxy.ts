import { readFileSync } from 'node:fs';
import http from 'node:http';
import type { AddressInfo } from 'node:net';

import { onTestFinished } from 'vitest';

const README = new URL('../../README.md', import.meta.url);

/** The directives of the README's block for nginx, each with its value. */
function directives(): ReadonlyMap<string, string> {
  const [, block = ''] = /```nginx\n([\s\S]*?)```/.exec(readFileSync(README, 'utf8')) ?? [];
  const found = block.matchAll(/^\s*([a-z_]+) (.*);/gm);
  return new Map([...found].map(([, name = '', value = '']) => [name, value]));
}

/** A reverse proxy that does what the README's directives say, before a server; its address. */
export async function startReverseProxy(upstream: string): Promise<string> {
  const settings = directives();
  const isBuffered = settings.get('proxy_buffering') !== 'off';
  const maxBodyBytes = Number.parseInt(settings.get('client_max_body_size') ?? '1', 10) * 2 ** 20;
  const [name = '', value = ''] = settings.get('proxy_set_header')?.split(' ') ?? [];
  const agent = new http.Agent({ keepAlive: true });
  const proxy = http.createServer((request, response) => {
    if (Number(request.headers['content-length'] ?? 0) > maxBodyBytes) {
      response.writeHead(413).end();
      return;
    }
    const headers = { ...request.headers };
    if (value === '""') delete headers[name.toLowerCase()];
    const { method, url = '/' } = request;
    const forwarded = http.request(upstream + url, { method, headers, agent }, (answer) => {
      response.writeHead(answer.statusCode ?? 502, answer.headers);
      if (!isBuffered) answer.pipe(response);
      else void answer.toArray().then((chunks) => response.end(Buffer.concat(chunks)));
    });
    forwarded.on('error', () => response.destroy());
    response.on('close', () => forwarded.destroy());
    request.pipe(forwarded);
  });
  await new Promise<void>((resolve) => proxy.listen(0, '127.0.0.1', resolve));
  onTestFinished(() => {
    agent.destroy();
    proxy.closeAllConnections();
    proxy.close();
  });
  return `http://127.0.0.1:${(proxy.address() as AddressInfo).port}`;
}
