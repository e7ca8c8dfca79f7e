import type { Entry, JsonObject, Snapshot, ToolKinds } from '@everlong/core';
import { definedFields } from '@everlong/core/internal';

/** One message of the user and what the log holds up to the next one. */
export interface Turn {
  /** The entry of the user's words; of a log that begins without, its first entry. */
  seq: number;
  /** The user's words, pasted blocks shortened; empty where the log begins without. */
  words: string;
  acts: Act[];
  /** What the assistant wrote, oldest first; the last ends the turn. */
  said: Said[];
  /** Calls of all kinds, looking ones included. */
  calls: number;
}

/** A call that may have changed something; repeated ones are folded into the newest. */
export interface Act {
  seq: number;
  /** The tool and its telling arguments, one line. */
  what: string;
  /** What two acts of one kind share: a tool and its target, or the program that was run. */
  kind: string;
  /** The telling part of the newest result, one line. */
  result: string;
  failed: boolean;
  /** Whether `what` leaves something out, so that acts that are told alike may differ. */
  isBrief?: boolean;
  /** How often it was done, and how often it failed. */
  times: number;
  failures: number;
}

/** Words of the assistant. */
export interface Said {
  seq: number;
  text: string;
}

/** What an account carries to the next one. */
export interface AccountData {
  turns: Turn[];
  /** The newest failure of each kind of act that nothing of the kind has passed since. */
  errors: Act[];
  /** Texts of others that stand nowhere else: a person's, or those of a custom summarizer. */
  quoted: Quotation[];
  /** What a model's texts held of demands and values, as long as nothing took it back. */
  held?: Held;
  /** The length of all messages so far, in UTF-16 units; of a log that was read in part, absent. */
  length?: number;
  /** How many requests and acts are carried no more. */
  dropped?: { requests: number; acts: number };
  /** What calls were said to do, for later snapshots too. */
  kinds?: ToolKinds;
}

/** Lines with the user's demands, and exact values. */
export interface Held {
  demands: string[];
  values: string[];
}

/** The text of another author, and the last entry that it covers. */
export interface Quotation {
  throughSeq: number;
  text: string;
}

const MAX_TURNS = 400;
const MAX_CHARACTERS = 80_000;
const MAX_ERRORS = 20;

/**
 * The data that a snapshot carries. A text that code did not make of it stands nowhere else: it is
 * carried as a quotation, in the place of those that its author saw.
 */
export function carriedData(previous: Snapshot | undefined): AccountData {
  if (previous === undefined) return { turns: [], errors: [], quoted: [], length: 0 };
  const {
    turns,
    errors,
    quoted,
    held,
    length,
    dropped = { requests: 0, acts: 0 },
    kinds = {},
  } = (previous.carried ?? {}) as unknown as Partial<AccountData>;
  const isData = Array.isArray(turns) && Array.isArray(errors) && Array.isArray(quoted);
  const known = { turns, errors, quoted, dropped, kinds, ...definedFields({ held, length }) };
  const data = isData ? (structuredClone(known) as AccountData) : undefined;
  const isOwn = previous.source === 'extractive' && previous.personText === undefined;
  if (data !== undefined && isOwn) return data;
  return { turns: [], errors: [], ...data, quoted: [quotationOf(previous)] };
}

/** What a snapshot says, as it is carried by one that code makes after it. */
export function quotationOf({ throughSeq, text, source, personText }: Snapshot): Quotation {
  const quoted = source === 'extractive' ? (personText ?? text) : text;
  return { throughSeq, text: withoutFrame(quoted) };
}

/** The data, bounded: of many turns the first and the newest. */
export function toCarried({
  turns,
  errors,
  quoted,
  held,
  length,
  dropped = { requests: 0, acts: 0 },
  kinds = {},
}: AccountData): JsonObject {
  let characters = 0;
  const kept = turns.toReversed().filter((turn, age) => {
    characters += JSON.stringify(turn).length;
    return age === turns.length - 1 || (age < MAX_TURNS && characters < MAX_CHARACTERS);
  });
  const data: AccountData = {
    turns: kept.toReversed(),
    errors: errors.slice(-MAX_ERRORS),
    quoted,
    dropped: {
      requests: dropped.requests + turns.length - kept.length,
      acts: dropped.acts + actsIn(turns) - actsIn(kept),
    },
    kinds,
    ...definedFields({ held, length }),
  };
  return data as unknown as JsonObject;
}

function actsIn(turns: readonly Turn[]): number {
  return turns.reduce((sum, turn) => sum + turn.acts.length, 0);
}

/** A snapshot's text without the first line that marks it as one; a person's own brackets stay. */
function withoutFrame(text: string): string {
  return text.replace(/^\[Record of messages #[^\n]*\]\n+/, '').trim();
}

/** The time of an entry; recordings without times have an empty one. */
export function timeOf(entry: Entry | undefined): string | undefined {
  return entry?.createdAt === '' ? undefined : entry?.createdAt;
}
