import { execFile } from 'node:child_process';
import { globSync } from 'node:fs';
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';

import { expect, onTestFinished, test } from 'vitest';

const runner = fileURLToPath(new URL('support/run-programs.mjs', import.meta.url));
const root = fileURLToPath(new URL('../../../', import.meta.url));
/** Those that users read: of the private package of test helpers there is nothing to install. */
const readmes = globSync(
  '{README.md,docs/{ai-sdk,context,policies,sdk-messages,summarizer}.md,packages/*/README.md}',
  {
    cwd: root,
    exclude: ['packages/testing/README.md'],
  },
).toSorted();

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

// promise: sdk-2
test('the examples of the READMEs run as they are', async () => {
  const server = answerMessages();
  await new Promise<void>((done) => void server.listen(0, '127.0.0.1', done));
  onTestFinished(() => void server.close());
  const folder = await mkdtemp(join(root, 'apps/cli/.readme-'));
  onTestFinished(() => rm(folder, { recursive: true, force: true }));
  const files: string[] = [];
  for (const readme of readmes) files.push(...(await writeExamples(readme, folder)));

  const printed = await run(files, folder, server);
  expect([...printed.keys()]).toEqual(files);
  for (const [file, output] of printed) {
    expect({ file, output }).not.toEqual({ file, output: '' });
    const text = output.replaceAll(/\s/g, '');
    for (const { claim, pattern } of claimsOf(await readFile(file, 'utf8'))) {
      expect({ file, claim, output, holds: pattern.test(text) }).toEqual({
        file,
        claim,
        output,
        holds: true,
      });
    }
  }
});

/** What a comment behind `console.log` begins with, if it is a value: what is printed. */
function claimsOf(example: string): { claim: string; pattern: RegExp }[] {
  const comments = [...example.matchAll(/^\s*(?:.*\) )?console\.log\(.*\);\s*\/\/ +(.*)$/gm)];
  return comments.flatMap(([, comment = '']) => {
    const [claim = ''] =
      /^(?:(?:\{.*?\}|\[.*?\]|true|false|\d+)(?=$|[\s:,]) ?)+/.exec(comment) ?? [];
    const literal = claim.replaceAll(/\s/g, '').replaceAll(/[$()*+.?[\\\]^{|}]/g, String.raw`\$&`);
    const pattern = new RegExp(literal.replaceAll(String.raw`\.\.\.`, '.*'), 's');
    return claim === '' ? [] : [{ claim, pattern }];
  });
}

/** Writes each example of a README to a file of its own; gives the files. */
async function writeExamples(readme: string, folder: string): Promise<string[]> {
  const text = await readFile(join(root, readme), 'utf8');
  const examples = [...text.matchAll(/^```ts\n(.*?)^```/gms)].map((match) => match[1] ?? '');
  expect({ readme, examples: examples.length }).not.toEqual({ readme, examples: 0 });
  const files = examples.map((_, index) =>
    join(folder, `${readme.replaceAll('/', '-')}-${index}.mts`),
  );
  for (const [index, file] of files.entries()) await writeFile(file, examples[index] ?? '');
  return files;
}

/** Runs programs with what is built, in a folder of their own; gives what each printed. */
async function run(
  files: readonly string[],
  folder: string,
  server: Server,
): Promise<Map<string, string>> {
  const { port } = server.address() as AddressInfo;
  const { stdout } = await promisify(execFile)(process.execPath, [runner, ...files], {
    cwd: folder,
    env: {
      ...process.env,
      ANTHROPIC_API_KEY: 'test',
      ANTHROPIC_BASE_URL: `http://127.0.0.1:${port}/v1`,
    },
  });
  const parts = stdout.split(/^>>> (.+)\n/m).slice(1);
  return new Map(
    parts.flatMap((part, index) =>
      index % 2 === 0 ? [[part, (parts[index + 1] ?? '').trim()] as const] : [],
    ),
  );
}
