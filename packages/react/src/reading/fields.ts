/** Anything that came over the wire, read field by field. */
export type Fields = Readonly<Record<string, unknown>>;

/** Tells whether the value is an object, whose fields can be read. */
export function isFields(value: unknown): value is Fields {
  return typeof value === 'object' && value !== null;
}

/** The value if it is an object, else an empty one. */
export function fieldsOf(value: unknown): Fields {
  return isFields(value) ? value : {};
}

/** The list, or an empty one. */
export function listOf(value: unknown): readonly unknown[] {
  return Array.isArray(value) ? value : [];
}
