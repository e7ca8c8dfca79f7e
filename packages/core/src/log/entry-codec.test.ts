import { afterEach, describe, expect, it, vi } from 'vitest';

import { decodeEntry, decodePlaced, encodeEntry, toEntry } from './entry-codec.js';
import { CorruptRecordError, UnsupportedFormatError } from '../base/errors.js';

const place = 'log.jsonl:7';

describe('toEntry', () => {
  afterEach(() => void vi.useRealTimers());

  it('fills in id, place, time and format', () => {
    vi.useFakeTimers({ now: Date.UTC(2026, 0, 2), toFake: ['Date'] });
    const entry = toEntry({ message: { role: 'user', content: 'hello' } }, 'session', 3);
    expect(entry).toMatchObject({ sessionId: 'session', seq: 3, format: 'model-message/1' });
    expect(entry.id).toMatch(
      /^[0-9a-f]{8}-[0-9a-f]{4}-7[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/,
    );
    expect(entry.createdAt).toBe('2026-01-02T00:00:00.000Z');
    expect(Object.keys(entry)).not.toContain('model');
  });

  it('keeps what is given', () => {
    const input = {
      id: 'mine',
      message: { role: 'assistant' as const, content: 'hello' },
      createdAt: '2025-01-15T10:30:00Z',
      model: 'anthropic/claude',
      usage: { inputTokens: 1, outputTokens: 2 },
      metadata: { origin: 'tool' as const, depth: 2 },
    };
    expect(toEntry(input, 'session', 0)).toMatchObject(input);
  });

  it('makes ids that sort in the order they were made in', () => {
    const ids: string[] = [];
    for (let seq = 0; seq < 3; seq++) {
      vi.useFakeTimers({ now: Date.UTC(2026, 0, 2) + seq, toFake: ['Date'] });
      ids.push(toEntry({ message: { role: 'user', content: '' } }, 'session', seq).id);
    }
    expect(ids.toSorted()).toEqual(ids);
  });
});

describe('decodeEntry', () => {
  it('gives back the entry', () => {
    const message = {
      role: 'user' as const,
      content: [{ type: 'file' as const, data: new Uint8Array([1]), mediaType: 'image/png' }],
    };
    const entry = toEntry({ message, metadata: { origin: 'user' } }, 'session', 0);
    expect(decodeEntry(encodeEntry(entry), place)).toStrictEqual(entry);
  });

  it.each([
    ['half a line', '{"seq":1,"mess'],
    ['nothing', ''],
    ['another value', '42'],
    ['another object', '{"hello":1}'],
    ['an unknown tag', '{"seq":0,"message":{"$type":"future"}}'],
    ['a broken tag', '{"seq":0,"message":{"$type":"url","href":"nowhere"}}'],
    ['missing media', '{"seq":0,"message":{"$type":"media","sha256":"ab","as":"bytes"}}'],
  ])('names the place of %s', (_name, text) => {
    expect(() => decodeEntry(text, place)).toThrow(CorruptRecordError);
    expect(() => decodeEntry(text, place)).toThrow(/^log\.jsonl:7: /);
  });

  it('names a format that it does not know', () => {
    const text = encodeEntry(toEntry({ message: { role: 'user', content: '' } }, 'session', 0));
    const newer = text.replace('model-message/1', 'model-message/9');
    expect(() => decodeEntry(newer, place)).toThrow(UnsupportedFormatError);
    expect(() => decodeEntry(newer, place)).toThrow(/log\.jsonl:7.*model-message\/9/);
  });
});

describe('decodePlaced', () => {
  it('keeps the cause', () => {
    expect(() => decodePlaced('{', place)).toThrow(
      expect.objectContaining({ place, cause: expect.any(SyntaxError) }),
    );
  });
});
