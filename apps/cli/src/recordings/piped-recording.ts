import { createHash } from 'node:crypto';
import { createWriteStream } from 'node:fs';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pipeline } from 'node:stream/promises';
import type { RecordingFile } from './find-recordings.js';

/** A recording from stdin, which may be read only once: in a file, until it is removed. */
export interface PipedRecording extends RecordingFile {
  remove(): Promise<void>;
}

/**
 * A recording from stdin, named by what it holds: other content is another conversation. Rejects at
 * the signal.
 */
export async function pipedRecording(
  chunks: AsyncIterable<Uint8Array>,
  signal: AbortSignal,
): Promise<PipedRecording> {
  const folder = await mkdtemp(join(tmpdir(), 'everlong-stdin-'));
  const remove = (): Promise<void> => rm(folder, { recursive: true, force: true });
  const content = join(folder, 'stdin');
  const hash = createHash('sha256');
  let bytes = 0;
  async function* counted(): AsyncGenerator<Uint8Array> {
    for await (const chunk of chunks) {
      hash.update(chunk);
      bytes += chunk.length;
      yield chunk;
    }
  }
  try {
    await pipeline(counted, createWriteStream(content), { signal });
  } catch (error) {
    await remove();
    throw error;
  }
  const path = `stdin-${hash.digest('hex').slice(0, 12)}`;
  return { path, bytes, modifiedAt: Date.now(), content, remove };
}
