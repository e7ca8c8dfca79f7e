import { existsSync, readFileSync } from 'node:fs';
import { resolve } from 'node:path';
import { fileURLToPath } from 'node:url';

import { openSession, type PreparedRequest, type Session } from '@everlong/context';
import { createMemoryStore, messageText, toEntry, type Tokenizer } from '@everlong/core';
import { readTranscript } from '@everlong/formats';
import { describe, expect, it } from 'vitest';

import { findUserConstraints, type UserConstraint } from './user-constraints.js';

const root = fileURLToPath(new URL('../../../', import.meta.url));
const corpus = resolve(root, process.env['EVERLONG_CORPUS'] ?? '../shared/corpus', 'normalized');
const labelFile = resolve(root, 'packages/summarizer/bench/constraint-labels.json');

interface Labels {
  constraints: Record<string, [start: number, end: number][]>;
}

const { tuned, heldOut } = JSON.parse(readFileSync(labelFile, 'utf8')) as Record<
  'tuned' | 'heldOut',
  Record<string, Labels>
>;

/** After how many compactions the requests are looked at. */
const CHECKED_AFTER = [1, 3, 10, 50];
const MESSAGES_BETWEEN = 40;
/** What the share for constraints holds in the smallest of these windows. */
const SHARE_TOKENS = 300;

/** Counting is not what is tested here. */
const tokenizer: Tokenizer = {
  name: 'quarters',
  source: 'heuristic',
  count: (text) => Math.ceil(text.length / 4),
};

/** Of the constraints that are found, those that were labelled. */
async function labelledConstraints(file: string): Promise<UserConstraint[]> {
  const { entries } = await readTranscript(`${corpus}/${file}.jsonl.gz`);
  const log = entries.map((entry, seq) => toEntry({ ...entry, id: `${seq}` }, file, seq));
  const labels = { ...tuned, ...heldOut }[file]?.constraints ?? {};
  return findUserConstraints(log).filter(({ seq, text }) => {
    const message = log[seq]?.message;
    const from = message === undefined ? -1 : messageText(message).indexOf(text);
    return (labels[seq] ?? []).some(([start, end]) => start < from + text.length && from < end);
  });
}

function textOf({ messages }: PreparedRequest): string {
  return messages.map(messageText).join('\n');
}

function isNamed(text: string, seq: number): boolean {
  const lists = text.match(/^- (?:also in entries|Earlier ones, by entry:) .*$/gm) ?? [];
  return lists.some((line) =>
    [...line.matchAll(/#(\d+)(?:–#(\d+))?/g)].some(
      ([, from = '', to = from]) => seq >= Number(from) && seq <= Number(to),
    ),
  );
}

/** Compacts every few messages, on after the end of the record, and looks at the requests. */
async function missingAfter(
  file: string,
  contextWindow: number,
): Promise<{ compactions: number; silent: string[]; cut: string[] }[]> {
  const { entries } = await readTranscript(`${corpus}/${file}.jsonl.gz`);
  const constraints = await labelledConstraints(file);
  const session: Session = await openSession({
    store: createMemoryStore(),
    contextWindow,
    policy: 'everlong',
    budget: { responseReserve: 1024 },
    tokenizer,
  });
  const found: { compactions: number; silent: string[]; cut: string[] }[] = [];
  const epoch = (): number => session.state().epoch;
  let appended = 0;
  for (let turn = 0; epoch() < Math.max(...CHECKED_AFTER) && turn < 400; turn++) {
    const next = entries.slice(appended, appended + MESSAGES_BETWEEN);
    appended += next.length;
    if (next.length > 0) await session.append(next);
    else {
      await session.append({
        role: 'user',
        content: `Look at file ${turn}. ${'It is old. '.repeat(20)}`,
      });
      await session.append({
        role: 'assistant',
        content: `I looked at it. ${'Fine. '.repeat(40)}`,
      });
    }
    const before = epoch();
    await session.compact();
    const text = textOf(await session.prepare());
    const due = CHECKED_AFTER.find((count) => before < count && epoch() >= count);
    if (due === undefined) continue;
    const said = constraints.filter(({ seq }) => seq < appended);
    const absent = said.filter((constraint) => !text.includes(constraint.text));
    const tokens = said.reduce((sum, constraint) => sum + constraint.text.length / 4 + 12, 0);
    found.push({
      compactions: due,
      silent: absent.filter(({ seq }) => !isNamed(text, seq)).map((constraint) => constraint.text),
      cut: tokens <= SHARE_TOKENS ? absent.map((constraint) => constraint.text) : [],
    });
  }
  return found;
}

const files = [
  'aider/aider-afi-core',
  'claude-code/cclog-agent-a6aa8ad077d9ea083',
  'swe-agent/sweagent-92f969-monstrations-ctf-web-i-got-id-demo',
];

const isAbsent = !existsSync(corpus);

describe.skipIf(isAbsent)('labelled constraints (EVERLONG_CORPUS names the sessions)', () => {
  it.each(files)('%s has some that are found', async (file) => {
    expect(await labelledConstraints(file)).not.toEqual([]);
  });

  it.each([8000, 16_000, 32_000])(
    'stand in the requests of a window of %i after 1, 3, 10 and 50 compactions',
    async (contextWindow) => {
      for (const file of files) {
        const found = await missingAfter(file, contextWindow);
        const none = CHECKED_AFTER.map((compactions) => ({ compactions, silent: [], cut: [] }));
        expect({ file, found }).toEqual({ file, found: none });
      }
    },
    60_000,
  );
});
