import { isObject } from './is-object.js';

/** A value of another shape than its readers rely on. */
export interface ShapeFault {
  /** The place, from the checked value on. */
  path: readonly (string | number)[];
  /** The shape that belongs there. */
  expected: string;
  value: unknown;
}

/** Gives the first fault of a value, if it has one. */
export type ShapeCheck = (value: unknown) => ShapeFault | undefined;

export const text: ShapeCheck = must('a string', (value) => typeof value === 'string');
export const flag: ShapeCheck = must('true or false', (value) => typeof value === 'boolean');
export const anyObject: ShapeCheck = must('an object', isObject);
/** A function, whatever it takes. */
export const anyFunction: ShapeCheck = must('a function', (value) => typeof value === 'function');

/** A number in a range, which is not `NaN`. */
export function number(least = -Infinity, most = Infinity): ShapeCheck {
  const above = least === -Infinity ? '' : ` of at least ${least}`;
  const range = most === Infinity ? above : ` from ${least} to ${most}`;
  return must(
    `a number${range}`,
    (value) => typeof value === 'number' && value >= least && value <= most,
  );
}

/** A value for which the condition holds. */
export function must(expected: string, holds: (value: unknown) => boolean): ShapeCheck {
  return (value) => (holds(value) ? undefined : { path: [], expected, value });
}

/** A list whose items all pass the check. */
export function list(check: ShapeCheck, expected = 'a list'): ShapeCheck {
  return (value) => {
    if (!Array.isArray(value)) return { path: [], expected, value };
    for (let index = 0; index < value.length; index++) {
      const fault = check(value[index]);
      if (fault !== undefined) return within(index, fault);
    }
    return undefined;
  };
}

/** An object whose values all pass the check. */
export function entriesOf(check: ShapeCheck): ShapeCheck {
  return (value) => {
    if (!isObject(value)) return anyObject(value);
    for (const name of Object.keys(value)) {
      const fault = check(value[name]);
      if (fault !== undefined) return within(name, fault);
    }
    return undefined;
  };
}

/** An object with these fields, and any others. */
export function object(
  required: Readonly<Record<string, ShapeCheck>>,
  optional: Readonly<Record<string, ShapeCheck>> = {},
): ShapeCheck {
  const fields = Object.entries({ ...optional, ...required }).map(([name, check]) => ({
    name,
    check,
    isRequired: Object.hasOwn(required, name),
  }));
  return (value) => {
    if (!isObject(value)) return anyObject(value);
    for (const { name, check, isRequired } of fields) {
      const item = value[name];
      if (item === undefined && !isRequired) continue;
      const fault = check(item) ?? (isRequired && !(name in value) ? missing : undefined);
      if (fault !== undefined) return within(name, fault);
    }
    return undefined;
  };
}

const missing: ShapeFault = { path: [], expected: 'a value', value: undefined };

/** A fault of a part, as one of the whole. */
function within(place: string | number, fault: ShapeFault): ShapeFault {
  return { ...fault, path: [place, ...fault.path] };
}

/** A place as code writes it, such as `ranges[0].from`. */
export function showPath(path: ShapeFault['path']): string {
  return path
    .map((key) => (typeof key === 'number' ? `[${key}]` : `.${key}`))
    .join('')
    .replace(/^\./, '');
}
