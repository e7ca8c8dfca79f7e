/** A wrong argument as its error shows it: as JSON, at most 80 characters. */
export function showArgument(value: unknown): string {
  const text = typeof value === 'number' ? String(value) : (JSON.stringify(value) ?? String(value));
  return text.length > 80 ? `${text.slice(0, 80)}…` : text;
}
