import type { Violation } from './violation.js';

/** Adds a violation of a rule. */
export type Report<Rule extends string> = (rule: Rule, path: string, message: string) => void;

/** A JSON object of a request body, not read yet. */
export type Fields = Record<string, unknown>;

/**
 * Reports what `check` finds in a body, in its order; anything but an object breaks `bodyRule`
 * alone.
 */
export function violationsOf<Rule extends string>(
  body: unknown,
  bodyRule: Rule,
  check: (body: Fields, report: Report<Rule>) => void,
): Violation[] {
  const violations: Violation[] = [];
  const report: Report<Rule> = (rule, path, message) => violations.push({ rule, path, message });
  if (isFields(body)) check(body, report);
  else report(bodyRule, '', `the body is ${kindOf(body)}`);
  return violations;
}

export function isFields(value: unknown): value is Fields {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

/** A text that is not empty. */
export function isText(value: unknown): value is string {
  return typeof value === 'string' && value.length > 0;
}

/** A text that JSON can be parsed from. */
export function isJson(value: unknown): boolean {
  try {
    if (typeof value !== 'string') return false;
    JSON.parse(value);
    return true;
  } catch {
    return false;
  }
}

/** The array itself; an empty one for anything else. */
export function listOf(value: unknown): unknown[] {
  return Array.isArray(value) ? value : [];
}

/** Names a value of the wrong type for a violation. */
export function kindOf(value: unknown): string {
  return Array.isArray(value) ? 'an array' : `of type ${typeof value}`;
}

/** Shows a value in a violation: the first 100 characters of a text, else the type. */
export function show(value: unknown): string {
  return typeof value === 'string' ? `"${value.slice(0, 100)}"` : kindOf(value);
}

/**
 * Tells whether `body` as JSON takes at most `limit` bytes of UTF-8. `false` if it is nested too
 * deep to be written as JSON: it cannot be sent either.
 */
export function fitsBytes(body: Fields, limit: number): boolean {
  try {
    const json = JSON.stringify(body);
    return json.length * 3 <= limit || new TextEncoder().encode(json).length <= limit;
  } catch {
    return false;
  }
}
