import type { EntryInput, Store } from '@everlong/core';
import { readWithdrawn } from '../output/withdrawn-entries.js';
import type { EntryToImport, SessionToImport } from './imported-session.js';

/** How a stored log and that of its file differ. */
export interface Difference {
  /** Reads what the stored log does not have. */
  missing(): AsyncGenerator<EntryToImport>;
  /** Entries from here on are not in the recording any more. */
  changedSeq: number | undefined;
  /** Whether it has entries that were not imported. */
  isContinued: boolean;
}

/** Ids of entries that came again behind a rewind end in this. */
const again = /~\d+$/;

export async function compareStored(
  store: Store,
  id: string,
  session: SessionToImport,
): Promise<Difference> {
  const isWithdrawn = await readWithdrawn(store, id);
  const wanted = inForce(session.entries());
  /** How often each entry of the recording is stored. */
  const times = new Map<string, number>();
  let common = 0;
  let changedSeq: number | undefined;
  let isContinued = false;
  for await (const entry of store.read(id)) {
    const first = entry.id.replace(again, '');
    times.set(first, (times.get(first) ?? 0) + 1);
    isContinued ||= entry.metadata?.['imported'] === undefined;
    if (changedSeq !== undefined || isWithdrawn(entry)) continue;
    const { value, done } = await wanted.next();
    if (done !== true && value.entry.id === first) common++;
    else changedSeq = entry.seq;
  }
  await wanted.return(undefined);

  async function* missing(): AsyncGenerator<EntryToImport> {
    let place = 0;
    for await (const { entry, characters } of session.entries()) {
      const count = times.get(entry.id);
      if (isRewound(entry) ? count !== undefined : place++ < common) continue;
      // What is stored and not in force was withdrawn: it comes back under an id of its own.
      const entryId = count === undefined ? entry.id : `${entry.id}~${count + 1}`;
      yield { entry: { ...entry, id: entryId }, characters };
    }
  }
  return { missing, changedSeq, isContinued };
}

async function* inForce(
  entries: AsyncGenerator<EntryToImport>,
): AsyncGenerator<EntryToImport, undefined> {
  for await (const each of entries) if (!isRewound(each.entry)) yield each;
}

/** Whether the user took an entry back in the recorded session. */
export function isRewound({ metadata }: EntryInput): boolean {
  return metadata?.['rewound'] === true;
}
