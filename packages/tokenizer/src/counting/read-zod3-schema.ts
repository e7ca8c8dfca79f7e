import type { JsonObject, JsonValue } from '@everlong/core';

interface Zod3Definition {
  typeName?: string;
  description?: string;
  shape?: () => Record<string, Zod3Schema>;
  type?: Zod3Schema;
  innerType?: Zod3Schema;
  schema?: Zod3Schema;
  valueType?: Zod3Schema;
  options?: Zod3Schema[] | Map<unknown, Zod3Schema>;
  items?: Zod3Schema[];
  left?: Zod3Schema;
  right?: Zod3Schema;
  values?: JsonValue[] | Record<string, JsonValue>;
  value?: JsonValue;
  getter?: () => Zod3Schema;
  checks?: Array<{ kind: string; value?: JsonValue }>;
}

interface Zod3Schema {
  _def: Zod3Definition;
}

const MAX_DEPTH = 16;

/**
 * JSON Schema of a Zod 3 schema, which cannot describe itself. Covers the types that tools use;
 * an unknown type accepts anything (`{}`), and so does what lies deeper than 16 levels.
 */
export function readZod3Schema(schema: object): JsonObject {
  return read(schema as Zod3Schema, 0);
}

function read(schema: Zod3Schema, depth: number): JsonObject {
  if (depth > MAX_DEPTH) return {};
  const definition = schema._def;
  const body = readDefinition(definition, (inner) => (inner ? read(inner, depth + 1) : {}));
  return definition.description === undefined
    ? body
    : { ...body, description: definition.description };
}

type ReadInner = (schema: Zod3Schema | undefined) => JsonObject;

function readDefinition(definition: Zod3Definition, inner: ReadInner): JsonObject {
  switch (definition.typeName) {
    case 'ZodString':
      return { type: 'string' };
    case 'ZodNumber':
      return { type: definition.checks?.some(({ kind }) => kind === 'int') ? 'integer' : 'number' };
    case 'ZodBigInt':
      return { type: 'integer' };
    case 'ZodBoolean':
      return { type: 'boolean' };
    case 'ZodNull':
      return { type: 'null' };
    case 'ZodDate':
      return { type: 'string', format: 'date-time' };
    case 'ZodLiteral':
      return { const: definition.value ?? null };
    case 'ZodEnum':
    case 'ZodNativeEnum':
      return { enum: Object.values(definition.values ?? []) };
    case 'ZodObject':
      return readObject(definition, inner);
    case 'ZodArray':
    case 'ZodSet':
      return { type: 'array', items: inner(definition.type ?? definition.valueType) };
    case 'ZodTuple':
      return { type: 'array', items: (definition.items ?? []).map(inner) };
    case 'ZodRecord':
    case 'ZodMap':
      return { type: 'object', additionalProperties: inner(definition.valueType) };
    case 'ZodUnion':
    case 'ZodDiscriminatedUnion':
      return { anyOf: Array.from(definition.options?.values() ?? [], inner) };
    case 'ZodIntersection':
      return { allOf: [inner(definition.left), inner(definition.right)] };
    case 'ZodNullable':
      return { anyOf: [inner(definition.innerType), { type: 'null' }] };
    case 'ZodOptional':
    case 'ZodDefault':
    case 'ZodCatch':
    case 'ZodReadonly':
      return inner(definition.innerType);
    case 'ZodBranded':
      return inner(definition.type);
    case 'ZodEffects':
      return inner(definition.schema);
    case 'ZodLazy':
      return inner(definition.getter?.());
    default:
      return {};
  }
}

function readObject(definition: Zod3Definition, inner: ReadInner): JsonObject {
  const shape = Object.entries(definition.shape?.() ?? {});
  const required = shape
    .filter(([, field]) => !['ZodOptional', 'ZodDefault'].includes(field._def.typeName ?? ''))
    .map(([name]) => name);
  return {
    type: 'object',
    properties: Object.fromEntries(shape.map(([name, field]) => [name, inner(field)])),
    ...(required.length > 0 ? { required } : {}),
    additionalProperties: false,
  };
}
