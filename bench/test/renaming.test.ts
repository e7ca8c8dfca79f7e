import { readTranscript } from '@everlong/formats';
import { hasCorpus } from '@everlong/testing/corpus';
import { describe, expect, it } from 'vitest';

import { sampleFiles } from '../lab/sample.ts';
import { compareChoices, LEAST_SAME } from '../renaming/compare-choices.ts';
import { nameless, PROTOCOL_TOKENS, renameMessage, renameWords } from '../renaming/rename-words.ts';

describe('other words', () => {
  const text =
    'Never edit src/a.ts: port 8443, `hasEdit` and "key": "wert"; 请不要改动 INV-2227. Exit code 1';

  it('have the same length and go back to the first; codes, paths and keys stay', () => {
    const other = renameWords(text);
    expect(other).toHaveLength(text.length);
    expect(renameWords(other)).toBe(text);
    expect(nameless(other)).toBe(nameless(text));
    const kept = ['src/a.ts', '8443', 'hasEdit', '"key":', 'INV-2227', 'Exit code 1'];
    for (const code of kept) expect(other).toContain(code);
    for (const word of ['Never', 'edit', 'port', 'wert', '请']) expect(other).not.toContain(word);
  });

  it('leave names and keys of calls as they are', () => {
    const input = { path: 'src/a.ts', note: 'never mind' };
    const call = { type: 'tool-call', toolCallId: 'call one', toolName: 'read', input } as const;
    expect(renameMessage({ role: 'assistant', content: [call] })).toEqual({
      role: 'assistant',
      content: [{ ...call, input: { path: 'src/a.ts', note: renameWords('never mind') } }],
    });
  });

  it('spare thirty words at most', () => {
    expect(PROTOCOL_TOKENS.length).toBeLessThanOrEqual(30);
  });
});

describe.runIf(hasCorpus)('a recording with other words', () => {
  it('is chosen from alike in as many places as the bound says', async () => {
    const totals = { account: { places: 0, same: 0 }, kept: { places: 0, same: 0 } };
    for (const file of sampleFiles().filter((_, index) => index % 5 === 0)) {
      const choices = await compareChoices((await readTranscript(file)).entries, 16_000);
      for (const name of choices === undefined ? [] : (['account', 'kept'] as const)) {
        totals[name].places += choices![name].places;
        totals[name].same += choices![name].same;
      }
    }
    for (const name of ['account', 'kept'] as const) {
      const { places, same } = totals[name];
      expect(places).toBeGreaterThan(0);
      expect(same / places).toBeGreaterThanOrEqual(LEAST_SAME[name]);
    }
  });
});
