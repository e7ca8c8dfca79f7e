import { isObject } from '../base/is-object.js';
import { type ToolKind, toolKind, type ToolKinds } from './tool-kind.js';

/**
 * Reads the kinds of tools from MCP's annotations, in a tool set or a list of named tools: one with
 * `readOnlyHint: true` only looks; one with `false`, or a `destructiveHint`, does not, whatever its
 * name says.
 */
export function annotatedKinds(tools: unknown): ToolKinds {
  if (typeof tools !== 'object' || tools === null) return {};
  const named: [unknown, unknown][] = Array.isArray(tools)
    ? tools.map((tool: unknown) => [isObject(tool) ? tool['name'] : undefined, tool])
    : Object.entries(tools);
  const kinds: Record<string, ToolKind> = {};
  for (const [name, tool] of named) {
    const hints = isObject(tool) ? tool['annotations'] : undefined;
    if (typeof name !== 'string' || !isObject(hints)) continue;
    const acts = hints['readOnlyHint'] === false || hints['destructiveHint'] === true;
    const byName = toolKind({ toolName: name, input: {} });
    if (hints['readOnlyHint'] === true) kinds[name] = 'read';
    else if (acts && (byName === 'read' || byName === 'search')) kinds[name] = 'other';
  }
  return kinds;
}
