import { readdirSync } from 'node:fs';
import { join } from 'node:path';

import type { EntryInput, MessagePart, ToolResultContent } from '@everlong/core';
import { corpus, hasCorpus } from '@everlong/testing/corpus';
import { describe, expect, it } from 'vitest';
import { readTranscript } from '../../src/read-transcript.js';

/** Files of a source with their twin in the other folder, by name without its extensions. */
function filesOf(folder: 'raw' | 'normalized', source: string): { id: string; path: string }[] {
  if (!hasCorpus) return [];
  return readdirSync(join(corpus, folder, source)).map((name) => ({
    id: name.replace(/\.[a-z]+(\.gz)?$/, ''),
    path: join(corpus, folder, source, name),
  }));
}

function twinOf(source: string, id: string): string {
  return join(corpus, 'normalized', source, `${id}.jsonl.gz`);
}

type Item = MessagePart | ToolResultContent;

/** An image as its media type and the size that its base64 text tells, or as the note of both. */
function fileOf(part: Item): string | undefined {
  if (part.type === 'text') return /^\[image: ([^,]+, \d+ bytes)\]$/.exec(part.text)?.[1];
  if (part.type !== 'file') return undefined;
  const { data } = part.data as { data: string };
  return `${part.mediaType}, ${Math.floor((data.length * 3) / 4)} bytes`;
}

function textsOf(items: readonly Item[]): string {
  const texts = items.flatMap((item) =>
    item.type === 'text' && fileOf(item) === undefined ? [item.text] : [],
  );
  return texts.join('\n');
}

/** What must be alike: everything but opaque provider data, by kind. */
function view({ message, metadata = {}, ...entry }: EntryInput) {
  const { content } = message;
  const parts: Item[] = typeof content === 'string' ? [{ type: 'text', text: content }] : content;
  const results = parts.flatMap((part) => (part.type === 'tool-result' ? [part] : []));
  const items = [
    ...parts,
    ...results.flatMap(({ output }): Item[] => (output.type === 'content' ? output.value : [])),
  ];
  return {
    role: message.role,
    text: textsOf(parts),
    files: items.flatMap((item) => fileOf(item) ?? []),
    reasoning: parts.flatMap((part) => (part.type === 'reasoning' ? [part.text] : [])),
    calls: parts.flatMap((part) =>
      part.type === 'tool-call' ? [[part.toolCallId, part.toolName, part.input]] : [],
    ),
    results: results.map(({ toolCallId, toolName, output }) => [
      toolCallId,
      toolName,
      output.type === 'content' ? textsOf(output.value) : output,
    ]),
    model: entry.model,
    usage: entry.usage,
    createdAt: entry.createdAt,
    origin: metadata.origin,
    event: metadata['event'],
    preTokens: metadata['preTokens'],
    meta: metadata['meta'],
  };
}

describe.skipIf(!hasCorpus)('recorded sessions (EVERLONG_CORPUS names their folder)', () => {
  const agents = { 'claude-code': 'claude-code', codex: 'codex', pi: 'pi' };
  for (const [source, format] of Object.entries(agents)) {
    it.each(filesOf('raw', source))(
      `${source} $id reads like its normalized twin`,
      async (file) => {
        const raw = await readTranscript(file.path);
        const twin = await readTranscript(twinOf(source, file.id));
        expect(raw.format).toBe(format);
        expect(raw.warnings).toEqual([]);

        // The last line of this file holds two objects, which its twin lacks.
        const isLonger = file.id === 'pi-compact';
        expect(raw.entries.length).toBe(twin.entries.length + (isLonger ? 2 : 0));
        for (const [index, entry] of twin.entries.entries()) {
          const expected = view(entry);
          const actual = view(raw.entries[index]!);
          // The normalized form does not tell the output of the user's own commands from their
          // words.
          if (source === 'pi' && expected.text.startsWith('Ran `')) expected.origin = 'tool';
          expect(actual, `entry ${index}`).toEqual(expected);
        }
      },
    );
  }

  it.each([...filesOf('raw', 'tau-bench'), ...filesOf('raw', 'kimi')])(
    'chat messages $id read like their normalized twin',
    async ({ id, path }) => {
      const raw = await readTranscript(path);
      const twin = await readTranscript(twinOf(path.includes('kimi') ? 'kimi' : 'tau-bench', id));
      expect(raw.format).toBe('openai-chat');
      expect(raw.entries.map(view)).toEqual(twin.entries.map(view));
    },
  );

  it.each(filesOf('raw', 'mini-swe-agent'))(
    'trajectory $id reads like its normalized twin',
    async ({ id, path }) => {
      const raw = await readTranscript(path);
      const twin = await readTranscript(twinOf('mini-swe-agent', id));
      const views = twin.entries.map(view);
      for (const { usage } of views) delete usage?.cacheWriteTokens;
      expect(raw.entries.map(view)).toEqual(views);
    },
  );

  it('reads every normalized session without a warning', async () => {
    const sources = readdirSync(join(corpus, 'normalized'));
    const files = sources.flatMap((source) => filesOf('normalized', source));
    expect(files.length).toBeGreaterThan(0);
    for (const { path } of files) {
      const { format, entries, warnings } = await readTranscript(path);
      expect({ path, format, warnings }).toEqual({ path, format: 'normalized', warnings: [] });
      expect(entries.length).toBeGreaterThan(0);
    }
  });
});
