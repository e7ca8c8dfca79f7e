import { describe, expect, it } from 'vitest';

import { read, tools, write } from './index.js';

const tool = {
  name: 'weather',
  description: 'The weather of a city',
  inputSchema: { type: 'object', properties: { city: { type: 'string' } } },
};

describe('results', () => {
  it.each([
    [{ content: [{ type: 'text', text: 'sunny' }] }],
    [{ content: [{ type: 'text', text: 'no such city' }], isError: true }],
    [
      {
        content: [
          { type: 'text', text: 'a' },
          { type: 'text', text: 'b' },
        ],
        isError: true,
      },
    ],
    [{ content: [{ type: 'text', text: 'sunny' }], isError: false, _meta: { ms: 3 } }],
    [{ content: [{ type: 'text', text: '{"t":1}' }], structuredContent: { t: 1 } }],
    [{ content: [] }],
    [
      {
        content: [
          { type: 'text', text: 'seen', annotations: { priority: 1 } },
          { type: 'image', data: 'iVBORw0KGgo=', mimeType: 'image/png' },
          { type: 'resource_link', uri: 'file:///a', name: 'a' },
        ],
        isError: true,
      },
    ],
  ])('are written as they were read: %j', (result) => {
    expect(write(read(result))).toEqual(result);
  });

  it('are texts, errors and files of a message', () => {
    expect(read({ content: [{ type: 'text', text: 'sunny' }] })).toEqual({
      type: 'text',
      value: 'sunny',
    });
    expect(read({ content: [{ type: 'text', text: 'no' }], isError: true })).toEqual({
      type: 'error-text',
      value: 'no',
    });
    const image = { type: 'image', data: 'AAAA', mimeType: 'image/png' };
    expect(read({ content: [image] })).toEqual({
      type: 'content',
      value: [{ type: 'file', data: { type: 'data', data: 'AAAA' }, mediaType: 'image/png' }],
    });
  });
});

describe('tools', () => {
  it('takes the list of a server and tools of other shapes', () => {
    const { inputSchema: parameters, ...named } = tool;
    expect(tools({ tools: [tool] })).toEqual([tool]);
    expect(tools([{ type: 'function', function: { ...named, parameters } }])).toEqual([tool]);
    expect(tools([{ ...named, input_schema: parameters }])).toEqual([tool]);
    expect(
      tools([{ functionDeclarations: [{ ...named, parametersJsonSchema: parameters }] }]),
    ).toEqual([tool]);
    expect(tools({ weather: { description: tool.description, inputSchema: parameters } })).toEqual([
      tool,
    ]);
  });
});
