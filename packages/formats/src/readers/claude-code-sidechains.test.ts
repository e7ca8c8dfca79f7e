import { describe, expect, it } from 'vitest';
import { parseTranscript, parseTranscripts } from '../parse-transcript.js';

function parse(...lines: object[]) {
  const text = lines.map((line) => JSON.stringify(line)).join('\n');
  return parseTranscript(text, { format: 'claude-code', file: 'log.jsonl' });
}

function user(uuid: string, content: unknown, fields: object = {}) {
  return { type: 'user', uuid, message: { role: 'user', content }, ...fields };
}

describe('sub-agents of claude-code', () => {
  it('leaves out sub-agents inside a session with a warning, but reads their own logs', () => {
    const main = user('u-1', 'Go');
    const side = user('u-2', 'You are a sub-agent', { isSidechain: true });
    const mixed = parse(main, side);
    expect(mixed.entries.map(({ message }) => message.content)).toEqual(['Go']);
    expect(mixed.warnings).toEqual([expect.stringMatching(/^log\.jsonl:2: 1 lines of sub-agents/)]);

    const own = parse(side);
    expect(own.entries.map(({ message }) => message.content)).toEqual(['You are a sub-agent']);
    expect(own.warnings).toEqual([]);
  });

  it('gives each sub-agent inside a session a conversation of its own', () => {
    const side = (uuid: string, content: unknown, fields: object = {}) =>
      user(uuid, content, { isSidechain: true, sessionId: 's', ...fields });
    const text = [
      user('u-1', 'Go', { sessionId: 's' }),
      side('u-2', 'First'),
      side('u-3', 'Second', { agentId: 'a7' }),
      side('u-4', 'More', { parentUuid: 'u-2' }),
    ];
    const all = [...parseTranscripts(text.map((line) => JSON.stringify(line)).join('\n'))];
    expect(
      all.map(({ entries, metadata }) => [
        metadata?.['agentId'],
        entries.map(({ message }) => message.content),
      ]),
    ).toEqual([
      [undefined, ['Go']],
      ['side-1', ['First', 'More']],
      ['a7', ['Second']],
    ]);
  });
});
