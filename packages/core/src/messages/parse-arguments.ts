/**
 * The arguments of a tool call: an object, or JSON text as providers write it. An empty text means
 * none; text that is not JSON, such as that of a truncated call, stays text.
 */
export function parseArguments(args: unknown): unknown {
  if (typeof args !== 'string') return args ?? {};
  if (args.trim() === '') return {};
  try {
    const value: unknown = JSON.parse(args);
    return typeof value === 'object' && value !== null ? value : args;
  } catch {
    return args;
  }
}
