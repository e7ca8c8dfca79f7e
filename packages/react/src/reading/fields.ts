/** Anything that came over the wire, read field by field. */
export type Fields = Readonly<Record<string, unknown>>;

/** The value if it is an object, else an empty one. */
export function fieldsOf(value: unknown): Fields {
  return typeof value === 'object' && value !== null ? (value as Fields) : {};
}

/** The list, or an empty one. */
export function listOf(value: unknown): readonly unknown[] {
  return Array.isArray(value) ? value : [];
}
