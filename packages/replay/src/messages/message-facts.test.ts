import { describe, expect, it } from 'vitest';

import { createTextFacts, readableText, writtenText } from './message-facts.js';

describe('cues', () => {
  function cues(text: string, value: string): string[] {
    return [...createTextFacts(text).cues(value)].toSorted();
  }

  it('are the telling words on the line of the value', () => {
    const text = 'nothing here\nThe billing server listens on 127.0.0.1:8443 now\nnor there';
    expect(cues(text, '127.0.0.1:8443')).toEqual(['billing', 'listens', 'server']);
  });

  it('end 160 characters from the value', () => {
    const near = `nearby ${'. '.repeat(76)}port_8443 ${'. '.repeat(76)}close`;
    expect(cues(near, 'port_8443')).toEqual(['close', 'nearby']);
    const far = `distant ${'. '.repeat(80)}port_8443 ${'. '.repeat(80)}remote`;
    expect(cues(far, 'port_8443')).toEqual([]);
  });

  it('are no stop words and no parts of values', () => {
    expect(
      cues('with these settings config_file_name in src/parser/index.ts', 'config_file_name'),
    ).toEqual(['settings']);
  });

  it('come from every whole occurrence, and from no other', () => {
    const text = 'alpha port_8443\nbeta port_8443\ngamma port_84431';
    expect(cues(text, 'port_8443')).toEqual(['alpha', 'beta']);
  });

  it('are lower-cased words of any script', () => {
    expect(cues('Größe prüfen build_4711', 'build_4711')).toEqual(['größe', 'prüfen']);
  });
});

describe('readableText and writtenText', () => {
  const message = {
    role: 'assistant' as const,
    content: [
      { type: 'text' as const, text: 'Reading.' },
      {
        type: 'tool-call' as const,
        toolCallId: 'call_1',
        toolName: 'read_file',
        input: { file_path: 'src/a.ts', options: { line: 1200 }, parts: ['x\ny'] },
      },
    ],
  };

  it('shows a model everything, JSON as lines', () => {
    expect(readableText(message)).toBe(
      'Reading.\nread_file\nfile_path: src/a.ts\noptions:\nline: 1200\nparts:\nparts: x\ny',
    );
  });

  it('takes what the model wrote without the keys and names that the tools brought', () => {
    expect(writtenText(message)).toBe('Reading.\nsrc/a.ts\n1200\nx\ny');
  });

  it('reads results of any kind', () => {
    const result = (output: object) =>
      readableText({
        role: 'tool',
        content: [{ type: 'tool-result', toolCallId: 'call_1', toolName: 'read_file', output }],
      } as Parameters<typeof readableText>[0]);
    expect(result({ type: 'text', value: 'a\nb' })).toBe('a\nb');
    expect(result({ type: 'json', value: { HAT001: { seats: 3 } } })).toBe('HAT001:\nseats: 3');
    expect(result({ type: 'execution-denied', reason: 'no' })).toBe('no');
    expect(result({ type: 'content', value: [{ type: 'text', text: 'c' }] })).toBe('c');
  });
});
