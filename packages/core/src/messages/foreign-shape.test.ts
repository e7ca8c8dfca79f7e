import { describe, expect, it } from 'vitest';

import { foreignShapeOf } from './foreign-shape.js';

describe('foreignShapeOf', () => {
  it.each([
    ['openai-chat', { role: 'assistant', content: null, tool_calls: [] }],
    ['openai-chat', { role: 'assistant', content: null }],
    ['openai-chat', { role: 'tool', tool_call_id: 'a', content: 'b' }],
    ['openai-chat', { role: 'developer', content: 'Be brief.' }],
    ['openai-chat', { role: 'user', content: [{ type: 'image_url', image_url: { url: 'a' } }] }],
    ['openai-chat', { role: 'user', content: [{ type: 'file', file: { file_id: 'a' } }] }],
    ['openai-chat', { choices: [] }],
    ['openai-responses', { type: 'function_call', call_id: 'a', name: 'b', arguments: '{}' }],
    ['openai-responses', { type: 'function_call_output', call_id: 'a', output: 'b' }],
    ['openai-responses', { type: 'reasoning', id: 'rs_1', summary: [] }],
    ['openai-responses', { role: 'user', content: [{ type: 'input_text', text: 'a' }] }],
    [
      'openai-responses',
      { type: 'message', role: 'assistant', content: [{ type: 'output_text', text: 'a' }] },
    ],
    ['openai-responses', { object: 'response', output: [] }],
    ['anthropic', { role: 'assistant', content: [{ type: 'tool_use', id: 'a', name: 'b' }] }],
    ['anthropic', { role: 'user', content: [{ type: 'tool_result', tool_use_id: 'a' }] }],
    ['anthropic', { role: 'user', content: [{ type: 'image', source: { type: 'url' } }] }],
    ['anthropic', { type: 'message', role: 'assistant', content: [{ type: 'text', text: 'a' }] }],
    ['gemini', { role: 'model', parts: [{ text: 'a' }] }],
    ['gemini', { role: 'user', parts: [{ text: 'a' }] }],
    ['gemini', { candidates: [] }],
    ['langchain', { type: 'human', data: { content: 'a' } }],
    ['langchain', { lc: 1, type: 'constructor', id: [], kwargs: {} }],
    ['langchain', { getType: () => 'human', content: 'a' }],
    ['openai-chat', { role: 'assistant', content: '', refusal: 'I will not.' }],
    ['openai-chat', { role: 'assistant', content: '', audio: { id: 'a' } }],
    ['openai-chat', { model: 'a', messages: [{ role: 'user', content: 'a' }] }],
    ['openai-responses', { type: 'mcp_approval_request', id: 'a' }],
    ['openai-responses', { model: 'a', input: 'b' }],
    ['anthropic', { model: 'a', system: 'b', messages: [{ role: 'user', content: 'a' }] }],
    ['anthropic', { messages: [{ role: 'user', content: [{ type: 'tool_result' }] }] }],
    [
      'anthropic',
      { role: 'user', content: [{ type: 'text', text: 'a', cache_control: { type: 'b' } }] },
    ],
    ['anthropic', { role: 'assistant', content: [{ type: 'text', text: 'a', citations: [{}] }] }],
    ['langchain', { type: 'generic', data: { content: 'a', role: 'b' } }],
    ['langchain', { type: 'system', content: 'a' }],
    ['langchain', { type: 'tool', content: 'a', tool_call_id: 'b' }],
    ['ai-sdk', { id: 'a', role: 'assistant', content: '', parts: [{ type: 'tool-invocation' }] }],
    ['ai-sdk', { id: 'a', role: 'user', parts: [{ type: 'text', text: 'a' }] }],
    ['ai-sdk', { id: 'a', role: 'assistant', content: '', toolInvocations: [] }],
    ['ai-sdk', { id: 'a', role: 'user', content: 'a', experimental_attachments: [] }],
  ])('knows a message of %s: %j', (format, value) => {
    expect(foreignShapeOf(value)?.format).toBe(format);
  });

  it.each([
    { role: 'user', content: 'a' },
    { role: 'user', content: [{ type: 'text', text: 'a' }] },
    { role: 'user', content: [{ type: 'image', image: 'AAAA' }] },
    { role: 'user', content: [{ type: 'file', data: 'AAAA', mediaType: 'image/png' }] },
    { role: 'assistant', content: [] },
    { role: 'assistant', content: 'a', refusal: null, annotations: [] },
    { role: 'assistant', content: [{ type: 'text', text: 'a', citations: null }] },
    { role: 'assistant', content: [{ type: 'a-part-of-tomorrow' }] },
    { role: 'tool', content: [] },
    'text',
    null,
    undefined,
    7,
  ])('leaves %j alone', (value) => {
    expect(foreignShapeOf(value)).toBeUndefined();
  });
});
