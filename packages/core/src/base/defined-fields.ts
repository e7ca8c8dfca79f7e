/** The same fields, those that may be `undefined` optional instead. */
type DefinedFields<Fields> = {
  [Name in keyof Fields as undefined extends Fields[Name] ? never : Name]: Fields[Name];
} & {
  [Name in keyof Fields as undefined extends Fields[Name] ? Name : never]?: Exclude<
    Fields[Name],
    undefined
  >;
};

/**
 * A copy without the fields that are `undefined`: a field that is not there and one without a value
 * are two things to a spread, to JSON and to `exactOptionalPropertyTypes`.
 */
export function definedFields<Fields extends object>(fields: Fields): DefinedFields<Fields> {
  const entries = Object.entries(fields).filter(([, value]) => value !== undefined);
  return Object.fromEntries(entries) as DefinedFields<Fields>;
}
