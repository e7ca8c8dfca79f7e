import { spawn } from 'node:child_process';
import { createJsonlStore } from '@everlong/store-jsonl';
import { createSqliteStore } from '@everlong/store-sqlite';
import type { LargeRecording } from './large-recording.js';
import { bin } from './spawn-cli.js';

/** Prints the most memory that the process had, in kilobytes, on a line of its own. */
const reporter =
  'data:text/javascript,process.on("exit",()=>console.error("peak "+process.resourceUsage().maxRSS))';

interface BoundedImport {
  folder: string;
  /** The most memory for objects. */
  heapMb: number;
  /** `jsonl` or `sqlite`. */
  store: string;
}

/** Imports a file in a process of its own with a bounded heap; rejects where the import fails. */
export async function importBounded(
  file: string,
  { folder, heapMb, store }: BoundedImport,
): Promise<{ stored: LargeRecording; peakMb: number; seconds: number; output: string }> {
  const startedMs = performance.now();
  const child = spawn(
    process.execPath,
    [
      `--max-old-space-size=${heapMb}`,
      '--import',
      reporter,
      bin,
      'import',
      file,
      '--dir',
      folder,
      '--store',
      store,
    ],
    { cwd: folder, stdio: ['ignore', 'ignore', 'pipe'] },
  );
  let output = '';
  child.stderr.setEncoding('utf8').on('data', (text: string) => (output += text));
  const { promise, resolve } = Promise.withResolvers<number | null>();
  child.on('close', resolve);
  const code = await promise;
  if (code !== 0) throw new Error(`The import ended with ${code}:\n${output}`);
  const seconds = (performance.now() - startedMs) / 1000;
  const peakMb = Math.round(Number(/^peak (\d+)$/m.exec(output)?.[1]) / 1024);
  return { stored: await readStored(folder, store), peakMb, seconds, output };
}

async function readStored(folder: string, kind: string): Promise<LargeRecording> {
  const opened =
    kind === 'sqlite'
      ? createSqliteStore({ path: `${folder}/sessions.db` })
      : createJsonlStore({ directory: `${folder}/sessions` });
  try {
    const sessions = await opened.listSessions();
    const found = { sessions: sessions.length, entries: 0, inputTokens: 0, outputTokens: 0 };
    for (const { id } of sessions) {
      for await (const { usage } of opened.read(id)) {
        found.entries++;
        found.inputTokens += usage?.inputTokens ?? 0;
        found.outputTokens += usage?.outputTokens ?? 0;
      }
    }
    return found;
  } finally {
    await opened.close();
  }
}
