import { createAnthropic } from '@ai-sdk/anthropic';
import { createAnthropic as createAnthropic3 } from 'ai-sdk-anthropic-3';
import { createMemoryStore, type ModelMessage } from '@everlong/core';
import { createAnthropicUpstream, quarters as tokenizer } from '@everlong/testing';
import { generateText, jsonSchema, tool, type ToolSet, wrapLanguageModel } from 'ai';
import * as ai6 from 'ai-6';
import { describe, expect, it } from 'vitest';

import { createContextMiddleware, createToolSearch } from '../../src/ai-sdk/index.js';
import { openSession } from '../../src/index.js';

const MODEL = 'claude-opus-5-5';
const schema = jsonSchema<object>({ type: 'object' });
const read = tool({ description: 'Reads.', inputSchema: schema });
const write = tool({ description: 'Writes.', inputSchema: schema });

/** What a model does to load a tool. */
const loaded = (name: string): ModelMessage[] => {
  const call = { toolCallId: `load_${name}`, toolName: 'tool_search' };
  const value = { loaded: [{ name }] };
  return [
    { role: 'user', content: 'Load it.' },
    { role: 'assistant', content: [{ type: 'tool-call', ...call, input: { query: name } }] },
    { role: 'tool', content: [{ type: 'tool-result', ...call, output: { type: 'json', value } }] },
    { role: 'assistant', content: 'Loaded.' },
  ];
};

function speaking(model = MODEL) {
  const seen: Record<string, unknown>[] = [];
  const upstream = createAnthropicUpstream({
    answer: (body) => {
      seen.push(body);
      return [{ type: 'text', text: 'Done.' }];
    },
  });
  const settings = { apiKey: 'unused', fetch: upstream.fetch };
  const bare = createAnthropic(settings)(model);
  const bare6 = createAnthropic3(settings)(model);
  const store = createMemoryStore();
  const open = (id?: string) =>
    openSession({ store, model, tokenizer, ...(id === undefined ? {} : { id }) });
  return { upstream, seen, bare, bare6, open };
}

describe('instructions and tools that change in mid-conversation', () => {
  it.each(['ai 7', 'ai 6'])(
    'are said where they changed, and begin no epoch, with %s',
    async (version) => {
      const { upstream, seen, bare, bare6, open } = speaking();
      const session = await open();
      const model7 = wrapLanguageModel({
        model: bare,
        middleware: createContextMiddleware({ session }),
      });
      const model6 = ai6.wrapLanguageModel({
        model: bare6,
        middleware: createContextMiddleware({ session, systemMessages: true }),
      });
      const ask = (prompt: string, system: string, tools: object) => {
        const call = { system, prompt, maxRetries: 0 };
        return version === 'ai 7'
          ? generateText({ ...call, tools: tools as ToolSet, model: model7 })
          : ai6.generateText({ ...call, tools: tools as ai6.ToolSet, model: model6 });
      };
      await ask('One.', 'Be kind.', { read });
      await ask('Two.', 'Be brief.', { read });
      await ask('Three.', 'Be brief.', { read, write });
      await ask('Four.', 'Be brief.', { write });
      await ask('Five.', 'Be kind.', { read });
      expect(upstream.refusals).toEqual([]);
      expect(session.state().epoch).toBe(0);
      const last = seen.at(-1) as { system: unknown; tools: unknown; messages: { role: string }[] };
      expect(last.system).toEqual(seen[0]?.system);
      expect(last.tools).toEqual(seen[0]?.tools);
      const notes = last.messages.filter(({ role }) => role === 'system');
      expect(JSON.stringify(notes[0])).toContain('replace those at the beginning');
      expect(notes.slice(1)).toMatchObject([
        { content: [{}, { type: 'tool_addition', tool: { definition: { name: 'write' } } }] },
        { content: [{}, { type: 'tool_removal', tool: { name: 'read' } }] },
        { content: [{}, {}, { type: 'tool_addition', tool: { definition: { name: 'read' } } }] },
      ]);
      for (const [index, body] of seen.entries()) {
        const next = seen[index + 1] as { messages: unknown[] } | undefined;
        const { messages } = body as { messages: unknown[] };
        if (next === undefined) continue;
        const unmarked = (list: unknown[]) =>
          JSON.stringify(list).replaceAll(/,"cache_control":\{[^}]*\}/g, '');
        expect(unmarked(next.messages.slice(0, messages.length))).toBe(unmarked(messages));
      }
    },
  );

  it('are said in bodies of another SDK, and after reopening', async () => {
    const { upstream, open } = speaking();
    const session = await open();
    const tools = [{ name: 'read', input_schema: { type: 'object' as const } }];
    const more = [...tools, { name: 'write', input_schema: { type: 'object' as const } }];
    const say = async (own: typeof session, text: string, instructions: string, list = tools) => {
      await own.append({ role: 'user', content: text });
      const { body, betas } = await own.prepare({ as: 'anthropic', instructions, tools: list });
      const whole = { model: MODEL, max_tokens: 100, ...body };
      const { status, body: answer } = upstream.send(whole, betas.join());
      expect([status, upstream.refusals]).toEqual([200, []]);
      await own.append(answer, { as: 'anthropic' });
      return body;
    };
    const first = await say(session, 'One.', 'Be kind.');
    await say(session, 'Two.', 'Be brief.', more);
    await session.close();
    const again = await open(session.id);
    const last = await say(again, 'Three.', 'Be brief.', more);
    expect(again.state().epoch).toBe(0);
    expect(last.tools).toEqual(first.tools);
    expect(last.messages.filter(({ role }) => role === ('system' as string))).toHaveLength(1);
    const explained = await again.explain({ atSeq: 5, instructions: 'Be brief.', tools: more });
    expect(explained.inputsMatch).toBe(true);
  });

  it('are tools that were loaded, which wait to be found', async () => {
    const { upstream, seen, bare, open } = speaking();
    const session = await open();
    const model = wrapLanguageModel({
      model: bare,
      middleware: createContextMiddleware({ session, deferTools: true }),
    });
    const all = { read, write };
    const tools: object = { ...all, ...createToolSearch({ tools: all }) };
    const ask = (prompt: string) =>
      generateText({ model, prompt, tools: tools as ToolSet, maxRetries: 0 });
    await ask('One.');
    await session.append(loaded('write'));
    await ask('Two.');
    expect([upstream.refusals, session.state().epoch]).toEqual([[], 0]);
    const { messages, tools: sent } = seen.at(-1) as { messages: object[]; tools: object[] };
    expect(sent).toMatchObject([{ name: 'tool_search' }]);
    expect(JSON.stringify(messages)).toContain('"type":"tool_addition"');
  });

  it('begin an epoch where the model or the path does not take them', async () => {
    const { open } = speaking();
    const session = await open();
    await session.append({ role: 'user', content: 'One.' });
    await session.prepare({ instructions: 'Be kind.' });
    await session.append({ role: 'assistant', content: 'Done.' });
    await session.append({ role: 'user', content: 'Two.' });
    expect((await session.prepare({ instructions: 'Be brief.' })).state.epoch).toBe(1);
    const older = await speaking('claude-sonnet-5').open();
    await older.append({ role: 'user', content: 'One.' });
    await older.prepare({ as: 'anthropic', instructions: 'Be kind.' });
    const next = await older.prepare({ as: 'anthropic', instructions: 'Be brief.' });
    expect(next.state.epoch).toBe(1);
  });
});
