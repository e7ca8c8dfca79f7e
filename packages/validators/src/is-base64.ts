/**
 * Base64 with its padding. Repetitions are avoided: over megabytes they overflow the engine's
 * stack.
 */
export function isBase64(value: unknown): value is string {
  if (typeof value !== 'string' || value === '' || value.length % 4 !== 0) return false;
  const padding = value.endsWith('==') ? 2 : value.endsWith('=') ? 1 : 0;
  return !/[^A-Za-z0-9+/]/.test(value.slice(0, value.length - padding));
}
