import { ConfigError } from '@everlong/core';
import { checkList, checkNumber, checkOptions, showValue } from '@everlong/core/internal';

/** Throws `ConfigError`, with what the value is called, unless the value is what it must be. */
export type Check = (what: string, value: unknown) => void;

/** Checks of the fields of an object, by their names. */
export type Fields = Readonly<Record<string, Check>>;

export const anything: Check = () => undefined;

/** Checks by a test; the cure says what to give instead. */
export function such(test: (value: unknown) => boolean, cure: string): Check {
  return (what, value) => {
    if (!test(value)) throw new ConfigError(`${what} is ${showValue(value)}. ${cure}`);
  };
}

export const name = such(isName, 'Give a string that is not empty.');

export const isFunction = such((value) => typeof value === 'function', 'Give a function.');

export function isName(value: unknown): boolean {
  return typeof value === 'string' && value.trim() !== '';
}

/** Whether it names a file; SQLite ends a path at NUL and would open another one. */
export function isPath(value: unknown): boolean {
  return isName(value) && !(value as string).includes('\0');
}

export function oneOf(...choices: readonly unknown[]): Check {
  const cure = `Give ${choices.map((each) => showValue(each)).join(' or ')}.`;
  return such((value) => choices.includes(value), cure);
}

export function within(least: number, most?: number): Check {
  return (what, value) => checkNumber(what, value, least, most);
}

export function optional(check: Check): Check {
  return (what, value) => {
    if (value !== undefined) check(what, value);
  };
}

export function listOf(check: Check): Check {
  return (what, value) => {
    checkList(what, value);
    for (const each of value as readonly unknown[]) check(what, each);
  };
}

/** A check of an object with these fields and no others, which are called `name of what`. */
export function objectWith(fields: Fields): Check {
  return (what, value) => {
    checkOptions(what, value, fields);
    checkFields(what, value ?? {}, fields);
  };
}

export function checkFields(what: string, value: object, fields: Fields): void {
  for (const [field, check] of Object.entries(fields)) {
    check(`${field} of ${what}`, (value as Record<string, unknown>)[field]);
  }
}
