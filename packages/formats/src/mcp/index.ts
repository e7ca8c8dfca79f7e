export { read, tools, write } from './mcp.js';
export type { McpContent, McpTool, McpToolResult } from './tool-result.js';
export type { Loss, LossKind, WriteOptions } from '../messages/loss.js';
