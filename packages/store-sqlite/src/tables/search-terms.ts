import { createHash } from 'node:crypto';

import { DEFAULT_TENANT, isPrefix, unspacedCharacters } from '@everlong/core/store-kit';

/**
 * Words as the index separates them, with the marks that follow their letters. Matching takes stack
 * for each character, so that a run of millions is taken for several words.
 */
const word = /[\p{L}\p{N}\p{Co}][\p{L}\p{N}\p{M}\p{Co}]{0,10000}/gu;

/** A character of a script without spaces, with the next one of the same run. */
const unspacedPair = new RegExp(`(${unspacedCharacters})(?=(${unspacedCharacters})?)`, 'gv');

/**
 * The beginning of a tenant's words in the index: they are counted, and so ranked, apart from
 * everybody else's. Those of the tenant `default` are as they are.
 */
export function tenantMark(tenant: string): string {
  if (tenant === DEFAULT_TENANT) return '';
  return `q${createHash('sha256').update(tenant).digest('hex').slice(0, 16)}q`;
}

/**
 * Text as the index takes it: runs of scripts without spaces become overlapping pairs of
 * characters and the last character alone, so that every character starts a token.
 */
export function indexableText(text: string, mark: string): string {
  const plain = text.replaceAll('\0', ' ').replace(unspacedPair, ' $1$2 ');
  return mark === '' ? plain : plain.replace(word, (each) => `${mark}${each}`);
}

/**
 * The FTS5 expression that finds rows with any of the terms. They are letters, digits and marks
 * only, each in quotes: nothing is an operator. A word matches all that begin with it, a single
 * character every pair that it starts.
 */
export function matchExpression(terms: readonly string[], mark: string): string {
  return terms
    .map((term) => `"${mark}${term}"${isPrefix(term) || isSingle(term) ? '*' : ''}`)
    .join(' OR ');
}

/** Tells whether it is one character of a script without spaces. */
function isSingle(term: string): boolean {
  return Array.from(term).length === 1 && term.search(unspacedPair) === 0;
}
