import { createMemoryStore, type ModelMessage } from '@everlong/core';
import { generateText, jsonSchema, tool } from 'ai';
import { MockLanguageModelV4 } from 'ai/test';
import { describe, expect, it } from 'vitest';

import { policyNames } from '../../src/presets/create-policy.js';
import { openSession } from '../../src/session/open-session.js';
import type { Session } from '../../src/session-work/session.js';

type Content = Awaited<ReturnType<MockLanguageModelV4['doGenerate']>>['content'];

const usage = {
  inputTokens: { total: 10, noCache: 10, cacheRead: 0, cacheWrite: 0 },
  outputTokens: { total: 1, text: 1, reasoning: 0 },
};

/** A model that gives its answers one after the other. */
function scripted(...answers: Content[]): MockLanguageModelV4 {
  let next = 0;
  return new MockLanguageModelV4({
    doGenerate: async () => {
      const content = answers[next++] ?? [];
      const unified = content.some(({ type }) => type === 'tool-call') ? 'tool-calls' : 'stop';
      return { content, finishReason: { unified, raw: unified }, usage, warnings: [] };
    },
  });
}

const removed: string[] = [];
const tools = {
  remove: tool({
    description: 'Removes a file',
    inputSchema: jsonSchema<{ path: string }>({
      type: 'object',
      properties: { path: { type: 'string' } },
    }),
    execute: async ({ path }) => {
      removed.push(path);
      return `removed ${path}`;
    },
  }),
};

/** One call of `generateText` on the session's request, its messages kept. */
async function step(session: Session, model: MockLanguageModelV4) {
  const { instructions, messages } = await session.prepare({ tools });
  const result = await generateText({
    model,
    instructions,
    messages,
    tools,
    toolApproval: { remove: 'user-approval' },
  });
  await session.append(result.responseMessages);
  return result;
}

describe.each(['call-1', 'call|with.odd:id'])(
  'a tool that needs the user’s leave, called %s',
  (id) => {
    async function asked() {
      const session = await openSession({ store: createMemoryStore(), contextWindow: 16_000 });
      await session.append({ role: 'user', content: 'Remove a.txt.' });
      const model = scripted(
        [{ type: 'tool-call', toolCallId: id, toolName: 'remove', input: '{"path":"a.txt"}' }],
        [{ type: 'text', text: 'So be it.' }],
      );
      const { content } = await step(session, model);
      const request = content.find((part) => part.type === 'tool-approval-request');
      const answer = async (approved: boolean): Promise<void> => {
        const approvalId = request?.approvalId ?? '';
        await session.append({
          role: 'tool',
          content: [{ type: 'tool-approval-response', approvalId, approved }],
        });
      };
      removed.length = 0;
      return { session, model, answer };
    }

    it('runs once it is given', async () => {
      const { session, model, answer } = await asked();
      await answer(true);
      await step(session, model);
      expect(removed).toEqual(['a.txt']);
      expect(JSON.stringify(model.doGenerateCalls[1]?.prompt)).toContain('removed a.txt');
      await session.append({ role: 'user', content: 'Thanks.' });
      await step(session, scripted([{ type: 'text', text: 'Sure.' }]));
      expect(removed).toEqual(['a.txt']);
    });

    it('does not run when it is refused', async () => {
      const { session, model, answer } = await asked();
      await answer(false);
      await step(session, model);
      expect(removed).toEqual([]);
      expect(JSON.stringify(model.doGenerateCalls[1]?.prompt)).toContain('denied');
    });

    it('does not run when the user says something else instead', async () => {
      const { session, model } = await asked();
      await session.append({ role: 'user', content: 'Wait, what else is there?' });
      await step(session, model);
      expect(removed).toEqual([]);
      const prompt = JSON.stringify(model.doGenerateCalls[1]?.prompt);
      expect(prompt).toContain('No result was recorded');
      expect(prompt).toContain('what else is there');
    });

    it('does not run when the user gave leave and went on without it', async () => {
      const { session, model, answer } = await asked();
      await answer(true);
      await session.append({ role: 'user', content: 'Never mind.' });
      await step(session, model);
      expect(removed).toEqual([]);
      expect(JSON.stringify(model.doGenerateCalls[1]?.prompt)).toContain('No result was recorded');
    });
  },
);

describe.each(policyNames.filter((name) => name !== 'full'))(
  'a truncated exchange, %s',
  (policy) => {
    const edit = {
      role: 'assistant',
      content: [
        { type: 'text', text: 'thinking aloud about the file '.repeat(900) },
        { type: 'tool-call', toolCallId: 'c1', toolName: 'edit', input: { path: '/a' } },
        { type: 'tool-approval-request', approvalId: 'a1', toolCallId: 'c1' },
      ],
    } satisfies ModelMessage;
    const result = {
      role: 'tool',
      content: [
        {
          type: 'tool-result',
          toolCallId: 'c1',
          toolName: 'edit',
          output: { type: 'text', value: 'done '.repeat(100) },
        },
      ],
    } satisfies ModelMessage;

    it.each([
      ['the result of its approved call', result],
      ['what the user says instead', { role: 'user', content: 'Never mind.' } as const],
    ])('stays as it was sent when %s is appended', async (_name, next) => {
      const store = createMemoryStore();
      const session = await openSession({ store, policy, contextWindow: 3000 });
      await session.append([
        { role: 'user', content: 'please edit' },
        edit,
        {
          role: 'tool',
          content: [{ type: 'tool-approval-response', approvalId: 'a1', approved: true }],
        },
      ]);
      const before = await session.prepare();
      await session.append(next);
      const after = await session.prepare();
      if (after.state.epoch === before.state.epoch) {
        expect(after.messages.slice(0, before.messages.length)).toEqual(before.messages);
      }
      const again = await openSession({ store, policy, contextWindow: 3000, id: session.id });
      const reopened = await again.prepare();
      // What cowagent restores after a restart begins an epoch of its own.
      if (policy !== 'cowagent') expect(reopened.messages).toEqual(after.messages);
    });
  },
);
