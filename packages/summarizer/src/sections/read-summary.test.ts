import { SummarizationError } from '@everlong/core';
import { describe, expect, it } from 'vitest';

import { plainSections, readSummary, writeSections } from './read-summary.js';

const answer =
  '## Key Decisions\n1. one\n   - below it\n## Current State\n- done\n\nAnd a sentence.';

describe('readSummary', () => {
  it('reads sections as they are written', () => {
    const sections = readSummary(answer);
    expect(sections).toEqual({
      'Key Decisions': ['1. one', '   - below it'],
      'Current State': ['- done', 'And a sentence.'],
    });
    expect(readSummary(writeSections(sections))).toEqual(sections);
    expect(plainSections(sections)['Key Decisions']).toEqual(['one', 'below it']);
  });

  it.each([
    ['what a model thinks first', `<think>\n## Key Decisions\n- a guess\n</think>\n${answer}`],
    ['an introduction and a fence', `Here is the note:\n\`\`\`markdown\n${answer}\n\`\`\``],
    ['bold headings', answer.replaceAll(/## (.*)/g, '**$1:**')],
  ])('leaves out %s', (_, given) => {
    expect(readSummary(given)).toEqual(readSummary(answer));
  });

  it('takes JSON within a section for what it is', () => {
    const quoted = '- the result was {"sections": {"Key Decisions": ["x"]}}';
    const sections = readSummary(`## Current State\n${quoted}\n## Pending Tasks\n- none`);
    expect(sections['Current State']).toEqual([quoted]);
  });

  it.each([
    '',
    'I cannot help.',
    '{"files": []}',
    '## Current State\n- a',
    '<think>## Key Decisions',
  ])('refuses %j', (given) => {
    expect(() => readSummary(given)).toThrow(SummarizationError);
  });

  it('contains no secret, and no more of an endless answer than it may', () => {
    const secret = ['ghp', 'aB3dE5gH'.repeat(5)].join('_');
    expect(JSON.stringify(readSummary(`${answer}\n- ${secret}`))).not.toContain('aB3dE5gH');
    const endless = writeSections(readSummary(`${answer}\n${'- word\n'.repeat(1_000_000)}`));
    expect(endless.length).toBeLessThan(41_000);
  });
});
