import type { ValueKind } from '@everlong/core';

import type { ExtractedValue } from '../values/extracted-value.js';

/** A value that was given under a name: `port: 8080`, `TIMEOUT=30s`, `react@19.0.0`. */
export interface StatedValue {
  /** In lower case, `-` as `_`. */
  name: string;
  value: string;
}

/** A value and the one that replaces it. */
export interface Replacement {
  old: string;
  by: string;
}

/** Kinds whose value can change while the name stays; a new path or code name is another thing. */
const replaceable: ReadonlySet<ValueKind> = new Set([
  'version',
  'port',
  'number',
  'date',
  'hash',
  'uuid',
  'url',
  'email',
]);

/** The maximum distance between a value and the name before it, in UTF-16 units. */
const REACH = 48;
const named =
  /(?:^|[\s"'`({,;])-{0,2}([A-Za-z][\w.-]{1,39})["'`*]{0,3}(?:\s{0,2}(?:=>|:=|[:=])\s{0,2}|\s+(?:is(?: now)?|to|should be|=)\s+|\s+)["'`*]{0,3}$/;
/** Words that name a value even without a sign between them. */
const bareNames =
  /^(?:port|version|timeout|limit|size|budget|quota|threshold|deadline|retries|revision|commit)$/i;
const withSign = /(?:[:=]|\s(?:is(?: now)?|to|should be))\s*["'`*]{0,3}$/;
const packageVersion = /^(@?[\w.-]+(?:\/[\w.-]+)?)@v?\d[\w.-]*$/;

/** The values that a text gives under a name, in order. */
export function statedValues(text: string, values: readonly ExtractedValue[]): StatedValue[] {
  return values.flatMap(({ kind, value, start }) => {
    const spec = kind === 'identifier' ? packageVersion.exec(value)?.[1] : undefined;
    if (spec !== undefined) return [{ name: spec, value }];
    if (!replaceable.has(kind)) return [];
    const before = text.slice(Math.max(0, start - REACH), start);
    const line = before.slice(before.lastIndexOf('\n') + 1);
    const name = named.exec(line)?.[1];
    if (name === undefined || !(withSign.test(line) || bareNames.test(name))) return [];
    return [{ name: name.toLowerCase().replaceAll('-', '_'), value }];
  });
}

const insteadOf = /^["'`*,]{0,3}\s(?:instead of|rather than|in place of|, not)\s/i;
const became = /^["'`*]{0,3}\s(?:to|->|=>|→|with|by)\s/i;
const change =
  /\b(?:chang|updat|upgrad|downgrad|bump|mov|switch|rais|lower|increas|decreas|replac|from)\w*\b[^.\n]{0,60}$/i;

/**
 * The replacements that a sentence states: `8080 instead of 3000`, `bump it from 1.2.0 to 1.3.0`.
 * Both values are of one kind, on one line and close together.
 */
export function statedReplacements(text: string, values: readonly ExtractedValue[]): Replacement[] {
  const found: Replacement[] = [];
  for (let index = 1; index < values.length; index++) {
    const [left, right] = [values[index - 1], values[index]];
    if (left === undefined || right === undefined || left.value === right.value) continue;
    if (!alike(left.kind, right.kind) || right.start - left.end > 24) continue;
    const between = text.slice(left.end, right.start);
    if (insteadOf.test(between)) found.push({ old: right.value, by: left.value });
    else if (
      became.test(between) &&
      change.test(text.slice(Math.max(0, left.start - 80), left.start))
    ) {
      found.push({ old: left.value, by: right.value });
    }
  }
  return found;
}

function alike(left: ValueKind, right: ValueKind): boolean {
  const numeric = (kind: ValueKind): boolean => kind === 'number' || kind === 'port';
  return replaceable.has(left) && (left === right || (numeric(left) && numeric(right)));
}
