import { createHash } from 'node:crypto';
import type { RecordingFile } from './find-recordings.js';

/** A recording from stdin, named by what it holds: other content is another conversation. */
export async function pipedRecording(chunks: AsyncIterable<Uint8Array>): Promise<RecordingFile> {
  const read: Uint8Array[] = [];
  for await (const chunk of chunks) read.push(chunk);
  const content = Buffer.concat(read);
  const hash = createHash('sha256').update(content).digest('hex').slice(0, 12);
  return { path: `stdin-${hash}`, bytes: content.length, modifiedAt: Date.now(), content };
}
