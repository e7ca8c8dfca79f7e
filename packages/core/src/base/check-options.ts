import { number, type ShapeCheck, type ShapeFault, showPath } from './check-shape.js';
import { ConfigError } from './errors.js';
import { fieldsOf } from './fields-of.js';
import { suggestion } from '../text/nearest-name.js';
import { showValue } from './show-value.js';

/** Every option of a type by its name, so that none can be omitted; the values have no meaning. */
export type OptionNames<Options> = Readonly<Record<keyof Options & string, unknown>>;

/** The same with the shape of each option's values; `true`: the caller checks them. */
export type OptionShapes<Options> = Readonly<Record<keyof Options & string, ShapeCheck | true>>;

/**
 * Throws `ConfigError` unless `options` is an object, or absent, of which every key is one of
 * `names`. `cures` says what to use instead of names that callers may know from other libraries.
 */
export function checkOptions<Options extends object>(
  caller: string,
  options: unknown,
  names: OptionNames<Options>,
  cures: Readonly<Record<string, string>> = {},
): void {
  if (options === undefined) return;
  if (typeof options !== 'object' || options === null || Array.isArray(options)) {
    throw notOptions(caller, options, names);
  }
  const unknown = Object.keys(options).find((name) => !Object.hasOwn(names, name));
  if (unknown === undefined) return;
  const allowed = Object.keys(names);
  const cure = Object.hasOwn(cures, unknown) ? ` ${cures[unknown]}` : suggestion(unknown, allowed);
  throw new ConfigError(
    `${caller} has no option ${JSON.stringify(unknown)}.${cure} ` +
      (allowed.length === 1
        ? `Its option is ${allowed[0]}.`
        : `Its options: ${allowed.join(', ')}.`),
  );
}

/** As `checkOptions`, and for values of another shape. */
export function checkShapes<Options extends object>(
  caller: string,
  options: unknown,
  shapes: OptionShapes<Options>,
  cures?: Readonly<Record<string, string>>,
): void {
  checkOptions<Options>(caller, options, shapes, cures);
  for (const [name, check] of Object.entries<ShapeCheck | true>(shapes)) {
    const value = fieldsOf(options)[name];
    const fault = value === undefined || check === true ? undefined : check(value);
    if (fault === undefined) continue;
    throw refused(`${showPath([name, ...fault.path])} of ${caller}`, fault);
  }
}

/** The error to throw for a value of another shape. */
function refused(what: string, { expected, value }: ShapeFault): ConfigError {
  return new ConfigError(`${what} must be ${expected}, not ${showValue(value)}.`);
}

/** As `checkOptions`, for options that must be there. */
export function requireOptions<Options extends object>(
  caller: string,
  options: unknown,
  names: OptionNames<Options>,
  cures?: Readonly<Record<string, string>>,
): void {
  if (options === undefined) throw notOptions(caller, options, names);
  checkOptions(caller, options, names, cures);
}

/** Throws `ConfigError` unless the value is a number from `least` to `most`. */
export function checkNumber(name: string, value: unknown, least: number, most = Infinity): void {
  const fault = number(least, most)(value);
  if (fault !== undefined) throw refused(name, fault);
}

/** Throws `ConfigError` unless the value is a string. */
export function checkString(what: string, value: unknown): void {
  if (typeof value === 'string') return;
  throw new ConfigError(`${what} must be a string, not ${showValue(value)}.`);
}

/** Throws `ConfigError` unless the value is a list. */
export function checkList(what: string, value: unknown): void {
  if (Array.isArray(value)) return;
  throw new ConfigError(`${what} must be a list, not ${showValue(value)}.`);
}

/** Throws `ConfigError` unless the value is true, false or absent. */
export function checkSwitch(what: string, value: unknown): void {
  if (value === undefined || typeof value === 'boolean') return;
  throw new ConfigError(`${what} must be true or false, not ${showValue(value)}.`);
}

/** Throws `ConfigError` unless the value is an abort signal or absent. */
export function checkSignal(caller: string, signal: unknown): void {
  if (signal === undefined || signal instanceof AbortSignal) return;
  throw new ConfigError(
    `The abortSignal of ${caller} must be an AbortSignal, such as that of an AbortController, not ` +
      `${showValue(signal)}.`,
  );
}

function notOptions(caller: string, options: unknown, names: object): ConfigError {
  const allowed = Object.keys(names).join(', ');
  return new ConfigError(
    `${caller} takes an object of options (${allowed}), not ${describe(options)}.`,
  );
}

function describe(value: unknown): string {
  return Array.isArray(value) ? 'a list' : showValue(value);
}
