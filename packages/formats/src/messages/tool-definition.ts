import { type JsonObject, UnsupportedFormatError } from '@everlong/core';
import { jsonText, showValue } from '@everlong/core/internal';

import { excerpt } from '../json/excerpt.js';
import { type Fields, fieldsOf, isFields, textOf } from '../json/json-fields.js';

/** A tool in the terms that every API has. */
export interface ToolDefinition {
  name: string;
  description?: string;
  /** JSON Schema of its input. */
  inputSchema: JsonObject;
}

/**
 * The tools of a list of any shape, one by one and as they are: OpenAI Chat and Responses,
 * Anthropic, Gemini, MCP (`{ tools: [...] }` too), LangChain, the AI SDK (a set by name), or
 * `{ name, description, inputSchema }`. Throws `UnsupportedFormatError` for anything else.
 */
export function toolList(tools: unknown): Fields[] {
  if (tools === undefined || tools === null) return [];
  if (Array.isArray(tools)) return tools.map(toolIn);
  if (!isFields(tools) || Symbol.iterator in tools || typeof tools['then'] === 'function') {
    throw noTools('Tools must be a list, or an object of tools by name', tools);
  }
  const { tools: inner } = tools;
  if (Array.isArray(inner)) return inner.map(toolIn);
  return Object.entries(tools).map(([name, tool]) => ({ ...toolIn(tool), name }));
}

function toolIn(tool: unknown): Fields {
  if (isFields(tool)) return tool;
  throw noTools('A tool must be an object', tool);
}

function noTools(demand: string, found: unknown): UnsupportedFormatError {
  return new UnsupportedFormatError(
    `${demand}, not ${showValue(found)}. Leave tools out where there are none.`,
  );
}

/**
 * Name, description and schema of each tool of a list of any shape; throws `UnsupportedFormatError`
 * for a tool that its provider runs, which no other API accepts, and for a schema that is not
 * available as JSON Schema.
 */
export function toolDefinitions(tools: unknown): ToolDefinition[] {
  return toolList(tools).flatMap((tool) => definitionsOf(tool));
}

/** The definitions in one item of a list: Gemini's holds several. */
export function definitionsOf(tool: Fields): ToolDefinition[] {
  const { functionDeclarations, function: wrapped } = tool;
  if (Array.isArray(functionDeclarations)) {
    return functionDeclarations.map((declaration) => definitionOf(fieldsOf(declaration), tool));
  }
  return [definitionOf(isFields(wrapped) ? wrapped : tool, tool)];
}

function definitionOf(tool: Fields, whole: Fields): ToolDefinition {
  const name = textOf(tool['name']);
  const schema = schemaOf(tool);
  if (name === undefined || (schema === undefined && isProvidersOwn(tool))) {
    throw new UnsupportedFormatError(
      `The tool ${excerpt(jsonText(whole))} is run by its provider or has no name: no other API takes it. ` +
        'Leave it out here.',
    );
  }
  const description = textOf(tool['description']);
  return {
    name,
    ...(description === undefined ? {} : { description }),
    inputSchema: schema ?? { type: 'object', properties: {} },
  };
}

/** Tools of a provider have a type or an id of their own. */
function isProvidersOwn({ type, id }: Fields): boolean {
  return (type !== undefined && type !== 'function' && type !== 'custom') || id !== undefined;
}

function schemaOf(tool: Fields): JsonObject | undefined {
  const schema =
    tool['inputSchema'] ??
    tool['input_schema'] ??
    tool['parametersJsonSchema'] ??
    tool['parameters'] ??
    tool['schema'];
  if (typeof schema === 'function') return schemaOf({ ...tool, inputSchema: schema() });
  if (!isFields(schema)) return undefined;
  if (typeof schema['then'] === 'function') throw schemaNotAtHand(tool);
  // The AI SDK's `jsonSchema()`.
  const inner = schema['jsonSchema'];
  if (isFields(inner)) {
    if (typeof inner['then'] === 'function') throw schemaNotAtHand(tool);
    return inner as JsonObject;
  }
  if (typeof schema['toJSONSchema'] === 'function') {
    return (schema['toJSONSchema'] as (options: object) => JsonObject)({ io: 'input' });
  }
  if ('~standard' in schema || '_def' in schema) throw schemaNotAtHand(tool);
  return lowerCaseTypes(schema) as JsonObject;
}

/** Gemini's own schemas spell types in capitals. */
function lowerCaseTypes(schema: unknown): unknown {
  if (Array.isArray(schema)) return schema.map(lowerCaseTypes);
  if (!isFields(schema)) return schema;
  if (!Object.entries(schema).some(([key, value]) => isOddType(key, value) || isNested(value))) {
    return schema;
  }
  return Object.fromEntries(
    Object.entries(schema).map(([key, value]) => [
      key,
      isOddType(key, value) ? (value as string).toLowerCase() : lowerCaseTypes(value),
    ]),
  );
}

function isOddType(key: string, value: unknown): boolean {
  return (
    key === 'type' &&
    typeof value === 'string' &&
    /^(STRING|NUMBER|INTEGER|BOOLEAN|ARRAY|OBJECT|NULL)$/.test(value)
  );
}

function isNested(value: unknown): boolean {
  return typeof value === 'object' && value !== null;
}

function schemaNotAtHand({ name }: Fields): UnsupportedFormatError {
  return new UnsupportedFormatError(
    `The schema of the tool ${JSON.stringify(name)} is not at hand as JSON Schema. ` +
      'Pass JSON Schema, a Zod 4 schema, or `await loadTools(tools)` of @everlong/tokenizer.',
  );
}
