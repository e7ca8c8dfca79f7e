/**
 * Writes docs/cli.md: what each command of the built command line prints, on a small example that
 * is made anew. A scripted server plays the model, and what differs from run to run is replaced.
 * Run:
 *
 *     pnpm --filter @everlong/cli run docs:cli
 */
import { spawn } from 'node:child_process';
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';

const bin = fileURLToPath(new URL('../dist/main.js', import.meta.url));
const target = fileURLToPath(new URL('../../../docs/cli.md', import.meta.url));
const folder = mkdtempSync(join(tmpdir(), 'everlong-docs-'));
const environment = {
  PATH: process.env['PATH'],
  HOME: folder,
  TZ: 'UTC',
  OPENAI_COMPATIBLE_API_KEY: 'unused',
};

/** The answers of the model, one a request. */
const answers = ['Yes, it is.', 'It listens on port 8443.', 'Three times, with a pause of 250 ms.'];

const server = createServer((request, response) => {
  request.resume().on('end', () => {
    const content = answers.shift() ?? 'Noted.';
    const chunk = (rest: object): string =>
      `data: ${JSON.stringify({ id: 'x', object: 'chat.completion.chunk', created: 1, model: 'local', ...rest })}\n\n`;
    response.writeHead(200, { 'content-type': 'text/event-stream' });
    response.write(chunk({ choices: [{ index: 0, delta: { content }, finish_reason: null }] }));
    response.write(chunk({ choices: [{ index: 0, delta: {}, finish_reason: 'stop' }] }));
    const usage = { prompt_tokens: 800, completion_tokens: 12, total_tokens: 812 };
    response.end(`${chunk({ choices: [], usage })}data: [DONE]\n\n`);
  });
});
await new Promise<void>((resolve) => {
  server.listen(0, '127.0.0.1', resolve);
});
const address = `http://127.0.0.1:${(server.address() as AddressInfo).port}/v1`;

writeFileSync(
  join(folder, 'everlong.yaml'),
  `model: openai-compatible/local\nbase_url: ${address}\ncontext:\n  window: 8000\n`,
);
mkdirSync(join(folder, 'agents'));
writeFileSync(
  join(folder, 'agents', 'coder.yaml'),
  'name: coder\nsystem_prompt: You are an experienced programmer.\ncontext:\n  max_messages_before_summary: 20\n',
);
writeFileSync(
  join(folder, 'recorded.jsonl'),
  ['Which colour has the sidebar?', 'It is grey.']
    .map((text, index) => ({
      type: index === 0 ? 'user' : 'assistant',
      uuid: `u-${index}`,
      sessionId: 'sidebar',
      cwd: '/home/me/shop',
      timestamp: `2026-11-22T10:30:0${index}.000Z`,
      message: { role: index === 0 ? 'user' : 'assistant', content: text },
    }))
    .map((line) => `${JSON.stringify(line)}\n`)
    .join(''),
);
writeFileSync(join(folder, 'notes.md'), 'The server listens on port 8443.\n');

/** What a command prints, on both streams, in the order in which it is read. */
async function transcript(args: readonly string[], input = ''): Promise<string> {
  const child = spawn(process.execPath, [bin, ...args], { cwd: folder, env: environment });
  let printed = '';
  child.stdout.setEncoding('utf8').on('data', (text: string) => (printed += text));
  child.stderr.setEncoding('utf8').on('data', (text: string) => (printed += text));
  child.stdin.end(input);
  await new Promise((resolve) => {
    child.on('close', resolve);
  });
  return printed;
}

/**
 * Ids by the order in which they came up, so that the same session has the same name throughout.
 */
const ids = new Map<string, string>();

function withoutChance(text: string): string {
  return text
    .replaceAll(`node ${bin}`, 'everlong')
    .replaceAll(folder, '/home/me/project')
    .replaceAll(address, 'http://localhost:11434/v1')
    .replaceAll(/(?<![\da-z])[\da-f]{8}(?![\da-z])/g, (id) => {
      // The help's own example.
      if (id === '1a2b3c4d') return id;
      ids.set(id, ids.get(id) ?? `c0ffee0${ids.size + 1}`);
      return ids.get(id) ?? id;
    })
    .replaceAll(/\d{4}-\d\d-\d\d \d\d:\d\d/g, '2026-11-22 10:30')
    .replaceAll(/\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z/g, '2026-11-22T10:30:00.000Z')
    .trimEnd();
}

function quoted(word: string): string {
  return /^[\w./=:-]+$/.test(word) ? word : JSON.stringify(word);
}

async function section(args: readonly string[], input?: string): Promise<string> {
  const printed = withoutChance(await transcript(args, input));
  const command = ['everlong', ...args.map(quoted)].join(' ');
  const typed = input === undefined ? '' : `${input.trimEnd().replaceAll(/^/gm, '> ')}\n`;
  return `\`\`\`console\n$ ${command}\n${typed}${printed}\n\`\`\``;
}

const chatLines = ['Which port does the server use?', '/tokens', 'How often does it try again?'];
chatLines.push(
  '/context',
  '/history',
  '/search port',
  '/config agent_max_steps 10',
  '/cost',
  '/help',
  '/quit',
);

const parts = [
  '# The command line, command by command',
  'Written by `pnpm --filter @everlong/cli run docs:cli`: what the built command line prints on a small example. Times, ids and paths are replaced. `everlong COMMAND --help` lists the options of each command.',
  '## chat',
  await section(['chat', '-p', 'Is everything ready?']),
  'A line that begins with `>` was typed:',
  await section(['chat', '--interactive'], `${chatLines.join('\n')}\n`),
  '## sessions, history, search',
  await section(['sessions']),
  await section(['history', '--last', '2']),
  await section(['search', 'port']),
  '## memory',
  await section(['memory', 'write', 'heron', 'port', '4711', '--since', '2026-03-04']),
  await section(['memory', 'recall', 'heron']),
  '## context, summarize',
  await section(['context', '--at', '1']),
  await section(['summarize']),
  '## count',
  await section(['count', 'notes.md', '--model', 'gpt-5']),
  '## config',
  await section(['config', 'list', '--show-origin', '--agent', 'coder']),
  await section(['config', 'set', 'context.polcy', 'missy']),
  '## import',
  await section(['import', 'recorded.jsonl']),
  await section(['import', 'recorded.jsonl']),
  await section(['search', 'colour', '--in', 'recorded.jsonl']),
  '## cleanup, doctor, migrate',
  await section(['cleanup', '--older-than', '30d', '--dry-run']),
  await section(['doctor']),
  await section(['migrate', 'sqlite', '--to', 'copy']),
];
writeFileSync(target, `${parts.join('\n\n')}\n`);
server.close();
rmSync(folder, { recursive: true });
console.log(`Written to ${target}`);
