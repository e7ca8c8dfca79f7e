import { openSession, policyNames } from '@everlong/context';
import { createMemoryStore, type ModelMessage } from '@everlong/core';
import { thirds as tokenizer } from '@everlong/testing';
import { describe, expect, it } from 'vitest';

import { HOSTED } from '../support/dressed-history.js';

const [ANTHROPIC = [], OPENAI = [], GEMINI = []] = HOSTED;

/** Who runs tools of its own, what it leaves of them, and how a body shows them. */
const providers = [
  { as: 'anthropic', model: 'claude-sonnet-4-6', parts: ANTHROPIC },
  { as: 'openai-responses', model: 'gpt-5', parts: OPENAI },
  { as: 'gemini', model: 'gemini-2.5-pro', parts: GEMINI },
  { as: 'openai-chat', model: 'gpt-5', parts: OPENAI },
] as const;

type Provider = (typeof providers)[number];

/** The ids of calls without a result, and of results without a call, in what is sent. */
function unpaired(body: unknown): string[] {
  const calls: string[] = [];
  const results: string[] = [];
  const visit = (value: unknown): void => {
    if (Array.isArray(value)) value.forEach(visit);
    if (typeof value !== 'object' || value === null || Array.isArray(value)) return;
    const block = value as Record<string, unknown>;
    const { type, id, tool_use_id: of } = block;
    if (type === 'server_tool_use') calls.push(String(id));
    else if (typeof type === 'string' && type.endsWith('_tool_result')) results.push(String(of));
    if ('executableCode' in block) calls.push(`exec ${calls.length}`);
    if ('codeExecutionResult' in block) results.push(`exec ${results.length}`);
    Object.values(block).forEach(visit);
  };
  visit(body);
  return [
    ...calls.filter((id) => !results.includes(id)),
    ...results.filter((id) => !calls.includes(id)),
  ];
}

/** The calls that a provider ran whose result is not in the same message, and the other way. */
function unpairedParts(messages: readonly ModelMessage[]): string[] {
  return messages.flatMap(({ role, content }) => {
    if (role !== 'assistant' || typeof content === 'string') return [];
    const calls = content.flatMap((part) =>
      part.type === 'tool-call' && part.providerExecuted === true ? [part.toolCallId] : [],
    );
    const results = content.flatMap((part) =>
      part.type === 'tool-result' ? [part.toolCallId] : [],
    );
    return [
      ...calls.filter((id) => !results.includes(id)),
      ...results.filter((id) => !calls.includes(id)),
    ];
  });
}

/** Each with ids of its own, as a model gives them. */
function turn({ parts }: Provider, number: number): ModelMessage[] {
  const own = parts.map((part) =>
    'toolCallId' in part ? { ...part, toolCallId: `${part.toolCallId}_${number}` } : part,
  );
  return [
    { role: 'user', content: `Question ${number}: ${'what about it? '.repeat(8)}` },
    {
      role: 'assistant',
      content: [
        { type: 'text', text: 'Let me look.' },
        ...own,
        { type: 'text', text: `Answer ${number}. ${'So it is. '.repeat(8)}` },
      ],
    },
  ];
}

describe.each(policyNames)('what a provider ran itself, under %s', (policy) => {
  it.each(providers)('is sent with its result or not at all: $as', async (provider) => {
    const { as, model } = provider;
    const session = await openSession({
      store: createMemoryStore(),
      tokenizer,
      policy,
      model,
      // Room for two of these turns.
      contextWindow: policy === 'full' ? 400_000 : 8000,
    });
    let shown = 0;
    for (let number = 0; number < 12; number++) {
      const [question, answer] = turn(provider, number) as [ModelMessage, ModelMessage];
      await session.append(question);
      const { messages } = await session.prepare();
      expect(unpairedParts(messages)).toEqual([]);
      shown += messages.filter((message) => JSON.stringify(message).includes('tool-call')).length;
      const { body } = await session.prepare({ as });
      expect(unpaired(body)).toEqual([]);
      await session.append(answer);
    }
    expect(shown).toBeGreaterThan(0);
  });
});
