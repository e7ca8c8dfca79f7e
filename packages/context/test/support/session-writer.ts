/**
 * A process of its own that works in one session as an agent does, on the built packages: appends
 * turns, prepares requests and compacts by hand now and then, and prints a line for each thing that
 * is acknowledged. What goes wrong is printed as `error` and a message.
 */
import { createHash } from 'node:crypto';

import { openSession } from '@everlong/context';
import type { ModelMessage, Store, Tokenizer } from '@everlong/core';
import { createJsonlStore } from '@everlong/store-jsonl';
import { createSqliteStore } from '@everlong/store-sqlite';

/** What it is told, as JSON in its first argument. */
export interface WriterOrders {
  store: StoreName;
  directory: string;
  /** Distinguishes the entries of this process from those of others. */
  writer: string;
  /** Turns to take; without it, it goes on until it is killed. */
  turns?: number;
}

export type StoreName = 'jsonl' | 'sqlite';

export const SESSION = { id: 'killed', agent: 'agent', contextWindow: 1000 } as const;

/** Three characters to a token, without a vocabulary to load. */
export const tokenizer: Tokenizer = {
  name: 'thirds',
  source: 'heuristic',
  count: (text) => Math.ceil(text.length / 3),
};

export function openStore(name: StoreName, directory: string): Store {
  return name === 'jsonl'
    ? createJsonlStore({ directory })
    : createSqliteStore({ path: `${directory}/sessions.db` });
}

/** A request as it was handed out: what it holds within its epoch may only grow. */
export function fingerprint(messages: readonly ModelMessage[]): string {
  return createHash('sha256').update(JSON.stringify(messages)).digest('hex');
}

async function work({ store: name, directory, writer, turns = Infinity }: WriterOrders) {
  const store = openStore(name, directory);
  const session = await openSession({ store, tokenizer, ...SESSION });
  for (let turn = 0; turn < turns; turn++) {
    const id = `${writer}:${turn}`;
    for (const messages of turnOf(id, turn)) {
      const entries = await session.append(messages);
      report('appended', ...entries.map((entry) => entry.id));
      const { messages: sent, state } = await session.prepare();
      report('prepared', String(state.epoch), String(sent.length), fingerprint(sent));
    }
    if (turn % 3 === 2) {
      const { epoch } = await session.compact();
      report('compacted', String(epoch));
    }
  }
  await session.close();
  await store.close();
}

/** A question, a call with its result, and an answer: appended one after the other. */
function turnOf(id: string, turn: number): { id: string; message: ModelMessage }[][] {
  const call = { toolCallId: `call-${id}`, toolName: 'read_file' };
  const value = `export const value${turn} = ${turn};\n`.repeat(8);
  const question = `Look at src/file-${turn}.ts for ${id}. ${'It matters. '.repeat(12)}`;
  return [
    [{ id: `${id}:question`, message: { role: 'user', content: question } }],
    [
      {
        id: `${id}:call`,
        message: {
          role: 'assistant',
          content: [{ type: 'tool-call', ...call, input: { turn } }],
        },
      },
      {
        id: `${id}:result`,
        message: {
          role: 'tool',
          content: [{ type: 'tool-result', ...call, output: { type: 'text', value } }],
        },
      },
    ],
    [{ id: `${id}:answer`, message: { role: 'assistant', content: `It exports value${turn}.` } }],
  ];
}

function report(...words: string[]): void {
  process.stdout.write(`${words.join(' ')}\n`);
}

if (import.meta.main) {
  try {
    await work(JSON.parse(process.argv[2] ?? '{}') as WriterOrders);
  } catch (error) {
    report('error', String(error));
    process.exitCode = 1;
  }
}
