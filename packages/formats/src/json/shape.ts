import { type Fields, isFields } from './json-fields.js';

/** A value that a format never has in its place. */
export interface Misfit {
  /** Its place in the value that was checked. */
  path: readonly (string | number)[];
  /** What the format has there, in words. */
  expected: string;
  found: unknown;
}

/**
 * What a format has in a place: returns the first value of another kind. Fields that it does not
 * name hold anything.
 */
export type Shape = (value: unknown) => Misfit | undefined;

export const anything: Shape = () => undefined;
export const aString = demand('a string', (value) => typeof value === 'string');
export const aBoolean = demand('true or false', (value) => typeof value === 'boolean');
export const anObject = demand('an object', isFields);
const aList = demand('a list', Array.isArray);

function demand(expected: string, isRight: (value: unknown) => boolean): Shape {
  return (value) => (isRight(value) ? undefined : { path: [], expected, found: value });
}

/** One of these strings. */
export function oneOf(...words: readonly string[]): Shape {
  const quoted = words.map((word) => `"${word}"`);
  const expected = [quoted.slice(0, -1).join(', '), quoted.at(-1)].filter(Boolean).join(' or ');
  return demand(expected, (value) => words.includes(value as string));
}

/** The same, or nothing: absent or `null`. */
export function optional(shape: Shape): Shape {
  return (value) => (isAbsent(value) ? undefined : shape(value));
}

/** Whether a field says nothing. */
export function isAbsent(value: unknown): boolean {
  return value === undefined || value === null;
}

/** A string, or what `shape` takes. */
export function stringOr(shape: Shape): Shape {
  return (value) => {
    const misfit = typeof value === 'string' ? undefined : shape(value);
    if (misfit === undefined || misfit.path.length > 0) return misfit;
    return { ...misfit, expected: `a string or ${misfit.expected}` };
  };
}

/** A list of such values. */
export function listOf(item: Shape): Shape {
  return (value) => {
    const misfit = aList(value);
    if (misfit !== undefined) return misfit;
    for (const [index, each] of (value as unknown[]).entries()) {
      const inner = item(each);
      if (inner !== undefined) return within(index, inner);
    }
    return undefined;
  };
}

/** An object with these fields. */
export function fields(shapes: Readonly<Record<string, Shape>>): Shape {
  const named = Object.entries(shapes);
  return (value) => {
    const misfit = anObject(value);
    if (misfit !== undefined) return misfit;
    for (const [key, shape] of named) {
      const inner = shape((value as Fields)[key]);
      if (inner !== undefined) return within(key, inner);
    }
    return undefined;
  };
}

/** An object whose field `field` names its kind; a kind that is not listed has the shape `other`. */
export function byKind(
  field: string,
  kinds: Readonly<Record<string, Shape>>,
  other: Shape = anything,
): Shape {
  const named = fields({ [field]: aString });
  return (value) => {
    const misfit = named(value);
    if (misfit !== undefined) return misfit;
    const kind = (value as Fields)[field] as string;
    return ((Object.hasOwn(kinds, kind) ? kinds[kind] : undefined) ?? other)(value);
  };
}

/** A block of content, by its `type`; one without a type, as some agents write, holds anything. */
export function blockOf(kinds: Readonly<Record<string, Shape>>, other: Shape = anything): Shape {
  const typed = byKind('type', kinds, other);
  return (value) => (isFields(value) && isAbsent(value['type']) ? other : typed)(value);
}

/** An object whose values are all like this. */
export function recordOf(item: Shape): Shape {
  return (value) => {
    const misfit = anObject(value);
    if (misfit !== undefined) return misfit;
    return fields(Object.fromEntries(Object.keys(value as Fields).map((key) => [key, item])))(
      value,
    );
  };
}

function within(key: string | number, { path, ...misfit }: Misfit): Misfit {
  return { ...misfit, path: [key, ...path] };
}
