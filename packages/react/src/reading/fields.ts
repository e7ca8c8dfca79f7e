/** Anything that came over the wire, read field by field. */
export type Fields = Readonly<Record<string, unknown>>;

/** The value as an object whose fields may be looked at; an empty one for everything else. */
export function fieldsOf(value: unknown): Fields {
  return typeof value === 'object' && value !== null ? (value as Fields) : {};
}

/** The list, or an empty one. */
export function listOf(value: unknown): readonly unknown[] {
  return Array.isArray(value) ? value : [];
}
