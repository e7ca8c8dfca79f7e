import { createHash } from 'node:crypto';
import { readFileSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

import {
  createMemoryStore,
  messageText,
  type ModelMessage,
  toolCallsOf,
  toolResultsOf,
} from '@everlong/core';
import { createSummarizer } from '@everlong/summarizer';
import { expect, it } from 'vitest';

import { openSession } from '../../src/index.js';

const readme = readFileSync(new URL('../../../../README.md', import.meta.url), 'utf8');
const WIDTH = 118;

const lines = Array.from({ length: 240 }, (_, index) => `lines[${index}].price = round(price);`);

/** A bug is found and mended, then something else is asked. */
const history: ModelMessage[] = [
  { role: 'user', content: 'Checkout is slow since Monday: find out why. Never touch src/legacy.' },
  ...call('read_file', { path: 'src/checkout.ts' }, ['poolSize = 4;', ...lines].join('\n')),
  ...call(
    'edit_file',
    { path: 'src/checkout.ts', old_string: 'poolSize = 4', new_string: 'poolSize = 12' },
    'ok',
  ),
  ...call('bash', { command: 'npm run load-test' }, 'p99 310 ms\nwaited for a connection: 0'),
  ...call('update_ticket', { ticket: 'OPS-4471', text: 'pool 4 -> 12' }, 'comment 88213 added'),
  { role: 'assistant', content: 'Four connections for nine workers: it is 12 now, see OPS-4471.' },
  { role: 'user', content: 'Good. Who else opens connections of his own?' },
  ...call('grep', { pattern: 'new Pool' }, 'src/mailer.ts:8: pool = new Pool()'),
  { role: 'assistant', content: 'Only the mailer.' },
  { role: 'user', content: 'Move it to the shared pool.' },
];

function call(toolName: string, input: Record<string, string>, value: string): ModelMessage[] {
  const toolCallId = `${toolName}-${value.length}`;
  const output = { type: 'text', value } as const;
  return [
    { role: 'assistant', content: [{ type: 'tool-call', toolCallId, toolName, input }] },
    { role: 'tool', content: [{ type: 'tool-result', toolCallId, toolName, output }] },
  ];
}

/** What a model answered to the prompt whose hash begins so; another prompt voids it. */
const answered = {
  prompt: '3798439b',
  text: readFileSync(new URL('readme-note.md', import.meta.url), 'utf8'),
};

it.each([
  ['one request', {}],
  [
    'with a model',
    {
      summarizer: createSummarizer({
        compactify({ instructions, prompt }) {
          const asked = `${instructions}\n\n${prompt}`;
          const hash = createHash('sha256').update(asked).digest('hex').slice(0, 8);
          if (hash === answered.prompt) return answered.text;
          const file = join(tmpdir(), `readme-note.${hash}.prompt.txt`);
          writeFileSync(file, asked);
          throw new Error(`readme-note.md is no answer to ${file}.`);
        },
      }),
    },
  ],
])(
  'the README shows a request before and after a compaction as they are: %s',
  async (title, options) => {
    const session = await openSession({
      store: createMemoryStore(),
      contextWindow: 8000,
      ...options,
    });
    await session.append(history);
    const before = await session.prepare();
    await session.compact();
    const after = await session.prepare();
    const [snapshot, ...kept] = after.messages;
    expect(kept).toEqual(before.messages.slice(-kept.length));
    const block = [
      ...(!('summarizer' in options)
        ? [
            `before, ${before.state.used.total.toLocaleString('en')} tokens`,
            ...shown(before.messages),
            '',
          ]
        : []),
      `after, ${after.state.used.total.toLocaleString('en')} tokens`,
      ...shown(snapshot === undefined ? [] : [snapshot]),
      `(then the last ${shown(kept).length} lines from above)`,
    ].join('\n');
    const [, inReadme] =
      new RegExp(`<!-- ${title} -->\n\n\`\`\`\n([^]*?)\n\`\`\``).exec(readme) ?? [];
    expect(inReadme, `README.md needs:\n\n${block}`).toBe(block);
  },
);

/** A message a line, a call together with its result; lines that are too long are cut. */
function shown(messages: readonly ModelMessage[]): string[] {
  const texts = messages.flatMap((message, index) => {
    if (message.role === 'tool') return [];
    const calls = toolCallsOf(message);
    if (calls.length === 0) return `${message.role}: ${messageText(message)}`.split(/\n+/);
    const results = toolResultsOf(messages[index + 1] ?? message);
    return calls.map(({ toolName, input }, place) => {
      const output = results[place]?.output;
      const result = output?.type === 'text' ? output.value.replaceAll('\n', ' ⏎ ') : '';
      return `assistant: ${toolName} ${JSON.stringify(input)} → ${result}`;
    });
  });
  return texts.map((text) => (text.length > WIDTH ? `${text.slice(0, WIDTH - 1)}…` : text));
}
