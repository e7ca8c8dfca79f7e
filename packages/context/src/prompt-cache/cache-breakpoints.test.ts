import { createMemoryStore, type ModelMessage } from '@everlong/core';
import { jsonText } from '@everlong/core/internal';
import { quarters as tokenizer } from '@everlong/testing';
import { describe, expect, it } from 'vitest';

import { openSession } from '../session/open-session.js';
import type { PreparedRequest } from '../request/describe-request.js';
import type { Session } from '../session-work/session.js';
import { withCacheBreakpoints } from './cache-breakpoints.js';

/** A turn of one user message and one exchange with that many parallel calls. */
function turn(index: number, width = 1): ModelMessage[] {
  const ids = Array.from({ length: width }, (_, call) => `${index}-${call}`);
  const named = ids.map((toolCallId) => ({ toolCallId, toolName: 'read' }));
  const output = { type: 'text' as const, value: 'lorem '.repeat(40) };
  return [
    { role: 'user', content: `Question ${index}` },
    {
      role: 'assistant',
      content: named.map((call) => ({ ...call, type: 'tool-call', input: {} })),
    },
    { role: 'tool', content: named.map((call) => ({ ...call, type: 'tool-result', output })) },
  ];
}

async function requestOf(turns: ModelMessage[][], contextWindow = 100_000) {
  const session = await openSession({ store: createMemoryStore(), tokenizer, contextWindow });
  await session.append(turns.flat());
  return { session, request: await session.prepare({ instructions: 'Be brief.' }) };
}

/** The blocks that carry a marker, counted from the first message's first one. */
function markedBlocks(messages: readonly ModelMessage[]): number[] {
  const blocks = messages.flatMap(({ content, ...message }): object[] =>
    typeof content === 'string' ? [message] : content,
  );
  return blocks.flatMap((block, index) =>
    jsonText(block).includes('cacheControl') ? [index] : [],
  );
}

function bare(value: unknown): string {
  return jsonText(value).replace(
    /,?"providerOptions":\{"anthropic":\{"cacheControl":\{[^}]*\}\}\}/g,
    '',
  );
}

describe('withCacheBreakpoints', () => {
  it('changes nothing but markers', async () => {
    const { request } = await requestOf([turn(0, 9), turn(1, 9)]);
    const marked = withCacheBreakpoints(request);
    expect(bare(marked.messages)).toBe(jsonText(request.messages));
    expect(marked.instructions.content).toBe(request.instructions);
    expect(jsonText(request)).not.toContain('cacheControl');
  });

  it('marks the end of the instructions, the last block and a multiple of 15 between', async () => {
    const { request } = await requestOf([turn(0, 9), turn(1, 9)]);
    const { instructions, messages } = withCacheBreakpoints(request);
    expect(instructions.providerOptions).toEqual({
      anthropic: { cacheControl: { type: 'ephemeral' } },
    });
    expect(markedBlocks(messages)).toEqual([29, 37]);
  });

  it('marks the 15th block behind a long addition to the request before', async () => {
    const { session, request: first } = await requestOf([turn(0)]);
    await session.append(turn(1, 12));
    const second = await session.prepare({ instructions: 'Be brief.' });
    const { messages } = withCacheBreakpoints(second, { previousMessages: first.messages.length });
    expect(markedBlocks(messages)).toEqual([3 + 15 - 1, 3 + 25 - 1]);
  });

  it("marks the epoch's head in the same place as long as the epoch lasts", async () => {
    const turns = Array.from({ length: 30 }, (_, index) => turn(index));
    const { session, request: first } = await requestOf(turns, 4000);
    expect(first.state.epoch).toBeGreaterThan(0);
    const heads: number[] = [];
    let request: PreparedRequest = first;
    for (let index = 30; request.state.epoch === first.state.epoch; index++) {
      heads.push(markedBlocks(withCacheBreakpoints(request).messages)[0] ?? -1);
      request = await next(session, index);
    }
    expect(heads.length).toBeGreaterThan(2);
    expect(heads[0]).toBeGreaterThanOrEqual(0);
    expect(new Set(heads.slice(1)).size).toBe(1);
    expect(heads[0]).toBeLessThanOrEqual(heads[1] ?? 0);
  });

  it('never leaves more than four markers, whatever the log brings along', async () => {
    const marker = { anthropic: { cacheControl: { type: 'ephemeral' } } };
    const own = turn(0, 9).map((message) => ({ ...message, providerOptions: marker }));
    const { request } = await requestOf([own, turn(1, 9)]);
    const { messages } = withCacheBreakpoints(request, { lifetime: '1h' });
    expect(jsonText(messages).match(/cacheControl/g)?.length).toBeLessThanOrEqual(3);
    expect(jsonText(messages)).toContain('"ttl":"1h"');
  });

  it('marks no reasoning, which cannot carry a marker', async () => {
    const { request } = await requestOf([turn(0)]);
    const thoughts: ModelMessage = {
      role: 'assistant',
      content: [
        { type: 'text', text: 'Well.' },
        { type: 'reasoning', text: 'Hm.' },
      ],
    };
    const { messages } = withCacheBreakpoints({ ...request, messages: [thoughts] });
    expect(markedBlocks(messages)).toEqual([0]);
  });
});

async function next(session: Session, index: number): Promise<PreparedRequest> {
  await session.append(turn(index));
  return session.prepare({ instructions: 'Be brief.' });
}
