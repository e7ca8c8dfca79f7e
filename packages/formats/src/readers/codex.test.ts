import { fileURLToPath } from 'node:url';
import { describe, expect, it } from 'vitest';
import { parseTranscript } from '../parse-transcript.js';
import { readTranscript } from '../read-transcript.js';

const fixture = (name: string) => fileURLToPath(new URL(`../../fixtures/${name}`, import.meta.url));

function parse(...lines: object[]) {
  const text = lines.map((line) => JSON.stringify(line)).join('\n');
  return parseTranscript(text, { format: 'codex', file: 'rollout.jsonl' });
}

const item = (payload: object) => ({ type: 'response_item', payload });
const says = (text: string) =>
  item({ type: 'message', role: 'assistant', content: [{ type: 'output_text', text }] });
const counts = (total: number, input: number) => ({
  type: 'event_msg',
  payload: {
    type: 'token_count',
    info: {
      total_token_usage: { total_tokens: total },
      last_token_usage: { input_tokens: input, cached_input_tokens: 0, output_tokens: 1 },
    },
  },
});

describe('codex', () => {
  it('makes one assistant message of the items of a response', async () => {
    const { entries } = await readTranscript(fixture('codex.jsonl'));
    expect(entries[4]).toEqual({
      createdAt: '2026-02-01T09:00:01.000Z',
      model: 'gpt-5.5',
      usage: {
        inputTokens: 1000,
        outputTokens: 200,
        cacheReadTokens: 600,
        cacheWriteTokens: 0,
        reasoningTokens: 50,
      },
      message: {
        role: 'assistant',
        content: [
          {
            type: 'reasoning',
            text: 'Look first.\nThen fix.',
            providerOptions: { openai: { itemId: 'rs-1', reasoningEncryptedContent: 'gAAAA1' } },
          },
          {
            type: 'text',
            text: 'I look at the build.',
            providerOptions: { openai: { itemId: 'msg-1', phase: 'commentary' } },
          },
          {
            type: 'tool-call',
            toolCallId: 'call-1',
            toolName: 'shell',
            input: { command: ['make'] },
            providerOptions: { openai: { itemId: 'fc-1' } },
          },
          {
            type: 'tool-call',
            toolCallId: 'call-2',
            toolName: 'apply_patch',
            input: '*** Begin Patch\n*** End Patch',
          },
          {
            type: 'tool-call',
            toolCallId: 'call-3',
            toolName: 'shell',
            input: '{"command":["ls',
          },
        ],
      },
    });
  });

  it('takes wrapped results apart and keeps searches of the provider', async () => {
    const { entries } = await readTranscript(fixture('codex.jsonl'));
    expect(entries[6]).toMatchObject({
      metadata: { exit_code: 0 },
      message: {
        content: [{ toolName: 'apply_patch', output: { type: 'text', value: 'Success.' } }],
      },
    });
    expect(entries[7]).toMatchObject({
      usage: { inputTokens: 1090 },
      message: { content: [{ type: 'custom', kind: 'openai.web_search_call' }, { text: 'Done.' }] },
    });
  });

  it('tells instructions, inserted context and compactions from the user', async () => {
    const { entries, metadata, warnings } = await readTranscript(fixture('codex.jsonl'));
    const rows = entries.map((entry) => [entry.message.role, entry.metadata]);
    expect(rows).toEqual([
      ['system', undefined],
      ['system', undefined],
      ['user', { origin: 'tool' }],
      ['user', undefined],
      ['assistant', undefined],
      ['tool', undefined],
      ['tool', { exit_code: 0 }],
      ['assistant', undefined],
      ['user', { origin: 'tool' }],
      ['user', { origin: 'summary', event: 'compaction', encryptedContent: 'gAAAA2' }],
      ['user', { origin: 'summary', event: 'compaction' }],
    ]);
    expect(entries[9]?.message.content).toContain('Fix the build');
    expect(entries[10]?.message.content).toBe('The build was fixed.');
    expect(metadata).toMatchObject({ sessionId: 'c-1', cwd: '/srv/shop' });
    expect(warnings).toEqual([]);
  });

  it('reads items that old versions wrote without an envelope', async () => {
    const { format, entries, metadata } = await readTranscript(fixture('codex-bare.jsonl'));
    expect(format).toBe('codex');
    expect(metadata).toEqual({ sessionId: 'c-0' });
    expect(entries.map(({ message }) => message)).toEqual([
      { role: 'user', content: 'List the files' },
      {
        role: 'assistant',
        content: [
          {
            type: 'reasoning',
            text: '',
            providerOptions: { openai: { itemId: 'rs-1', reasoningEncryptedContent: 'gAAAA1' } },
          },
          {
            type: 'tool-call',
            toolCallId: 'call-1',
            toolName: 'local_shell',
            input: { type: 'exec', command: ['ls'] },
            providerOptions: { openai: { itemId: 'lsc-1' } },
          },
        ],
      },
      {
        role: 'tool',
        content: [
          {
            type: 'tool-result',
            toolCallId: 'call-1',
            toolName: 'local_shell',
            output: { type: 'text', value: 'a.ts\n' },
          },
        ],
      },
      { role: 'assistant', content: 'There is a.ts.' },
    ]);
  });

  it('gives a count to the response before it, also behind results, and only once', () => {
    const call = { type: 'function_call', name: 'ls', arguments: '', call_id: 'c-1' };
    const output = { type: 'function_call_output', call_id: 'c-1', output: 'a' };
    const { entries } = parse(
      item(call),
      item(output),
      counts(10, 9),
      counts(10, 9),
      says('Done.'),
      counts(10, 9),
      counts(30, 19),
    );
    expect(entries.map(({ usage }) => usage?.inputTokens)).toEqual([9, undefined, 19]);
  });

  it('starts a new message behind a count even when nothing stands between', () => {
    const { entries } = parse(says('One.'), counts(5, 4), says('Two.'), says('Three.'));
    expect(entries.map(({ message }) => message.content)).toEqual(['One.', 'Two.\nThree.']);
  });

  it('reads results that are lists and results that failed', () => {
    const image = { type: 'input_image', image_url: 'data:image/png;base64,AA==' };
    const { entries } = parse(
      item({ type: 'function_call_output', call_id: 'c-1', output: [image] }),
      item({
        type: 'function_call_output',
        call_id: 'c-2',
        output: { content: 'denied', success: false },
      }),
    );
    expect(entries.map(({ message }) => message.content)).toMatchObject([
      [{ output: { type: 'content', value: [{ type: 'file', mediaType: 'image/png' }] } }],
      [{ output: { type: 'error-text', value: 'denied' } }],
    ]);
  });

  it('passes over lines and items that it does not know', () => {
    const { entries } = parse(
      { type: 'hologram', payload: { depth: 3 } },
      item({ type: 'ghost_snapshot', ghost_commit: {} }),
      { type: 'event_msg', payload: { type: 'agent_reasoning', text: 'twice' } },
      says('Hi'),
    );
    expect(entries.map(({ message }) => message.content)).toEqual(['Hi']);
  });

  it('names file, line and what was expected where a message is damaged, and reads the rest', () => {
    const { entries, warnings } = parse(
      says('Hi'),
      item({ type: 'message', role: 'user', content: 7 }),
    );
    expect(entries).toHaveLength(1);
    expect(warnings).toEqual([
      'left out: rollout.jsonl:2: expected a message whose content is a list of parts, found 7',
    ]);
  });
});
