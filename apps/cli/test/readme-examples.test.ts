import { execFile } from 'node:child_process';
import { globSync } from 'node:fs';
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';

import { afterAll, beforeAll, describe, expect, it } from 'vitest';

const root = fileURLToPath(new URL('../../../', import.meta.url));
const readmes = globSync('{README.md,docs/context.md,packages/*/README.md}', {
  cwd: root,
  // It is not published.
  exclude: ['packages/testing/**'],
}).toSorted();

/** Answers every call of Anthropic's Messages API with the same words. */
function answerMessages(): Server {
  return createServer((request, response) => {
    request.resume().on('end', () => {
      response.setHeader('content-type', 'application/json').end(
        JSON.stringify({
          id: 'msg_1',
          type: 'message',
          role: 'assistant',
          model: 'claude-sonnet-4-5',
          content: [{ type: 'text', text: 'A dependency is missing.' }],
          stop_reason: 'end_turn',
          stop_sequence: null,
          usage: { input_tokens: 20, output_tokens: 6 },
        }),
      );
    });
  });
}

describe('the examples of the READMEs run as they are', () => {
  const server = answerMessages();
  beforeAll(() => new Promise<void>((done) => void server.listen(0, '127.0.0.1', done)));
  afterAll(() => void server.close());

  it.each(readmes)('%s', async (readme) => {
    const text = await readFile(join(root, readme), 'utf8');
    const examples = [...text.matchAll(/^```ts\n(.*?)^```/gms)].map((match) => match[1] ?? '');
    expect(examples.length).toBeGreaterThan(0);
    for (const example of examples) {
      const { stdout } = await run(example, server);
      expect(stdout).not.toBe('');
    }
  });
});

/** Runs a program with what is built, in a folder of its own. */
async function run(program: string, server: Server): Promise<{ stdout: string }> {
  const { port } = server.address() as AddressInfo;
  const folder = await mkdtemp(join(root, 'apps/cli/.readme-'));
  try {
    const file = join(folder, 'example.mts');
    await writeFile(file, program);
    return await promisify(execFile)(process.execPath, [file], {
      cwd: folder,
      env: {
        ...process.env,
        ANTHROPIC_API_KEY: 'test',
        ANTHROPIC_BASE_URL: `http://127.0.0.1:${port}/v1`,
      },
    });
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}
