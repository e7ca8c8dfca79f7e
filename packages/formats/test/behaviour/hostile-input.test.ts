import { readdirSync, readFileSync } from 'node:fs';
import { gzipSync } from 'node:zlib';
import { EverlongError, type ModelMessage, parseMessage } from '@everlong/core';
import { encodeValue } from '@everlong/core/store-kit';
import { growthOf, propertyRuns } from '@everlong/testing';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { writeUi } from '../../src/ai-sdk/index.js';
import { transcriptFormats } from '../../src/readers/formats.js';
import { parseTranscript } from '../../src/parse-transcript.js';

const folder = new URL('../../fixtures/', import.meta.url);
const fixtures = readdirSync(folder).map((file) => readFileSync(new URL(file, folder), 'utf8'));
const names = [undefined, ...transcriptFormats.map(({ name }) => name)];

/** Either an error of ours, or messages that have the shape of messages and can be stored. */
function assertReadOrRefused(input: string | Uint8Array, format?: string): void {
  let transcript;
  try {
    transcript = parseTranscript(input, { file: 'f', ...(format === undefined ? {} : { format }) });
  } catch (error) {
    if (EverlongError.isInstance(error)) return;
    throw error;
  }
  for (const entry of transcript.entries) {
    expect(parseMessage(entry.message)).toBe(entry.message);
    expect(encodeValue(entry)).toBeTypeOf('string');
  }
}

const anyFormat = fc.constantFrom(...names);

/** Values that look like parts of transcripts, with anything in any place. */
const words = fc.constantFrom(
  ...(
    'type role content message payload parts messages tool_calls id text user assistant tool ' +
    'system tool_use tool_result response_item session compacted summary source image url data:, ' +
    'function input tool-f dynamic-tool state output-available output approval uuid usage ' +
    'constructor toString'
  ).split(' '),
);
const { value: foreign } = fc.letrec((tie) => ({
  value: fc.oneof(
    { maxDepth: 6 },
    words,
    fc.jsonValue({ maxDepth: 1 }),
    fc.array(tie('value'), { maxLength: 4 }),
    fc.dictionary(words, tie('value'), { maxKeys: 6 }),
  ),
}));

describe('hostile input', () => {
  it('random bytes, plain or gzipped', () => {
    fc.assert(
      fc.property(
        fc.uint8Array({ maxLength: 300 }),
        fc.boolean(),
        anyFormat,
        (bytes, zip, format) => assertReadOrRefused(zip ? gzipSync(bytes) : bytes, format),
      ),
    );
  });

  it('random JSON, as a document or in lines', () => {
    fc.assert(
      fc.property(
        fc.array(foreign, { maxLength: 5 }),
        fc.boolean(),
        anyFormat,
        (values, asLines, format) =>
          assertReadOrRefused(
            asLines
              ? values.map((value) => JSON.stringify(value)).join('\n')
              : JSON.stringify(values),
            format,
          ),
      ),
      { numRuns: propertyRuns(500) },
    );
  });

  it('samples with one value replaced', () => {
    fc.assert(
      fc.property(
        fc.constantFrom(...fixtures),
        fc.nat(),
        foreign,
        anyFormat,
        (text, at, value, format) => {
          const places = [...text.matchAll(/:\s*("(?:[^"\\]|\\.)*"|null|true|\d+)/g)];
          const place = places[at % places.length]!;
          const end = place.index + place[0].length;
          const damaged = `${text.slice(0, place.index)}:${JSON.stringify(value)}${text.slice(end)}`;
          assertReadOrRefused(damaged, format);
        },
      ),
      { numRuns: propertyRuns(500) },
    );
  });

  it('samples cut off or with bytes replaced', () => {
    fc.assert(
      fc.property(
        fc.constantFrom(...fixtures),
        fc.nat(),
        fc.string({ maxLength: 4 }),
        fc.boolean(),
        (text, at, patch, isCut) => {
          const index = at % text.length;
          assertReadOrRefused(
            isCut
              ? text.slice(0, index)
              : text.slice(0, index) + patch + text.slice(index + patch.length),
          );
        },
      ),
      { numRuns: propertyRuns(300) },
    );
  });

  it.each<[name: string, textOf: (size: number) => string]>([
    ['deep nesting', (size) => `{"role":"user","content":${'['.repeat(size)}${']'.repeat(size)}}`],
    ['many objects on a line', (size) => '{"role":"user","content":"x"}'.repeat(size / 2)],
    ['an endless string', (size) => `{"role":"user","content":"${'\\"'.repeat(10 * size)}`],
    [
      'many tags',
      (size) => JSON.stringify({ role: 'user', content: '<skill></skill>'.repeat(size) }),
    ],
    [
      'many parts',
      (size) =>
        JSON.stringify([
          {
            id: '1',
            role: 'assistant',
            parts: Array.from({ length: size }, () => ({ type: 'tool-f' })),
          },
        ]),
    ],
  ])('%s: linear work', (_, textOf) => {
    const growth = growthOf(40_000, (size) => assertReadOrRefused(textOf(size)));
    expect(growth).toBeLessThan(3);
  });

  it('many questions for approval: written in linear time', () => {
    const asked = (index: number): ModelMessage[] => [
      {
        role: 'assistant',
        content: [
          { type: 'tool-call', toolCallId: `c${index}`, toolName: 'f', input: {} },
          { type: 'tool-approval-request', approvalId: `a${index}`, toolCallId: `c${index}` },
        ],
      },
      {
        role: 'tool',
        content: [{ type: 'tool-approval-response', approvalId: `a${index}`, approved: true }],
      },
    ];
    const growth = growthOf(16_000, (size) =>
      writeUi(Array.from({ length: size }, (_, index) => asked(index)).flat()),
    );
    expect(growth).toBeLessThan(3);
  });

  it('a prototype', () => {
    assertReadOrRefused(
      '{"role":"user","content":"x","__proto__":{"role":"tool"},"constructor":7}',
    );
  });
});
