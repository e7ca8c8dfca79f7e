export const reads = { readOnlyHint: true, openWorldHint: false } as const;
export const writes = {
  readOnlyHint: false,
  destructiveHint: false,
  openWorldHint: false,
} as const;
export const deletes = {
  readOnlyHint: false,
  destructiveHint: true,
  openWorldHint: false,
} as const;

/** A result as text, which every client reads. */
export function answer(value: object) {
  return { content: [{ type: 'text' as const, text: JSON.stringify(value) }] };
}

/** The same for a tool with an output schema. */
export function structured<Value extends object>(value: Value) {
  return { ...answer(value), structuredContent: { ...value } };
}
