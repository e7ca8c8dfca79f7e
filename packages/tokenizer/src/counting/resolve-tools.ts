import { ConfigError, type JsonObject } from '@everlong/core';
import { showValue } from '@everlong/core/internal';

import { readSchema } from './read-schema.js';

/** A tool as it is sent to a provider. */
export interface ResolvedTool {
  name: string;
  /** Also absent if the tool computes it for each call. */
  description?: string;
  /** JSON Schema, draft 7. */
  inputSchema: JsonObject;
}

/** A tool of the AI SDK, or of any client that uses the same names. */
interface ToolLike {
  name?: string | undefined;
  description?: unknown;
  /** JSON Schema, `jsonSchema()`, a Zod schema or any Standard Schema. */
  inputSchema?: unknown;
  /** The older name of `inputSchema`. */
  parameters?: unknown;
  /** The id and settings of a tool that the provider itself defines; it has no schema of ours. */
  id?: string;
  args?: unknown;
}

/** A `ToolSet` of the AI SDK (name to tool), or a list of named tools. */
export type ToolsInput = Readonly<Record<string, object>> | ReadonlyArray<object>;

/**
 * Name, description and JSON Schema of each tool, in the caller's order, as the AI SDK would send
 * them (Zod and Standard Schemas as draft 7 of their input, closed objects). A schema of Zod 4 is
 * converted once: what a registry of Zod learns about it later is not seen.
 * Throws `ConfigError` for what is no tools, such as a promise of them or a Map, for a tool without
 * name and for a schema that can only be read asynchronously; `loadTools` reads those too.
 */
export function resolveTools(tools: ToolsInput): ResolvedTool[] {
  return namedTools(tools).map(([name, tool]) => {
    const schema = readSchema(name, schemaOf(tool));
    if (isPromiseLike(schema)) {
      throw new ConfigError(
        `The input schema of the tool "${name}" is a promise. Pass \`await loadTools(tools)\` instead.`,
      );
    }
    return resolved(name, tool, schema);
  });
}

/** `resolveTools` for schemas that load asynchronously. The result is itself a list of tools. */
export async function loadTools(tools: ToolsInput): Promise<ResolvedTool[]> {
  return Promise.all(
    namedTools(tools).map(async ([name, tool]) =>
      resolved(name, tool, await readSchema(name, schemaOf(tool))),
    ),
  );
}

function namedTools(tools: ToolsInput): Array<[string, ToolLike]> {
  if (!Array.isArray(tools)) {
    checkToolSet(tools);
    // What an MCP server answers to `tools/list`.
    const { tools: listed } = tools as { tools?: unknown };
    if (Array.isArray(listed)) return namedTools(listed as object[]);
    for (const [name, tool] of Object.entries(tools)) checkTool(`"${name}"`, tool);
    return Object.entries(tools as Record<string, ToolLike>);
  }
  for (const [index, tool] of tools.entries()) checkTool(`at index ${index}`, tool);
  return (tools as ToolLike[]).flatMap(declaredTools).map((item, index): [string, ToolLike] => {
    // The shape of OpenAI's own API wraps the tool.
    const inner = (item as { function?: ToolLike }).function;
    const tool = typeof inner === 'object' && inner !== null ? inner : item;
    const hosted = hostedName(tool);
    if (hosted !== undefined) return [hosted, { id: hosted, args: tool }];
    if (typeof tool.name !== 'string' || tool.name === '') {
      throw new ConfigError(`The tool at index ${index} has no name. Give each tool a \`name\`.`);
    }
    return [tool.name, tool];
  });
}

/** Anything else has no entries, or others than tools: it would count as no tools. */
function checkToolSet(tools: unknown): void {
  if (isPlainObject(tools) && !isPromiseLike(tools)) return;
  throw new ConfigError(
    `Tools must be an object of tools by name, or a list, not ${describe(tools)}. ${cureOf(tools)}`,
  );
}

function checkTool(which: string, tool: unknown): void {
  if (typeof tool === 'object' && tool !== null && !isPromiseLike(tool)) return;
  const cure = isPromiseLike(tool) ? 'Await it.' : 'Leave it out, or give { inputSchema }.';
  throw new ConfigError(`The tool ${which} must be an object, not ${describe(tool)}. ${cure}`);
}

function isPlainObject(value: unknown): boolean {
  if (typeof value !== 'object' || value === null) return false;
  const prototype: unknown = Object.getPrototypeOf(value);
  // Of another realm, such as a test runner's, `Object` is another one.
  return prototype === null || Object.getPrototypeOf(prototype) === null;
}

function describe(value: unknown): string {
  if (isPromiseLike(value)) return 'a promise';
  if (typeof value !== 'object' || value === null) return showValue(value);
  return isPlainObject(value) ? showValue(value) : `a ${value.constructor.name}`;
}

function cureOf(tools: unknown): string {
  if (isPromiseLike(tools)) return 'Await it.';
  if (tools instanceof Map) return 'Pass Object.fromEntries(tools).';
  if (tools instanceof Set) return 'Pass [...tools].';
  return tools === null ? 'Leave tools out where there are none.' : 'Pass { name: tool }.';
}

/** Gemini lists functions within one tool. */
function declaredTools(tool: ToolLike): ToolLike[] {
  const { functionDeclarations } = tool as { functionDeclarations?: unknown };
  return Array.isArray(functionDeclarations) ? (functionDeclarations as ToolLike[]) : [tool];
}

/** The name of a provider's own tool that has none: `web_search` of `{ type: 'web_search' }`. */
function hostedName(tool: ToolLike & { type?: unknown }): string | undefined {
  if (tool.name !== undefined || schemaOf(tool) !== undefined) return undefined;
  if (typeof tool.type === 'string') return tool.type;
  const [key, ...others] = Object.keys(tool);
  const value = key === undefined ? undefined : (tool as Record<string, unknown>)[key];
  return others.length === 0 && typeof value === 'object' ? key : undefined;
}

function schemaOf(tool: ToolLike): unknown {
  if (tool.inputSchema === undefined && tool.parameters === undefined && tool.id !== undefined) {
    return { id: tool.id, args: tool.args ?? {} };
  }
  // The spellings of Anthropic's and Gemini's own APIs.
  const { input_schema, parametersJsonSchema } = tool as Record<string, unknown>;
  return tool.inputSchema ?? tool.parameters ?? input_schema ?? parametersJsonSchema;
}

function resolved(name: string, tool: ToolLike, inputSchema: JsonObject): ResolvedTool {
  // A description may be a function of the call's context, which is not known here.
  return typeof tool.description === 'string'
    ? { name, description: tool.description, inputSchema }
    : { name, inputSchema };
}

function isPromiseLike(value: unknown): value is PromiseLike<unknown> {
  return typeof (value as { then?: unknown } | null | undefined)?.then === 'function';
}
