import { readdir, stat } from 'node:fs/promises';
import { join, relative, sep } from 'node:path';
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
const anyRecording = /(?:\.jsonl?|\.traj|aider[^/]*\.md)(?:\.gz)?$/i;

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
  return files.toSorted((left, right) => left.modifiedAt - right.modifiedAt);
}

/** A file with its size and time; `undefined` for what is no file. */
export async function recordingAt(path: string): Promise<RecordingFile | undefined> {
  const found = await stat(path).catch(() => undefined);
  if (found === undefined || !found.isFile()) return undefined;
  return { path, bytes: found.size, modifiedAt: found.mtimeMs };
}

/** What the program has in the first of its usual places that is there, if any is. */
export async function findTool({
  name,
  title,
  folders,
  files,
}: KnownTool): Promise<FoundTool | undefined> {
  for (const folder of folders) {
    try {
      return { name, title, folder, files: await recordingsIn(folder, files) };
    } catch (error) {
      if (!isMissingFile(error)) throw error;
    }
  }
  return undefined;
}
