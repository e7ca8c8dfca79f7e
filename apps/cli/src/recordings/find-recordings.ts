import { readdir, stat } from 'node:fs/promises';
import { dirname, join, relative, sep } from 'node:path';
import { isMissingFile } from '../errors/missing-file.js';
import type { KnownTool } from './usual-places.js';

/** A file that may hold recorded conversations. */
export interface RecordingFile {
  path: string;
  bytes: number;
  /** Milliseconds since 1970. */
  modifiedAt: number;
  /** The file that holds what came from elsewhere. */
  content?: string;
}

/** What a program has in its usual place. */
export interface FoundTool extends Pick<KnownTool, 'name' | 'title'> {
  folder: string;
  files: RecordingFile[];
}

/** Names of files that may be recordings, where nothing else is known of a folder. */
const anyRecording =
  /^(?!(?:.*\/)?storage\/(?:message|part)\/).*(?:(?:\.jsonl?|\.traj|aider[^/]*\.md)(?:\.gz)?|opencode(?:-\w+)?\.db)$/i;

/** Folders that hold no sessions, and many files. */
const passedOver = new Set(['node_modules', '.git']);

/** The files below a folder that may be recordings, those changed last at the end. */
export async function recordingsIn(
  folder: string,
  isRecording: RegExp = anyRecording,
): Promise<RecordingFile[]> {
  const files: RecordingFile[] = [];
  const folders = [folder];
  for (let next = folders.pop(); next !== undefined; next = folders.pop()) {
    for (const item of await readdir(next, { withFileTypes: true })) {
      const path = join(next, item.name);
      if (item.isDirectory()) {
        if (!passedOver.has(item.name)) folders.push(path);
      } else if (isRecording.test(relative(folder, path).split(sep).join('/'))) {
        const file = await recordingAt(path);
        if (file !== undefined) files.push(file);
      }
    }
  }
  // Where opencode has a database, its older files are what was in it once.
  const databases = files
    .filter(({ path }) => path.endsWith('.db'))
    .map(({ path }) => dirname(path));
  const isOlder = ({ path }: RecordingFile): boolean =>
    databases.some((place) => path.startsWith(join(place, 'storage') + sep));
  return files
    .filter((file) => !isOlder(file))
    .toSorted((left, right) => left.modifiedAt - right.modifiedAt);
}

/** A file with its size and time; `undefined` for what is no file. */
export async function recordingAt(path: string): Promise<RecordingFile | undefined> {
  const found = await stat(path).catch(() => undefined);
  if (found === undefined || !found.isFile()) return undefined;
  // What a database was told last stands beside it.
  const log = path.endsWith('.db') ? await stat(`${path}-wal`).catch(() => undefined) : undefined;
  return {
    path,
    bytes: found.size + (log?.size ?? 0),
    modifiedAt: Math.max(found.mtimeMs, log?.mtimeMs ?? 0),
  };
}

/** What the program has in the first of its usual places that is there, if any is. */
export async function findTool({
  name,
  title,
  folders,
  files,
  otherwise = files,
}: KnownTool): Promise<FoundTool | undefined> {
  for (const folder of folders) {
    try {
      const found = await recordingsIn(folder, files);
      if (found.length > 0) return { name, title, folder, files: found };
      return { name, title, folder, files: await recordingsIn(folder, otherwise) };
    } catch (error) {
      if (!isMissingFile(error)) throw error;
    }
  }
  return undefined;
}
