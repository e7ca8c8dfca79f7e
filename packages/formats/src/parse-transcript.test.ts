import { readdirSync, readFileSync } from 'node:fs';
import { gzipSync } from 'node:zlib';
import { CorruptRecordError, UnsupportedFormatError } from '@everlong/core';
import { describe, expect, it } from 'vitest';
import { transcriptFormats } from './readers/formats.js';
import { sampleJsonValues } from './json/json-records.js';
import { detectFormat, parseTranscript } from './parse-transcript.js';

const folder = new URL('../fixtures/', import.meta.url);
const fixtures = readdirSync(folder).map((file) => ({
  file,
  name: file.replace(/(-bare|-lines)?\.(?:jsonl?|md)$/, ''),
  text: readFileSync(new URL(file, folder), 'utf8'),
}));
const line = '{"role":"user","content":"Hi","timestamp":"2026-01-01T00:00:00.000Z"}';

describe('detection', () => {
  it('has a sample of every format', () => {
    const names = transcriptFormats.map(({ name }) => name);
    expect(new Set(fixtures.map(({ name }) => name))).toEqual(new Set(names));
  });

  it.each(fixtures)('knows $file, and no other format takes it for its own', ({ name, text }) => {
    expect(detectFormat(text)).toBe(name);
    expect(detectFormat(gzipSync(text))).toBe(name);
    const sample = { text, values: sampleJsonValues(text, 60) };
    const scores = transcriptFormats.map((format) => [format.name, Number(format.detect(sample))]);
    const sure = scores.filter(([, score]) => Number(score) >= 0.9).map(([other]) => other);
    expect(sure).toEqual([name]);
  });

  it.each([
    ['lines of text', 'a\n', 40_000_000],
    ['blank lines', ' \n', 40_000_000],
    ['lines that begin like JSON', '{ a\n', 20_000_000],
    ['quotes', '"', 80_000_000],
  ])('soon gives up on 80 MB of %s', (_name, part, count) => {
    expect(detectFormat(`${part.repeat(count)}x`)).toBeUndefined();
  });

  it('passes lines of text before the first ones of JSON', () => {
    expect(detectFormat(`${'starting\n'.repeat(900)}${line}\n${line}\n`)).toBe('normalized');
  });

  it.each([
    ['normalized', '{"role":"user","content":"Hi"}\n{"role":"assistant","content":"Ho"}'],
    ['openai-chat', '[{"role":"user","content":"Hi"},{"role":"assistant","content":"Ho"}]'],
  ])('reads plain messages as %s, alike', (format, text) => {
    const transcript = parseTranscript(text);
    expect(transcript).toEqual({
      format,
      entries: [
        { message: { role: 'user', content: 'Hi' } },
        { message: { role: 'assistant', content: 'Ho' } },
      ],
      warnings: [],
    });
  });

  it.each([
    '{"a":1}',
    '[]',
    '[1,2]',
    '{"messages":[{"role":"user","content":[{"type":"tool_use"}]}]}',
  ])('finds none for %s', (text) => {
    expect(detectFormat(text)).toBeUndefined();
  });
});

describe('parseTranscript', () => {
  it('reads text and bytes alike, gzipped, with a byte order mark, in UTF-16, with CRLF', () => {
    const expected = parseTranscript(line);
    expect(expected.entries).toHaveLength(1);
    const bytes = new TextEncoder().encode(line);
    const utf16 = Uint8Array.from([0xff, 0xfe, ...Buffer.from(line, 'utf16le')]);
    for (const input of [bytes, gzipSync(bytes), `\uFEFF${line}`, utf16, `\r\n${line}\r\n`]) {
      expect(parseTranscript(input)).toEqual(expected);
    }
  });

  it('leaves out a torn last line with a warning', () => {
    const { entries, warnings } = parseTranscript(`${line}\n${line.slice(0, 20)}`, {
      file: 'a.jsonl',
    });
    expect(entries).toHaveLength(1);
    expect(warnings).toEqual([
      'a.jsonl:2: the last line is torn and was left out: "{\\"role\\":\\"user\\",\\"cont"',
    ]);
  });

  it('leaves out a broken line in the middle with a warning that names it', () => {
    const { entries, warnings } = parseTranscript(`${line}\n{"role\n${line}`, { file: 'a.jsonl' });
    expect(entries).toHaveLength(2);
    expect(warnings).toEqual(['a.jsonl:2: this line is not JSON and was left out: "{\\"role"']);
  });

  it('refuses a file of which no line can be read', () => {
    const parse = () => parseTranscript('{"role\n{"role', { file: 'a.jsonl' });
    expect(parse).toThrow(CorruptRecordError);
  });

  it.each([
    ['', 'a is empty: there is no conversation in it.'],
    [' \n\n', 'a is empty: there is no conversation in it.'],
    [Uint8Array.of(0x89, 0x50, 0, 0x47), 'a is a binary file (it begins with 0x89 0x50 0x00 0x47)'],
    ['Dear diary', 'a is no transcript that can be read: it is not JSON. The formats are:\n'],
    ['{"a":1}', 'a is no transcript that can be read: it begins with {"a":1}. The formats are:\n'],
  ])('says what is wrong with %j', (input, problem) => {
    const parse = () => parseTranscript(input, { file: 'a' });
    expect(parse).toThrow(UnsupportedFormatError);
    expect(parse).toThrow(problem);
  });

  it('lists the formats with an unknown one', () => {
    const parse = () => parseTranscript(line, { format: 'morse' });
    expect(parse).toThrow(
      'There is no transcript format "morse". The formats are:\n  claude-code: ',
    );
    for (const { name } of transcriptFormats) expect(parse).toThrow(`\n  ${name}: `);
  });

  it('says so when a named format finds nothing', () => {
    expect(() => parseTranscript(line, { file: 'a', format: 'codex' })).toThrow(
      /^a holds no message in the format "codex" \(JSON lines .*\)\. Leave the format out/,
    );
  });

  it('tells torn JSON documents and damaged gzip data', () => {
    const json = () => parseTranscript('[\n{"role":"user",\n', { file: 'a.json' });
    expect(json).toThrow(CorruptRecordError);
    expect(json).toThrow('a.json: begins like JSON but is not.');

    const bytes = gzipSync(line.repeat(50));
    const torn = () => parseTranscript(bytes.subarray(0, 40), { file: 'a.gz' });
    expect(torn).toThrow(CorruptRecordError);
    expect(torn).toThrow('a.gz: the gzip data ends too early (40 bytes).');
    bytes[14] = (bytes[14] ?? 0) ^ 0xff;
    expect(() => parseTranscript(bytes, { file: 'a.gz' })).toThrow(
      'a.gz: the gzip data is damaged',
    );
  });
});
