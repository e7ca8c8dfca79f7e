import { fileURLToPath } from 'node:url';
import { describe, expect, it } from 'vitest';
import { parseTranscript, parseTranscripts } from '../parse-transcript.js';
import { readTranscript } from '../read-transcript.js';

const fixture = fileURLToPath(new URL('../../fixtures/claude-code.jsonl', import.meta.url));

function parse(...lines: object[]) {
  const text = lines.map((line) => JSON.stringify(line)).join('\n');
  return parseTranscript(text, { format: 'claude-code', file: 'log.jsonl' });
}

function user(uuid: string, content: unknown, fields: object = {}) {
  return { type: 'user', uuid, message: { role: 'user', content }, ...fields };
}

describe('claude-code', () => {
  it('joins the lines of one assistant message and takes the usage of the last', async () => {
    const { entries } = await readTranscript(fixture);
    expect(entries[3]).toEqual({
      createdAt: '2026-01-05T10:00:02.000Z',
      model: 'claude-opus-4-6',
      usage: { inputTokens: 130, outputTokens: 42, cacheReadTokens: 100, cacheWriteTokens: 20 },
      metadata: { stopReason: 'tool_use' },
      message: {
        role: 'assistant',
        content: [
          {
            type: 'reasoning',
            text: 'Look at both files.',
            providerOptions: { anthropic: { signature: 'c2lnbmF0dXJl' } },
          },
          { type: 'text', text: 'I read both files.' },
          {
            type: 'tool-call',
            toolCallId: 'toolu-1',
            toolName: 'Read',
            input: { file_path: 'cart.ts' },
          },
          { type: 'tool-call', toolCallId: 'toolu-2', toolName: 'Screenshot', input: {} },
        ],
      },
    });
  });

  it('puts results behind their call, before what the user typed meanwhile', async () => {
    const { entries } = await readTranscript(fixture);
    expect(entries.slice(4, 7).map(({ message }) => message)).toEqual([
      {
        role: 'tool',
        content: [
          {
            type: 'tool-result',
            toolCallId: 'toolu-2',
            toolName: 'Screenshot',
            output: {
              type: 'content',
              value: [
                { type: 'text', text: 'taken' },
                {
                  type: 'file',
                  mediaType: 'image/png',
                  data: { type: 'data', data: 'iVBORw0KGgo=' },
                },
              ],
            },
          },
        ],
      },
      {
        role: 'tool',
        content: [
          {
            type: 'tool-result',
            toolCallId: 'toolu-1',
            toolName: 'Read',
            output: { type: 'error-text', value: '<tool_use_error>No such file</tool_use_error>' },
          },
        ],
      },
      { role: 'user', content: 'Only the cart, please.' },
    ]);
  });

  it('tells what the program inserted, the boundary and the summary', async () => {
    const { entries, title, metadata, warnings } = await readTranscript(fixture);
    expect(entries.map((entry) => entry.metadata)).toEqual([
      { origin: 'tool', meta: true },
      { origin: 'tool' },
      undefined,
      { stopReason: 'tool_use' },
      undefined,
      undefined,
      undefined,
      { apiError: true, stopReason: 'stop_sequence' },
      { event: 'compact-boundary', preTokens: 1234, trigger: 'auto' },
      { origin: 'summary', event: 'compaction' },
      undefined,
      undefined,
    ]);
    expect(title).toBe('Wrong total in the cart');
    expect(metadata).toEqual({
      sessionId: 's-1',
      cwd: '/home/user/shop',
      gitBranch: 'main',
      version: '2.1.0',
    });
    expect(warnings).toEqual([]);
  });

  it('keeps images, documents, unknown blocks and redacted thinking', async () => {
    const { entries } = await readTranscript(fixture);
    expect(entries.slice(10).map(({ message }) => message.content)).toEqual([
      [
        {
          type: 'file',
          mediaType: 'image/*',
          data: { type: 'url', url: new URL('https://example.com/cart.png') },
        },
        {
          type: 'file',
          mediaType: 'application/pdf',
          filename: 'spec.pdf',
          data: { type: 'data', data: 'JVBERg==' },
        },
        { type: 'text', text: '{"type":"hologram","depth":3}' },
      ],
      [
        {
          type: 'reasoning',
          text: '',
          providerOptions: { anthropic: { redactedData: 'c2VjcmV0' } },
        },
      ],
    ]);
  });

  it('knows notifications that were queued and titles that the user gave', () => {
    const { entries, title } = parse(
      {
        type: 'attachment',
        uuid: 'u-1',
        attachment: {
          type: 'queued_command',
          prompt: 'Task done',
          commandMode: 'task-notification',
        },
      },
      { type: 'attachment', uuid: 'u-2', attachment: { type: 'skill_listing', content: 'skills' } },
      { type: 'custom-title', customTitle: 'Mine' },
      { type: 'summary', summary: 'Made', leafUuid: 'u-1' },
    );
    expect(entries).toEqual([
      {
        metadata: { origin: 'tool' },
        message: { role: 'user', content: 'Task done' },
      },
    ]);
    expect(title).toBe('Mine');
  });

  it('keeps an error that came with an image, and a result without a call in its place', () => {
    const image = {
      type: 'image',
      source: { type: 'base64', media_type: 'image/png', data: 'AA==' },
    };
    const result = { type: 'tool_result', tool_use_id: 'gone', is_error: true, content: [image] };
    const { entries } = parse(user('u-1', [result, { type: 'text', text: 'See above' }]));
    expect(entries).toEqual([
      {
        metadata: { isError: true },
        message: {
          role: 'tool',
          content: [
            {
              type: 'tool-result',
              toolCallId: 'gone',
              toolName: 'unknown',
              output: {
                type: 'content',
                value: [
                  { type: 'file', mediaType: 'image/png', data: { type: 'data', data: 'AA==' } },
                ],
              },
            },
          ],
        },
      },
      { message: { role: 'user', content: 'See above' } },
    ]);
  });

  it('does not join messages of different turns, even if they have the same id', () => {
    const answer = (uuid: string, text: string) => ({
      type: 'assistant',
      uuid,
      message: { id: 'msg', content: [{ type: 'text', text }] },
    });
    const { entries } = parse(
      answer('u-1', 'One.'),
      user('u-2', 'Hook says hi', { isMeta: true }),
      answer('u-3', 'Two.'),
      user('u-4', 'Go on'),
      answer('u-5', 'Three.'),
    );
    const contents = entries.map(({ message }) => message.content);
    expect(contents).toEqual(['One.\nTwo.', 'Hook says hi', 'Go on', 'Three.']);
  });

  describe('with branches', () => {
    const asked = (uuid: string, parentUuid: string | null, text: string, more: object = {}) =>
      user(uuid, text, { parentUuid, sessionId: 's', ...more });
    const answered = (uuid: string, parentUuid: string, ...content: object[]) => ({
      type: 'assistant',
      uuid,
      parentUuid,
      message: { id: `msg-${uuid.split('.')[0]}`, content },
    });
    const said = (text: string) => ({ type: 'text', text });
    const called = (id: string) => ({ type: 'tool_use', id, name: 'Read', input: {} });
    const gave = (uuid: string, parentUuid: string, id: string) =>
      user(uuid, [{ type: 'tool_result', tool_use_id: id, content: `of ${id}` }], { parentUuid });
    const read = (...lines: object[]) => {
      const { entries, warnings } = parse(...lines);
      return { texts: entries.map(({ message }) => JSON.stringify(message.content)), warnings };
    };

    it('leaves out what the user took back by asking anew', () => {
      const { texts, warnings } = read(
        asked('1', null, 'Hello'),
        answered('2', '1', said('Hi.')),
        asked('3', '2', 'Paint it red'),
        answered('4', '3', called('a')),
        gave('5', '4', 'a'),
        answered('6', '5', said('Red.')),
        asked('7', '2', 'Paint it blue'),
        answered('8', '7', said('Blue.')),
      );
      expect(texts).toEqual(['"Hello"', '"Hi."', '"Paint it blue"', '"Blue."']);
      expect(warnings).toEqual([
        expect.stringMatching(/^log\.jsonl:3: 4 lines that the user took/),
      ]);
    });

    it('leaves out a first prompt that was replaced, and its repetition by a resumed session', () => {
      const old = [asked('1', null, 'Red'), answered('2', '1', said('Red.'))];
      const next = [asked('3', null, 'Blue'), answered('4', '3', said('Blue.'))];
      expect(read(...old, ...next, ...old).texts).toEqual(['"Blue"', '"Blue."']);
    });

    it('keeps the calls that ran at the same time, wherever the answer goes on', () => {
      const calls = [
        asked('1', null, 'Read both'),
        answered('2.1', '1', called('a')),
        answered('2.2', '2.1', called('b')),
        gave('3', '2.1', 'a'),
        gave('4', '2.2', 'b'),
      ];
      const all = read(...calls).texts;
      expect(all).toHaveLength(4);
      for (const parent of ['3', '4']) {
        const { texts, warnings } = read(...calls, answered('5', parent, said('Done.')));
        expect(texts).toEqual([...all, '"Done."']);
        expect(warnings).toEqual([]);
      }
    });

    it('keeps what came later than the branch that was answered', () => {
      const { texts } = read(
        asked('1', null, 'Hello'),
        answered('2', '1', said('Hi.')),
        asked('3', '2', 'Red'),
        answered('4', '3', said('Red.')),
        asked('5', '2', 'Blue'),
      );
      expect(texts).toEqual(['"Hello"', '"Hi."', '"Red"', '"Red."', '"Blue"']);
    });

    it('keeps what was said before a compaction, and across a gap in the file', () => {
      const summary = 'This session is being continued from a previous conversation. Hello.';
      const lines = [
        asked('1', null, 'Hello'),
        answered('2', '1', said('Hi.')),
        { type: 'system', subtype: 'compact_boundary', uuid: '3', parentUuid: null, content: 'C' },
        asked('4', '3', summary, { isCompactSummary: true }),
        asked('5', '4', 'Go on'),
        answered('6', '5', said('Yes.')),
        asked('7', null, summary),
        asked('8', 'lost', 'And on'),
        answered('9', '8', said('Done.')),
      ];
      const { texts, warnings } = read(...lines);
      expect(texts).toHaveLength(lines.length);
      expect(warnings).toEqual([]);
    });

    it('keeps the title where the file goes on in an earlier one of its sessions', () => {
      const ofB = { sessionId: 'b' };
      const { entries, title } = parse(
        asked('1', null, 'Hello'),
        answered('2', '1', said('Hi.')),
        asked('3', null, 'Red', ofB),
        { ...answered('4', '3', said('Red.')), ...ofB },
        { type: 'custom-title', customTitle: 'Colours' },
        asked('5', '2', 'Blue'),
        answered('6', '5', said('Blue.')),
      );
      expect(title).toBe('Colours');
      expect(entries.at(-1)?.message.content).toBe('Blue.');
    });

    it('reads a tree that bites its own tail', () => {
      const lines = [asked('1', '2', 'Hello'), answered('2', '1', said('Hi.'))];
      expect(read(...lines).texts).toEqual(['"Hello"', '"Hi."']);
    });
  });

  it('names file, line and what was expected where a message is damaged, and reads the rest', () => {
    const damage =
      'log.jsonl:2: expected a message whose content is a text or a list of blocks, ' +
      'found {"role":"user","content":7}';
    const { entries, warnings } = parse(user('u-1', 'fine'), user('u-2', 7));
    expect(entries.map(({ message }) => message.content)).toEqual(['fine']);
    expect(warnings).toEqual([`left out: ${damage}`]);
    expect(() => parse(user('u-2', 7))).toThrow(damage.replace(':2', ':1'));
  });

  it('counts the usage of a response once, also where a prompt stands between its lines', () => {
    const line = (uuid: string, text: string, id: object) => ({
      type: 'assistant',
      uuid,
      message: {
        id: 'm-1',
        content: [{ type: 'text', text }],
        usage: { input_tokens: 5, output_tokens: 2 },
      },
      ...id,
    });
    const usages = (id: object) =>
      parse(line('u-1', 'One', id), user('u-2', 'And?'), line('u-3', 'Two', id)).entries.map(
        ({ usage }) => usage?.inputTokens,
      );
    expect(usages({ requestId: 'r' })).toEqual([undefined, undefined, 5]);
    expect(usages({})).toEqual([undefined, undefined, 5]);
  });

  it('reads what was taken back where that is asked for, and marks it', () => {
    const answer = (uuid: string, parentUuid: string, text: string) => ({
      type: 'assistant',
      uuid,
      parentUuid,
      message: { id: uuid, content: [{ type: 'text', text }] },
    });
    const text = [
      user('1', 'Hello', { parentUuid: null, sessionId: 's' }),
      answer('2', '1', 'Hi.'),
      user('3', 'Paint it red', { parentUuid: '2' }),
      answer('4', '3', 'Red.'),
      user('5', 'Paint it blue', { parentUuid: '2' }),
      answer('6', '5', 'Blue.'),
    ]
      .map((line) => JSON.stringify(line))
      .join('\n');
    const [all] = [...parseTranscripts(text, { rewound: true })];
    expect(all?.entries.map(({ metadata }) => metadata?.['rewound'] ?? false)).toEqual([
      false,
      false,
      true,
      true,
      false,
      false,
    ]);
    expect(parseTranscript(text).entries).toHaveLength(4);
  });
});
