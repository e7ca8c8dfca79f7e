/** Anything that survives `JSON.parse(JSON.stringify(value))` unchanged. */
export type JsonValue =
  | null
  | string
  | number
  | boolean
  | Readonly<JsonObject>
  | readonly JsonValue[];

/** A JSON object; a property may be absent but is never another type. */
export type JsonObject = { [key: string]: JsonValue | undefined };
