import type { JsonObject } from '@everlong/core';

/** What a tool of an MCP server returns: `CallToolResult`. */
export interface McpToolResult {
  /** What the model reads, in order. */
  content: McpContent[];
  /** The result as data, where the tool declares its shape. */
  structuredContent?: JsonObject;
  /** Whether the tool failed. Default false. */
  isError?: boolean;
}

/** A piece of a result; pieces of kinds not named here are kept and written as they came. */
export type McpContent =
  | { type: 'text'; text: string }
  | { type: 'image' | 'audio'; data: string; mimeType: string }
  | { type: 'resource_link'; uri: string; name: string; mimeType?: string };

/** A tool as an MCP server lists it. */
export interface McpTool {
  name: string;
  description?: string;
  inputSchema: { type: 'object' } & JsonObject;
}
