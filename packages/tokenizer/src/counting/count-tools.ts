import { jsonText } from '@everlong/core/internal';

import type { FrameCosts } from './frame-costs.js';
import { resolveTools, type ToolsInput } from './resolve-tools.js';

/**
 * Tokens of tool definitions in a prompt: name, description and schema as JSON, and what the
 * provider adds. 0 for no tools. Throws what `resolveTools` throws.
 */
export function countTools(
  countText: (text: string) => number,
  costs: FrameCosts,
  tools: ToolsInput,
): number {
  const resolved = resolveTools(tools);
  if (resolved.length === 0) return 0;
  return resolved.reduce(
    (sum, { name, description, inputSchema }) =>
      sum +
      costs.tool +
      countText(name) +
      countText(description ?? '') +
      countText(jsonText(inputSchema)),
    costs.tools,
  );
}
