import { existsSync, globSync } from 'node:fs';
import { join } from 'node:path';

/** The folder of the recorded sessions: `EVERLONG_CORPUS`, else beside the repository. */
export const corpus: string =
  process.env['EVERLONG_CORPUS'] ?? join(import.meta.dirname, '../../../../shared/corpus');

/** True if there are recorded sessions on this machine. */
export const hasCorpus: boolean = existsSync(join(corpus, 'normalized'));

/** Normalized sessions that fit the pattern, in order; none where there is no corpus. */
export function corpusFiles(pattern = '*/*.gz'): string[] {
  return globSync(join(corpus, 'normalized', pattern)).toSorted();
}
