import type * as Sdk from 'ai';

/** The callbacks of a tool, which are not sent to a model. */
const ACTIVE = [
  'execute',
  'needsApproval',
  'onInputStart',
  'onInputDelta',
  'onInputAvailable',
  'toModelOutput',
] as const;

type Fields = Record<string, unknown>;

/**
 * Whether `schemaOnlyTools` can give these tools to a model: not tools that the provider runs,
 * whose description depends on the call, or in the format of another client.
 */
export function canSendSchemaOnly(tools: unknown): boolean {
  if (tools === undefined) return true;
  return namedTools(tools).every(([name, tool]) => {
    if (typeof name !== 'string' || typeof tool.description === 'function') return false;
    if (tool['type'] === 'provider' || tool['type'] === 'provider-defined') {
      return tool['isProviderExecuted'] === false;
    }
    return tool['inputSchema'] !== undefined;
  });
}

/**
 * The tools as `generateText` would send them, from a tool set or a list of named tools, but
 * without anything that runs when the model calls one.
 */
export function schemaOnlyTools(
  tools: unknown,
  jsonSchema: typeof Sdk.jsonSchema,
): Sdk.ToolSet | undefined {
  if (tools === undefined) return undefined;
  const schemaOnly = namedTools(tools).map(([name, tool]) => {
    const copy: Fields = { ...tool };
    for (const key of ACTIVE) delete copy[key];
    if (Array.isArray(tools)) delete copy['name'];
    const { inputSchema } = tool;
    if (isJsonSchema(inputSchema)) copy['inputSchema'] = jsonSchema(inputSchema);
    return [name, copy];
  });
  return Object.fromEntries(schemaOnly) as Sdk.ToolSet;
}

function namedTools(tools: unknown): [unknown, Fields][] {
  if (Array.isArray(tools)) return tools.map((tool: Fields) => [tool['name'], tool]);
  return Object.entries(tools as Record<string, Fields>);
}

/** Neither the SDK's own wrapper, nor a function that makes one, nor a Zod or Standard Schema. */
function isJsonSchema(schema: unknown): schema is Parameters<typeof Sdk.jsonSchema>[0] {
  if (typeof schema !== 'object' || schema === null) return false;
  return !['jsonSchema', '~standard', '_def', '_zod'].some((key) => key in schema);
}
