import type { ModelMessage } from '@everlong/core';
import { validateOpenAIResponses } from '@everlong/validators';
import { describe, expect, it } from 'vitest';

import type { Loss } from '../messages/loss.js';
import { read, write } from './openai-responses.js';

const SCREEN = { type: 'computer_screenshot', image_url: 'data:image/png;base64,iVBORw0KGgo=' };

const PAIRS: Record<string, [call: object, result: object]> = {
  custom_tool_call: [
    { name: 'apply_patch', input: '*** Begin Patch' },
    { type: 'custom_tool_call_output', output: 'done' },
  ],
  computer_call: [
    { status: 'completed', pending_safety_checks: [], action: { type: 'wait' } },
    { type: 'computer_call_output', output: SCREEN },
  ],
  local_shell_call: [
    { status: 'completed', action: { type: 'exec', command: ['ls'], env: {} } },
    { type: 'local_shell_call_output', output: 'a.ts' },
  ],
};

const body = (type: string): object[] => {
  const [call, result] = PAIRS[type] ?? [];
  return [
    { role: 'user', content: 'Go on.' },
    { type, id: 'item_1', call_id: 'call_1', ...call },
    { call_id: 'call_1', ...result },
  ];
};

/** As a session does for another model, and when it has to cut a call. */
const withoutOptions = (messages: ModelMessage[], role: string): ModelMessage[] =>
  messages.map((message) => {
    if (message.role !== role || typeof message.content === 'string') return message;
    const parts: readonly object[] = message.content;
    const content = parts.map((part) => ({ ...part, providerOptions: undefined }));
    return { ...message, content } as unknown as ModelMessage;
  });

const written = (messages: ModelMessage[]) => {
  const losses: Loss[] = [];
  const items = write(messages, { onLoss: (loss) => losses.push(loss) });
  expect(validateOpenAIResponses({ model: 'gpt-5', input: items })).toEqual([]);
  return { types: items.slice(1).map((item) => (item as { type?: string }).type), losses };
};

describe.each(Object.keys(PAIRS))('a %s and its result', (type) => {
  const messages = read(body(type));

  it('are written as they came', () => {
    expect(write(messages)).toEqual(body(type));
  });

  it('are a function’s where the call has lost its kind', () => {
    const { types, losses } = written(withoutOptions(messages, 'assistant'));
    expect(types).toEqual(['function_call', 'function_call_output']);
    expect(losses).toContainEqual(expect.objectContaining({ kind: 'fields', message: 2 }));
  });

  it('are of one type where the result is not the one that was read', () => {
    const { types } = written(withoutOptions(messages, 'tool'));
    const isCustom = type === 'custom_tool_call';
    expect(types).toEqual(
      isCustom
        ? ['custom_tool_call', 'custom_tool_call_output']
        : ['function_call', 'function_call_output'],
    );
  });
});

it('a screen that was cut to its text is a function’s result', () => {
  const messages = read(body('computer_call')).map((message): ModelMessage => {
    if (message.role !== 'tool') return message;
    const content = message.content.map((part) =>
      part.type === 'tool-result'
        ? { ...part, output: { type: 'text' as const, value: '[… cut]' } }
        : part,
    );
    return { ...message, content };
  });
  const { types, losses } = written(messages);
  expect(types).toEqual(['function_call', 'function_call_output']);
  expect(losses.map(({ kind }) => kind)).toEqual(['fields', 'fields']);
});
