/** The parts of JSON Schema that the document uses. */
interface Schema {
  $ref?: string;
  allOf?: Schema[];
  anyOf?: Schema[];
  oneOf?: Schema[];
  type?: string | string[];
  enum?: unknown[];
  description?: string;
  properties?: Record<string, Schema>;
  required?: string[];
  additionalProperties?: Schema | boolean;
  items?: Schema;
  default?: unknown;
}

/** An OpenAPI document. */
export interface ApiDocument {
  paths: Record<string, Record<string, { operationId?: string }>>;
  components: { schemas: Record<string, Schema> };
}

/** Declared by the engine, more exactly than by JSON Schema. */
const FROM_CORE: Readonly<Record<string, string>> = {
  ContextState: 'ContextState',
  ModelMessage: 'ModelMessage',
  RequestMessage: 'ModelMessage',
};
/** Described by the document, and not used by the client. */
const UNUSED = new Set([
  'Append',
  'Fork',
  'Health',
  'IdentifiedMessage',
  'Problem',
  'ReportedUsage',
  'Rewind',
]);

const HEAD = `/* Written by the server's tests from its OpenAPI document: \`vitest run --project services packages/server -u\`. */
/* oxlint-disable max-lines */
import type { ContextState, ModelMessage } from '@everlong/core';
`;

/** The source of the client's types and operations, from the server's document. */
export function clientApi({ paths, components }: ApiDocument): string {
  const text = JSON.stringify(components.schemas, describeReference);
  const schemas = JSON.parse(text) as Record<string, Schema>;
  const types = Object.entries(schemas)
    .filter(([name]) => !(name in FROM_CORE) && !UNUSED.has(name))
    .map(([name, schema]) => declaration(name, schema));

  /** A field without a description of its own has that of its type. */
  function describeReference(_key: string, value: unknown): unknown {
    const { $ref, description } = (value ?? {}) as Schema;
    if ($ref === undefined || description !== undefined) return value;
    return { ...(value as Schema), description: components.schemas[nameOf($ref)]?.description };
  }

  const operations = Object.entries(paths).flatMap(([path, methods]) =>
    Object.entries(methods)
      .filter(() => path.startsWith('/v1/'))
      .map(([method, { operationId }]) => `  ${operationId}: '${method.toUpperCase()} ${path}',`),
  );
  const table = [
    '/** Every call of the API that the client makes, by its name in the OpenAPI document. */',
    'export const operations = {',
    ...operations,
    '} as const;',
  ].join('\n');
  const operation =
    "/** The name of a call in the server's OpenAPI document. */\nexport type Operation = keyof typeof operations;";
  return `${[HEAD.trimEnd(), table, operation, ...types].join('\n\n')}\n`;
}

function declaration(name: string, schema: Schema): string {
  const [base, own = schema] = schema.allOf ?? [];
  const parent = base?.$ref === undefined ? '' : ` extends ${typeOf(base)}`;
  const doc = comment({ ...own, ...schema }, '');
  if (own.properties === undefined) return `${doc}export type ${name} = ${typeOf(schema)};`;
  return `${doc}export interface ${name}${parent} {\n${fieldsOf(own, '  ')}}`;
}

function fieldsOf({ properties = {}, required = [] }: Schema, indent: string): string {
  return Object.entries(properties)
    .map(([name, schema]) => {
      const isRequired = required.includes(name);
      const own = typeOf(schema, indent);
      const type = isRequired || own === 'unknown' ? own : `${own} | undefined`;
      return `${comment(schema, indent)}${indent}${name}${isRequired ? '' : '?'}: ${type};\n`;
    })
    .join('');
}

function typeOf(schema: Schema, indent = ''): string {
  const { $ref, type, items, properties, additionalProperties: others } = schema;
  if ($ref !== undefined) {
    return FROM_CORE[nameOf($ref)] ?? nameOf($ref);
  }
  if (schema.allOf) {
    // Beside the reference stands a description, or that it may be null.
    const [named = {}, added] = schema.allOf;
    return typeOf(named, indent) + (added?.type?.includes('null') ? ' | null' : '');
  }
  const choices = schema.anyOf ?? schema.oneOf;
  if (choices) return choices.map((each) => typeOf(each, indent)).join(' | ');
  if (schema.enum) return schema.enum.map(literal).join(' | ');
  if (Array.isArray(type)) {
    return type.map((each) => typeOf({ ...schema, type: each }, indent)).join(' | ');
  }
  if (type === 'array') return listOf(typeOf(items ?? {}, indent));
  if (type === 'integer') return 'number';
  if (type !== 'object') return type ?? 'unknown';
  if (properties === undefined) {
    return `Record<string, ${typeof others === 'object' ? typeOf(others, indent) : 'unknown'}>`;
  }
  if (Object.keys(properties).length === 0) return 'object';
  return `{\n${fieldsOf(schema, `${indent}  `)}${indent}}`;
}

function nameOf($ref: string): string {
  return $ref.slice($ref.lastIndexOf('/') + 1);
}

function listOf(item: string): string {
  return item.includes(' | ') && !item.endsWith('}') ? `(${item})[]` : `${item}[]`;
}

function literal(value: unknown): string {
  return typeof value === 'string' ? `'${value}'` : String(value);
}

function comment({ description, allOf, default: preset }: Schema, indent: string): string {
  const said = description ?? allOf?.[1]?.description;
  const isPlain = preset !== undefined && typeof preset !== 'object';
  const sentences = [said, isPlain ? `Default: ${JSON.stringify(preset)}.` : undefined];
  const text = sentences.filter((each) => each !== undefined).join(' ');
  return text === '' ? '' : `${indent}/** ${text} */\n`;
}
