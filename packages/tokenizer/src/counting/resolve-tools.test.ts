import { ConfigError } from '@everlong/core';
import { asSchema, jsonSchema, tool } from 'ai';
import { describe, expect, it } from 'vitest';
import { z } from 'zod';
import { z as z3 } from 'zod/v3';

import { createTokenizer } from '../create-tokenizer.js';
import { loadTools, resolveTools } from './resolve-tools.js';

const city = z.object({
  city: z.string().describe('Name of the city'),
  days: z.number().int().default(3),
  unit: z.enum(['c', 'f']).optional(),
});
const plain = {
  type: 'object' as const,
  properties: { city: { type: 'string' as const } },
  required: ['city'],
};

describe('resolveTools', () => {
  it('resolves Zod schemas as the AI SDK does', async () => {
    const tools = { weather: tool({ description: 'Weather', inputSchema: city }) };
    const expected = await asSchema(city).jsonSchema;
    expect(resolveTools(tools)).toEqual([
      { name: 'weather', description: 'Weather', inputSchema: expected },
    ]);
  });

  it('converts a Zod schema once, and gives each caller an object of its own', () => {
    const schema = z.object({ city: z.string() });
    let conversions = 0;
    const toJSONSchema = schema.toJSONSchema.bind(schema);
    Object.defineProperty(schema, 'toJSONSchema', {
      value: (options: object) => {
        conversions++;
        return toJSONSchema(options);
      },
    });
    const [first] = resolveTools({ weather: { description: 'Weather', inputSchema: schema } });
    const expected = structuredClone(first?.inputSchema);
    if (first !== undefined) first.inputSchema['properties'] = {};
    const [second] = resolveTools({ forecast: { inputSchema: schema } });
    expect(second).toEqual({ name: 'forecast', inputSchema: expected });
    expect(conversions).toBe(1);
  });

  it('resolves Zod 3 schemas to what describes the same input', () => {
    const schema = z3.object({
      city: z3.string().describe('Name of the city'),
      days: z3.number().int().default(3),
      tags: z3.array(z3.enum(['a', 'b'])).optional(),
      place: z3.union([z3.literal('home'), z3.null()]),
    });
    expect(resolveTools({ weather: { inputSchema: schema } })).toEqual([
      {
        name: 'weather',
        inputSchema: {
          type: 'object',
          properties: {
            city: { type: 'string', description: 'Name of the city' },
            days: { type: 'integer' },
            tags: { type: 'array', items: { enum: ['a', 'b'] } },
            place: { anyOf: [{ const: 'home' }, { type: 'null' }] },
          },
          required: ['city', 'place'],
          additionalProperties: false,
        },
      },
    ]);
  });

  it('resolves jsonSchema(), lazy schemas and plain JSON Schema', () => {
    const expected = { name: 'weather', inputSchema: plain };
    expect(resolveTools({ weather: { inputSchema: jsonSchema(plain) } })).toEqual([expected]);
    expect(resolveTools({ weather: { inputSchema: () => jsonSchema(plain) } })).toEqual([expected]);
    expect(resolveTools({ weather: { inputSchema: plain } })).toEqual([expected]);
    expect(resolveTools({ weather: { parameters: plain } })).toEqual([expected]);
  });

  it('resolves a Standard Schema that describes itself', () => {
    const schema = {
      '~standard': {
        version: 1,
        vendor: 'acme',
        validate: (value: unknown) => ({ value }),
        jsonSchema: { input: () => plain },
      },
    };
    expect(resolveTools({ weather: { inputSchema: schema } })).toEqual([
      { name: 'weather', inputSchema: { ...plain, additionalProperties: false } },
    ]);
    const mute = { '~standard': { version: 1, vendor: 'acme' } };
    expect(() => resolveTools({ weather: { inputSchema: mute } })).toThrow(/"weather"/);
  });

  it('takes lists of tools, also as OpenAI and Anthropic spell them', () => {
    const expected = [{ name: 'weather', description: 'W', inputSchema: plain }];
    const named = { name: 'weather', description: 'W' };
    expect(resolveTools([{ ...named, inputSchema: plain }])).toEqual(expected);
    expect(resolveTools([{ ...named, input_schema: plain }])).toEqual(expected);
    expect(resolveTools([{ type: 'function', function: { ...named, parameters: plain } }])).toEqual(
      expected,
    );
    expect(() => resolveTools([{ description: 'no name' }])).toThrow(/index 0/);
  });

  it('takes the list of an MCP server, and tools as Gemini spells them', () => {
    const expected = [{ name: 'weather', description: 'W', inputSchema: plain }];
    const named = { name: 'weather', description: 'W' };
    expect(resolveTools({ tools: [{ ...named, inputSchema: plain }] })).toEqual(expected);
    const declared = { ...named, parametersJsonSchema: plain };
    expect(resolveTools([{ functionDeclarations: [declared] }])).toEqual(expected);
    expect(resolveTools([{ functionDeclarations: [{ ...named, parameters: plain }] }])).toEqual(
      expected,
    );
  });

  it('names a tool that its provider runs by its type', () => {
    expect(resolveTools([{ type: 'web_search', size: 'low' }, { googleSearch: {} }])).toEqual([
      {
        name: 'web_search',
        inputSchema: { id: 'web_search', args: { type: 'web_search', size: 'low' } },
      },
      { name: 'googleSearch', inputSchema: { id: 'googleSearch', args: { googleSearch: {} } } },
    ]);
  });

  it('gives a tool without input an empty object, and a provider tool its id', () => {
    expect(resolveTools({ now: { description: 'Time' } })[0]?.inputSchema).toEqual({
      type: 'object',
      properties: {},
      additionalProperties: false,
    });
    expect(
      resolveTools({ search: { type: 'provider', id: 'acme.search', args: { max: 3 } } }),
    ).toEqual([{ name: 'search', inputSchema: { id: 'acme.search', args: { max: 3 } } }]);
  });

  it('reads schemas that load asynchronously when it may wait', async () => {
    const tools = { weather: { inputSchema: jsonSchema(Promise.resolve(plain)) } };
    expect(() => resolveTools(tools)).toThrow(/loadTools/);
    expect(() => resolveTools(tools)).toThrow(expect.toSatisfy(ConfigError.isInstance));
    expect(await loadTools(tools)).toEqual([{ name: 'weather', inputSchema: plain }]);
    expect(resolveTools(await loadTools(tools))).toEqual(await loadTools(tools));
  });
});

describe('countTools', () => {
  it('counts a schema whatever library it comes from', async () => {
    const tokenizer = await createTokenizer({ model: 'gpt-5' });
    const zod = { weather: tool({ description: 'Weather', inputSchema: city }) };
    const json = {
      weather: { description: 'Weather', inputSchema: await asSchema(city).jsonSchema },
    };
    expect(tokenizer.countTools(zod)).toBe(tokenizer.countTools(json));
    expect(tokenizer.countTools(zod)).toBeGreaterThan(60);
    expect(tokenizer.countTools({})).toBe(0);
    expect(tokenizer.countTools([])).toBe(0);
  });

  it('adds what Claude puts before any tool', async () => {
    const tokenizer = await createTokenizer({ model: 'claude-opus-4-5' });
    expect(tokenizer.countTools({ now: { description: 'Time' } })).toBeGreaterThan(346);
  });
});

describe('what is no tools', () => {
  const search = { description: 'Searches', inputSchema: plain };

  it.each([
    ['a promise', Promise.resolve({ search }), /not a promise\. Await it/],
    ['a Map', new Map([['search', search]]), /not a Map\. Pass Object\.fromEntries/],
    ['a Set', new Set([search]), /not a Set\. Pass \[\.\.\.tools\]/],
    ['null', null, /not null\. Leave tools out/],
    ['a text', 'search', /not "search"\. Pass \{ name: tool \}/],
    ['a number', 4, /not 4/],
    ['a function', () => ({ search }), /Tools must be an object/],
    ['a date', new Date(0), /not a Date/],
    ['a tool that is a text', { search: 'x' }, /The tool "search" must be an object, not "x"/],
    ['a tool that is left out', { search: undefined }, /not undefined\. Leave it out/],
    ['a tool that is a promise', { search: Promise.resolve(search) }, /a promise\. Await it/],
    ['a list with null', [{ name: 'search' }, null], /The tool at index 1 must be an object/],
  ])('%s is refused', async (_, tools, message) => {
    const thrown = await loadTools(tools as never).catch((error: unknown) => error);
    expect(ConfigError.isInstance(thrown)).toBe(true);
    expect(String(thrown)).toMatch(message);
    expect(() => resolveTools(tools as never)).toThrow(message);
  });

  it('takes tools without a prototype, as a module has them', () => {
    const tools = Object.assign(Object.create(null) as object, { search });
    expect(resolveTools(tools as never).map(({ name }) => name)).toEqual(['search']);
  });
});
