import { globSync } from 'node:fs';
import { join } from 'node:path';

/** The normalized sessions of the corpus, which stands beside the repository or in EVERLONG_CORPUS. */
export const corpus: string = join(
  process.env['EVERLONG_CORPUS'] ?? join(import.meta.dirname, '../../../../shared/corpus'),
  'normalized',
);

/** The files that were named, or else those of the corpus that fit the pattern, in order. */
export function corpusFiles(named: readonly string[], pattern = '*/*.gz'): string[] {
  return named.length > 0 ? [...named] : globSync(join(corpus, pattern)).toSorted();
}
