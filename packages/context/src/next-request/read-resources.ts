import { sha256Hex } from '@everlong/core/internal';

import type { FileInPlay } from './files-in-play.js';
import type { FoundFile } from './present-content.js';
import { problemText, type ResourceContent, type SessionHooks } from '../config/hooks.js';

/** For all files together: the next request waits for it. */
const TIMEOUT_MS = 3000;
const MAX_BYTES = 256 * 1024;
const TOO_LARGE = { kind: 'unread', problem: `it gave more than ${MAX_BYTES} bytes` } as const;

type Reader = NonNullable<SessionHooks['readResource']>;

/**
 * Asks the hook for files, all at once. Never rejects; what fails, hangs or is too much is unread.
 */
export async function readResources(
  read: Reader,
  files: readonly FileInPlay[],
  signal: AbortSignal | undefined,
): Promise<{ file: FileInPlay; found: FoundFile }[]> {
  const limit = new AbortController();
  const late = new Promise<'late'>((resolve) => {
    limit.signal.addEventListener('abort', () => resolve('late'), { once: true });
  });
  const timer = setTimeout(() => limit.abort(), TIMEOUT_MS);
  const stop = (): void => limit.abort();
  signal?.addEventListener('abort', stop, { once: true });
  const ask = async (path: string): Promise<FoundFile> => {
    try {
      const given = await Promise.race([
        (async () => read(path, { signal: limit.signal, maxBytes: MAX_BYTES }))(),
        late,
      ]);
      return await foundFile(limit.signal.aborted ? undefined : given, limit.signal.aborted);
    } catch (error) {
      return { kind: 'unread', problem: problemText(error) };
    }
  };
  try {
    return await Promise.all(files.map(async (file) => ({ file, found: await ask(file.path) })));
  } finally {
    clearTimeout(timer);
    signal?.removeEventListener('abort', stop);
    limit.abort();
  }
}

/** What went wrong, with the first file that it went wrong with; `undefined` if nothing did. */
export function problemIn(
  files: readonly { file: FileInPlay; found: FoundFile }[],
): string | undefined {
  const unread = files.flatMap(({ file, found }) =>
    found.kind === 'unread' ? [`${file.path}: ${found.problem}`] : [],
  );
  if (unread.length === 0) return undefined;
  return `${unread.length} of ${files.length} files were not read, first ${unread[0]}`;
}

async function foundFile(
  given: ResourceContent | undefined | null,
  isLate: boolean,
): Promise<FoundFile> {
  if (isLate) return { kind: 'unread', problem: `it took longer than ${TIMEOUT_MS} ms` };
  if (given === undefined || given === null) return { kind: 'gone' };
  if (typeof given !== 'string' && !(given instanceof Uint8Array)) {
    return { kind: 'unread', problem: 'it gave neither a string nor a Uint8Array' };
  }
  // No character takes more than three bytes for each of its code units.
  if (given.length > MAX_BYTES) return TOO_LARGE;
  const bytes = typeof given === 'string' ? new TextEncoder().encode(given) : given;
  if (bytes.length > MAX_BYTES) return TOO_LARGE;
  const hash = await sha256Hex(bytes);
  const text = typeof given === 'string' ? given : decode(bytes);
  return text === undefined
    ? { kind: 'bytes', sha256: hash }
    : { kind: 'text', text, sha256: hash };
}

function decode(bytes: Uint8Array): string | undefined {
  try {
    const text = new TextDecoder('utf-8', { fatal: true }).decode(bytes);
    return text.includes('\0') ? undefined : text;
  } catch {
    return undefined;
  }
}
