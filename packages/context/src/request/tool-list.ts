import type { JsonObject } from '@everlong/core';
import { resolveTools, type ToolsInput } from '@everlong/tokenizer';

/** Tools of whatever shape by name, description and JSON Schema, as they are sent. */
export function toolList(tools: unknown): JsonObject[] {
  return resolveTools((tools ?? []) as ToolsInput).map(({ name, description, inputSchema }) => ({
    name,
    ...(description === undefined ? {} : { description }),
    inputSchema,
  }));
}
