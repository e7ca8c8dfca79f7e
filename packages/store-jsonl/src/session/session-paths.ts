import { join } from 'node:path';

/** The files of a session. */
export interface SessionPaths {
  id: string;
  agent: string;
  folder: string;
  entries: string;
  entriesIndex: string;
  records: string;
  recordsIndex: string;
  summary: string;
  media: string;
  lock: string;
}

/** The paths of a session; the names must be safe already. */
export function sessionPaths(sessionsFolder: string, agent: string, id: string): SessionPaths {
  const folder = join(sessionsFolder, agent);
  const stem = join(folder, stemOf(id));
  return {
    id,
    agent,
    folder,
    entries: `${stem}.jsonl`,
    entriesIndex: `${stem}.index`,
    records: `${stem}_records.jsonl`,
    recordsIndex: `${stem}_records.index`,
    summary: `${stem}_summary.json`,
    media: `${stem}_media`,
    lock: `${stem}.lock`,
  };
}

/** Everything that a session may have in its folder, except for its lock. */
export function filesOf(paths: SessionPaths): string[] {
  const { entries, entriesIndex, records, recordsIndex, summary, media } = paths;
  return [entries, entriesIndex, records, recordsIndex, summary, media];
}

/** The id of the session whose entries a file holds, if it is such a file. */
export function sessionIdOf(fileName: string): string | undefined {
  if (!fileName.endsWith('.jsonl')) return undefined;
  const stem = fileName.slice(0, -'.jsonl'.length);
  if (!/_records_*$/.test(stem)) return stem;
  return stem.endsWith('_') ? stem.slice(0, -1) : undefined;
}

/** An id that ends like the name of another session's records gets one underscore more. */
function stemOf(id: string): string {
  return /_records_*$/.test(id) ? `${id}_` : id;
}
