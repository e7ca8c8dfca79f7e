import { ConfigError } from '@everlong/core';
import { showPart } from '@everlong/core/internal';

import type { Language } from './language.js';

/** What each part of a language must be, and whether it is. */
const PARTS: Readonly<Record<keyof Language, readonly [string, (part: unknown) => boolean]>> = {
  stopWords: ['a Set', (part) => part instanceof Set],
  askingWords: ['a Set', (part) => part instanceof Set],
  lemmas: ['a Map', (part) => part instanceof Map],
  related: ['a Map', (part) => part instanceof Map],
  cues: ['a list', (part) => Array.isArray(part)],
  asksPast: ['a RegExp', (part) => part instanceof RegExp],
  stem: ['a function', (part) => typeof part === 'function'],
};

/** Throws `ConfigError` unless it has all parts of a language. */
export function checkLanguage(language: unknown): void {
  const given = (typeof language === 'object' ? language : undefined) as
    | Readonly<Record<string, unknown>>
    | null
    | undefined;
  for (const [name, [what, fits]] of Object.entries(PARTS)) {
    if (fits(given?.[name])) continue;
    const shown = given ? `its ${name} is ${showPart(given[name])}` : `not ${showPart(language)}`;
    throw new ConfigError(
      `The language of createMemory must have ${name}, ${what}: ${shown}. ` +
        'Start from a copy of `english`.',
    );
  }
}
