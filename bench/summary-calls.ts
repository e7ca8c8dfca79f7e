/**
 * How often a model is asked for a summary in small windows: a chat of 20 turns with answers of 3,000
 * characters. The model is simulated: each of its texts has about 700 tokens. Use, after `pnpm build`:
 *
 *   pnpm --filter @everlong/bench summary-calls [--policies a,b] [--windows n,n] [--turns n]
 */
import { parseArgs } from 'node:util';

import { openSession } from '@everlong/context';
import { createMemoryStore } from '@everlong/core';
import { createSimulatedSummarizer } from '@everlong/replay';

import { markdownTable } from './markdown-table.ts';

const { values: flags } = parseArgs({
  options: {
    policies: { type: 'string', default: 'everlong,supyagent-sdk,cowagent' },
    windows: { type: 'string', default: '4000,6000,8000,16000,32000' },
    turns: { type: 'string', default: '20' },
  },
});

const ANSWER_CHARACTERS = 3000;
const MODEL = 'claude-sonnet-4-5';

interface Counts {
  calls: number;
  compactions: number;
  /** The largest request, of the input budget. */
  fullest: number;
}

async function chat(policy: string, contextWindow: number): Promise<Counts> {
  const counts: Counts = { calls: 0, compactions: 0, fullest: 0 };
  const session = await openSession({
    store: createMemoryStore(),
    agent: 'bench',
    model: MODEL,
    contextWindow,
    policy,
    summarizer: createSimulatedSummarizer(() => counts.calls++),
  });
  for (let turn = 1; turn <= Number(flags.turns); turn++) {
    await session.append({ role: 'user', content: `Read page ${turn}: what does it say?` });
    const { state } = await session.prepare();
    counts.fullest = Math.max(counts.fullest, state.used.total / state.inputBudget);
    await session.append({ role: 'assistant', content: pageText(turn) });
    await session.endTurn();
    // A person reads the answer: what is made in the background has time.
    for (let tick = 0; tick < 20; tick++) await new Promise((resume) => setImmediate(resume));
  }
  const { epoch } = session.state();
  await session.close();
  return { ...counts, compactions: epoch };
}

/** Prose of the same words in another order on each page. */
function pageText(page: number): string {
  const words = 'the page says that a lamp of the house was lit before the boat had come'.split(
    ' ',
  );
  let text = `Page ${page}:`;
  for (let at = page; text.length < ANSWER_CHARACTERS; at = (at * 7 + 3) % 1009) {
    text += ` ${words[at % words.length]}`;
  }
  return text;
}

const rows: string[][] = [];
for (const policy of flags.policies.split(',')) {
  for (const window of flags.windows.split(',').map(Number)) {
    const { calls, compactions, fullest } = await chat(policy, window);
    rows.push([
      policy,
      `${window}`,
      `${calls}`,
      `${compactions}`,
      `${Math.round(fullest * 100)} %`,
    ]);
  }
}
const titles = ['policy', 'window', 'calls of a model', 'epochs', 'fullest request'];
process.stdout.write(`${markdownTable(titles, rows).join('\n')}\n`);
