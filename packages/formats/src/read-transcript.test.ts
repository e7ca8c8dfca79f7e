import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { gzipSync } from 'node:zlib';
import { ConfigError } from '@everlong/core';
import { describe, expect, it, onTestFinished } from 'vitest';
import { readTranscript } from './read-transcript.js';

function temporaryDirectory(): string {
  const directory = mkdtempSync(join(tmpdir(), 'formats-'));
  onTestFinished(() => rmSync(directory, { recursive: true }));
  return directory;
}

describe('readTranscript', () => {
  it('knows gzip by its content, not by the name', async () => {
    const path = join(temporaryDirectory(), 'session.jsonl');
    writeFileSync(path, gzipSync('{"role":"user","content":"Hi"}'));
    expect(await readTranscript(path)).toEqual({
      format: 'normalized',
      file: path,
      entries: [{ message: { role: 'user', content: 'Hi' } }],
      warnings: [],
    });
  });

  it('reads as the format that was named', async () => {
    const path = join(temporaryDirectory(), 'session.jsonl');
    writeFileSync(path, '{"role":"user","content":"Hi"}');
    const { format } = await readTranscript(path, { format: 'openai-chat' });
    expect(format).toBe('openai-chat');
  });

  it('says what is wrong with a path', async () => {
    const directory = temporaryDirectory();
    const missing = join(directory, 'missing.jsonl');
    await expect(readTranscript(missing)).rejects.toThrow(ConfigError);
    await expect(readTranscript(missing)).rejects.toThrow(
      `There is no file "${missing}". Check the path.`,
    );
    await expect(readTranscript(directory)).rejects.toThrow(
      `"${directory}" is a directory. Name one of the files in it.`,
    );
  });

  it('names the file in what else goes wrong', async () => {
    const path = join(temporaryDirectory(), 'empty.jsonl');
    writeFileSync(path, '');
    await expect(readTranscript(path)).rejects.toThrow(`${path} is empty`);
  });
});
