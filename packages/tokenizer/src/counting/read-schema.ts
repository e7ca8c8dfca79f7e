import { ConfigError, type JsonObject, type JsonValue } from '@everlong/core';

import { readZod3Schema } from './read-zod3-schema.js';

/** The schema of a tool that takes nothing. */
const EMPTY: JsonObject = { type: 'object', properties: {}, additionalProperties: false };

const aiSdkSchema = Symbol.for('vercel.ai.schema');

interface StandardSchema {
  '~standard': {
    vendor: string;
    jsonSchema?: { input(options: { target: string }): unknown };
  };
}

/**
 * The JSON Schema of what a tool gives as its input schema: JSON Schema itself, an AI SDK
 * `jsonSchema()` or lazy schema, a Zod 3 or 4 schema, or a Standard Schema that can describe
 * itself. Throws `ConfigError` naming the tool for anything else.
 */
export function readSchema(tool: string, schema: unknown): JsonObject | PromiseLike<JsonObject> {
  if (schema === undefined || schema === null) return EMPTY;
  if (typeof schema === 'function' && !isStandardSchema(schema)) return readSchema(tool, schema());
  if (typeof schema !== 'object' && typeof schema !== 'function') return unreadable(tool, schema);
  if (aiSdkSchema in schema) return (schema as unknown as { jsonSchema: JsonObject }).jsonSchema;
  if (isZod4Schema(schema)) return readZod4Schema(schema);
  if (isStandardSchema(schema)) {
    const described = schema['~standard'].jsonSchema;
    if (described !== undefined) return closeObjects(described.input({ target: 'draft-07' }));
    if (schema['~standard'].vendor !== 'zod') return unreadable(tool, schema);
  }
  if ('_def' in schema) return readZod3Schema(schema);
  return schema as JsonObject;
}

function isStandardSchema(value: object): value is StandardSchema {
  return '~standard' in value;
}

interface Zod4Schema {
  toJSONSchema(options: object): unknown;
}

function isZod4Schema(value: object): value is Zod4Schema {
  return (
    '_zod' in value && typeof (value as { toJSONSchema?: unknown }).toJSONSchema === 'function'
  );
}

/** The JSON of Zod 4 schemas that were read: none ever changes, its methods make another one. */
const zod4Texts = new WeakMap<Zod4Schema, string>();

/** Converts a schema once: for twenty tools that takes longer than the rest of a request. */
function readZod4Schema(schema: Zod4Schema): JsonObject {
  let text = zod4Texts.get(schema);
  if (text === undefined) {
    const options = { target: 'draft-7', io: 'input', reused: 'inline', unrepresentable: 'any' };
    text = JSON.stringify(closeObjects(schema.toJSONSchema(options)));
    zod4Texts.set(schema, text);
  }
  // Adapters of the AI SDK change the objects that they are given.
  return JSON.parse(text) as JsonObject;
}

function unreadable(tool: string, schema: unknown): never {
  throw new ConfigError(
    `The input schema of the tool "${tool}" is ${typeof schema === 'object' ? 'of a library that cannot describe itself as JSON Schema' : `a ${typeof schema}`}. ` +
      'Pass JSON Schema, a Zod schema, or the `jsonSchema()` of the AI SDK.',
  );
}

/**
 * The same schema with `additionalProperties: false` on every object that does not describe its
 * additional properties, as the AI SDK sends schemas that it converted.
 */
function closeObjects(schema: unknown): JsonObject {
  return isObject(schema) ? closeObject(schema) : {};
}

function closeObject(schema: JsonObject): JsonObject {
  const closed: JsonObject = { ...schema };
  const { type, additionalProperties } = closed;
  if (type === 'object' || (Array.isArray(type) && type.includes('object'))) {
    closed['additionalProperties'] = isObject(additionalProperties)
      ? closeObject(additionalProperties)
      : false;
    closeEach(closed, 'properties');
  }
  closeEach(closed, 'definitions');
  for (const key of ['items', 'anyOf', 'allOf', 'oneOf']) {
    if (closed[key] !== undefined) closed[key] = closeAny(closed[key]);
  }
  return closed;
}

function closeAny(schema: JsonValue): JsonValue {
  if (Array.isArray(schema)) return schema.map((item: JsonValue) => closeAny(item));
  return isObject(schema) ? closeObject(schema) : schema;
}

function closeEach(schema: JsonObject, key: 'properties' | 'definitions'): void {
  const map = schema[key];
  if (!isObject(map)) return;
  schema[key] = Object.fromEntries(
    Object.entries(map).map(([name, item]) => [name, closeAny(item ?? {})]),
  );
}

function isObject(value: unknown): value is JsonObject {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}
