import { readdirSync, readFileSync } from 'node:fs';
import { EverlongError, parseMessage } from '@everlong/core';
import { encodeValue } from '@everlong/core/store-kit';
import { propertyRuns } from '@everlong/testing';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { parseTranscripts } from '../../src/parse-transcript.js';
import type { Transcript } from '../../src/entries/transcript.js';

const folder = new URL('../../fixtures/', import.meta.url);
const samples = readdirSync(folder).map((file) => ({
  file,
  text: readFileSync(new URL(file, folder), 'utf8'),
}));
const lined = samples.filter(({ file }) => file.endsWith('.jsonl'));
const documents = samples.filter(({ file }) => file.endsWith('.json'));

/** A million damaged samples in the full run, some thousands in the gate. */
const RUNS = propertyRuns(11_200);

/** Every conversation, or `undefined` where the text is refused with an error of everlong's. */
function read(text: string): Transcript[] | undefined {
  try {
    return [...parseTranscripts(text, { file: 'f', rewound: true })];
  } catch (error) {
    if (EverlongError.isInstance(error)) return undefined;
    throw error;
  }
}

function isJson(text: string): boolean {
  try {
    JSON.parse(text);
    return true;
  } catch {
    return false;
  }
}

/** A piece of a text replaced: by anything, by nothing, or by a piece of the text itself. */
const damages = fc.record({
  at: fc.nat(),
  length: fc.nat({ max: 12 }),
  patch: fc.oneof(
    fc.string({ maxLength: 6 }),
    fc.constantFrom(
      '',
      '"',
      '{',
      '}',
      '[',
      ']',
      ',',
      ':',
      'null',
      '1e999',
      '\\u',
      '\0',
      '\ud800',
      '\n',
    ),
  ),
});

function damage(
  text: string,
  { at, length, patch }: { at: number; length: number; patch: string },
) {
  const index = at % text.length;
  return text.slice(0, index) + patch + text.slice(index + length);
}

describe('a damaged sample', () => {
  it('is read as messages that can be stored, or refused', () => {
    fc.assert(
      fc.property(
        fc.constantFrom(...samples),
        fc.array(damages, { minLength: 1, maxLength: 3 }),
        ({ text }, all) => {
          for (const { entries } of read(all.reduce(damage, text)) ?? []) {
            for (const entry of entries) {
              expect(parseMessage(entry.message)).toBe(entry.message);
              expect(encodeValue(entry)).toBeTypeOf('string');
            }
          }
        },
      ),
      { numRuns: RUNS },
    );
  });

  it('of lines names the line that is no JSON any more, and keeps the rest', () => {
    fc.assert(
      fc.property(fc.constantFrom(...lined), fc.nat(), damages, ({ text }, pick, change) => {
        const lines = text.trimEnd().split('\n');
        const index = pick % lines.length;
        const line = lines[index] ?? '';
        const damaged = damage(line, change);
        if (damaged.trim() === '' || damaged.includes('\n') || isJson(damaged)) return;
        const all = read(lines.with(index, damaged).join('\n'));
        if (all === undefined) return;
        const warnings = all.flatMap((transcript) => transcript.warnings);
        const isNamed = warnings.some((warning) => warning.startsWith(`f:${index + 1}: `));
        // A line may also hold whole objects, and nothing else.
        const holdsObjects = /^(?:\s*\{.*\})+\s*$/s.test(damaged);
        expect(isNamed || holdsObjects).toBe(true);
      }),
      { numRuns: RUNS },
    );
  });

  it('that is one document is refused when it is torn', () => {
    fc.assert(
      fc.property(fc.constantFrom(...documents), fc.nat(), ({ text }, at) => {
        const end = 1 + (at % (text.trimEnd().length - 1));
        const all = read(text.slice(0, end)) ?? [];
        expect(all.flatMap(({ entries }) => entries)).toEqual([]);
      }),
      { numRuns: RUNS },
    );
  });
});
