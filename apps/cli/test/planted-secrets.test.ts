import { mkdtemp, readdir, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

import { openSession, type PreparedRequest, type Session } from '@everlong/context';
import { createHistoryTools } from '@everlong/context/ai-sdk';
import {
  createMemoryStore,
  messageText,
  type ModelMessage,
  type Store,
  type Summarizer,
} from '@everlong/core';
import { createJsonlStore } from '@everlong/store-jsonl';
import { createSqliteStore } from '@everlong/store-sqlite';
import { createExtractiveSummarizer, createSummarizer } from '@everlong/summarizer';
import { sampled } from '@everlong/testing';
import type { ToolSet } from 'ai';
import { MockLanguageModelV4 } from 'ai/test';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';

import { plantedSecrets } from './support/planted-secrets.js';

const count = (text: string): number => Math.ceil(text.length / 4);
const padding = Array.from({ length: 120 }, (_, index) => `line ${index} of the output`);
const parts = plantedSecrets.flatMap((secret) => secret.parts);

/** What shows of the planted secrets: any eight signs in a row at either end or in the middle. */
function leaks(text: string): string[] {
  return parts.filter((part) => {
    const middle = part.length >> 1;
    return [part.slice(0, 8), part.slice(middle - 4, middle + 4), part.slice(-8)].some((piece) =>
      text.includes(piece),
    );
  });
}

/** Every secret said, passed to a tool, and put out where masks and cuts have their edges. */
function transcript(): ModelMessage[] {
  return plantedSecrets.flatMap(({ kind, text }, index): ModelMessage[] => {
    const call = { toolCallId: `call-${index}`, toolName: 'bash' };
    const output = [
      'start',
      `${'.'.repeat(140)} ${text}`,
      ...padding,
      text,
      ...padding.slice(0, 4),
      text,
    ].join('\n');
    return [
      { role: 'user', content: `Remember for step ${index}: ${text}\nGo on with ${kind}.` },
      {
        role: 'assistant',
        content: [
          { type: 'text', text: `I will use ${text}` },
          { type: 'tool-call', ...call, input: { command: `echo '${text}'`, config: text } },
        ],
      },
      {
        role: 'tool',
        content: [{ type: 'tool-result', ...call, output: { type: 'text', value: output } }],
      },
      { role: 'assistant', content: `Done: step ${index} (${text}).` },
    ];
  });
}

/** Answers with what it was asked, in the form of a record. */
const echo = new MockLanguageModelV4({
  doGenerate: async ({ prompt }) => ({
    content: [
      {
        type: 'text',
        text: `## Key Decisions\n- ${JSON.stringify(prompt).slice(0, 8_000)}\n## Current State\n${JSON.stringify(
          prompt,
        )
          .split(String.raw`\n`)
          .map((line) => `- ${line}`)
          .join('\n')}`,
      },
    ],
    finishReason: { unified: 'stop', raw: 'stop' },
    usage: {
      inputTokens: { total: 1, noCache: 1, cacheRead: 0, cacheWrite: 0 },
      outputTokens: { total: 1, text: 1, reasoning: 0 },
    },
    warnings: [],
  }),
});

/** A summarizer of somebody else's, which repeats all that it was given. */
const tellTale: Summarizer = {
  name: 'tell-tale',
  async summarize({ entries, maxTokens }) {
    const text = entries.map(({ message }) => messageText(message)).join('\n');
    const last = entries.at(-1)?.seq ?? 0;
    return {
      snapshot: {
        text: text.slice(0, maxTokens * 2),
        tokens: maxTokens / 2,
        throughSeq: last,
        messagesCovered: entries.length,
        source: 'model',
        sections: { 'Key Decisions': [text] },
        ledger: [],
      },
    };
  },
};

let directory = '';
beforeAll(async () => {
  directory = await mkdtemp(join(tmpdir(), 'planted-secrets-'));
});
afterAll(async () => {
  await rm(directory, { recursive: true });
});

const stores: Record<string, () => Store | Promise<Store>> = {
  memory: () => createMemoryStore(),
  jsonl: () => createJsonlStore({ directory: join(directory, 'sessions') }),
  sqlite: () => createSqliteStore({ path: join(directory, 'sessions.db') }),
};

/** What of a request was made, and not sent as it stands in the log. */
function derivedText(
  { messages, instructions, plan }: PreparedRequest,
  log: ModelMessage[],
): string {
  const verbatim = new Set(
    log.flatMap((message, seq) =>
      plan.explain(seq)?.disposition === 'verbatim' ? [messageText(message)] : [],
    ),
  );
  const made = messages.map(messageText).filter((text) => !verbatim.has(text));
  return [instructions, ...made, JSON.stringify(plan)].join('\n');
}

async function lookUp(session: Session): Promise<string> {
  const tools: ToolSet = createHistoryTools({ session, maxTokens: 4_000, count });
  const found: unknown[] = [];
  const call = async (name: string, input: object): Promise<void> => {
    const execute = tools[name]?.execute;
    found.push(await execute?.(input as never, { toolCallId: '1', messages: [], context: {} }));
  };
  const words = ['password', 'token', 'key', 'cookie', 'machine', 'Server', 'echo', 'Remember'];
  for (const query of [...words, ...parts.slice(0, 4)]) {
    found.push((await session.search(query)).map(({ excerpt }) => excerpt));
    // What was asked for is repeated when nothing is found; a secret in the query is no excerpt.
    if (!parts.includes(query)) await call('history_search', { query, limit: 20 });
  }
  for (let seq = 0; seq < plantedSecrets.length * 4; seq += 5) {
    await call('history_expand', { entries: [seq, seq + 1, seq + 2, seq + 3, seq + 4] });
  }
  return JSON.stringify(found);
}

describe('planted secrets', () => {
  const log = transcript();

  it('are all in what was planted', () => {
    expect(leaks(log.map(messageText).join('\n'))).toEqual(parts);
  });

  it.each([
    ['memory', 'everlong'],
    ['jsonl', 'everlong'],
    ['sqlite', 'everlong'],
    ...sampled(['supyagent', 'supyagent-sdk', 'missy', 'cowagent'], 1).map(
      (policy) => ['memory', policy] as const,
    ),
  ] as const)('show in nothing made by %s and %s', async (name, policy) => {
    const byModel = createSummarizer({ model: echo });
    const others = [createExtractiveSummarizer(), ...(policy === 'everlong' ? [tellTale] : [])];
    // A file holds what a store in memory holds; the model's prompts are looked at below.
    const isWhole = name === 'memory' && policy === 'everlong';
    const drawn = isWhole ? [byModel, ...sampled(others, 1)] : sampled([byModel, ...others], 1);
    for (const summarizer of drawn) {
      const store = (await stores[name]?.()) ?? createMemoryStore();
      const session = await openSession({ store, policy, summarizer, contextWindow: 6_000 });
      const derived: string[] = [];
      for (const [seq, message] of log.entries()) {
        await session.append(message);
        if (seq % 40 === 20) await session.compact();
        if (seq % 4 === 0) derived.push(derivedText(await session.prepare(), log));
      }
      await session.compact({ instructions: `Keep the password=${parts[0]}` });
      derived.push(derivedText(await session.prepare(), log));
      expect(leaks(derived.join('\n'))).toEqual([]);

      const records: string[] = [];
      for await (const record of store.readRecords(session.id))
        records.push(JSON.stringify(record));
      expect(leaks(records.join('\n'))).toEqual([]);
      expect(records.some((record) => record.includes('[REDACTED:')) || policy !== 'everlong').toBe(
        true,
      );
      expect(leaks(await lookUp(session))).toEqual([]);
      const said = new Error(
        `prompt is too long: 9000 > 6000 maximum. Key: ${plantedSecrets[0]?.text}`,
      );
      expect(leaks(JSON.stringify(await session.recover(said)))).toEqual([]);
      await session.close();
      await store.close();
    }
  });

  it('show in no summary file, and the entries keep them as they were', async () => {
    const folder = join(directory, 'sessions');
    const names = await readdir(folder, { recursive: true });
    const summaries = names.filter((file) => file.endsWith('_summary.json'));
    expect(summaries.length).toBeGreaterThan(0);
    for (const file of summaries) {
      expect(leaks(await readFile(join(folder, file), 'utf8'))).toEqual([]);
    }
    const store = createJsonlStore({ directory: folder });
    const [info] = await store.listSessions();
    const texts: string[] = [];
    for await (const { message } of store.read(info?.id ?? '')) texts.push(messageText(message));
    expect(leaks(texts.join('\n'))).toEqual(parts);
    await store.close();
  });

  it('show in no prompt of a summarizing model', () => {
    expect(echo.doGenerateCalls.length).toBeGreaterThan(3);
    expect(leaks(JSON.stringify(echo.doGenerateCalls.map(({ prompt }) => prompt)))).toEqual([]);
  });
});
