import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

import { readTranscript } from '@everlong/formats';
import { createTokenizer } from '@everlong/tokenizer';
import { afterAll, describe, expect, it } from 'vitest';

import { writeGeneratedSessions } from '../../bench/lab/generated-sessions.ts';
import { createMessageBook } from '../../src/messages/message-book.js';
import { createReplayLog } from '../../src/needs/replay-log.js';

const folder = await mkdtemp(join(tmpdir(), 'everlong-made-'));
afterAll(() => rm(folder, { recursive: true }));

const tokenizer = await createTokenizer({ model: 'claude-sonnet-4-5' });
const files = writeGeneratedSessions(join(folder, 'one'));

describe('generated sessions', () => {
  it('are the same each time', async () => {
    const again = writeGeneratedSessions(join(folder, 'two'));
    for (const [index, file] of files.entries()) {
      expect(await readFile(again[index]!, 'utf8')).toBe(await readFile(file, 'utf8'));
    }
  });

  it.each(files.filter((file) => file.endsWith('0.jsonl')))(
    '%s is a conversation that outgrows a small window and needs what came before',
    async (file) => {
      const { entries, format } = await readTranscript(file);
      expect(format).toBe('normalized');
      const log = createReplayLog(entries, createMessageBook(tokenizer));
      const tokens = entries.reduce((sum, { message }) => sum + tokenizer.countMessage(message), 0);
      expect(tokens).toBeGreaterThan(6000);
      const needs = log.entries.map(
        ({ seq }) => log.lines.needsOf(seq).length + log.needs.needsOf(seq).length,
      );
      expect(needs.filter((count) => count > 0).length).toBeGreaterThan(2);
    },
  );
});
