import type {
  Learning,
  MemoryFact,
  MemoryHit,
  MemorySource,
  RememberedItem,
  Trust,
} from '@everlong/core';

/** A record of memory as it may be quoted: whatever a memory answered, these fields are sound. */
export interface Recollection {
  kind: RememberedItem['kind'];
  text: string;
  /** The day, `YYYY-MM-DD`; absent where it is not known. */
  date?: string;
  sources: MemorySource[];
  factId?: number;
  restsOn?: string[];
  /** Who said it, in a few words; what is not known is left out. */
  by?: string;
  trust?: Trust;
  /** Of a learning: how often it was used, and worked. */
  uses?: number;
  successes?: number;
}

/** The most of what a memory answers that is looked at. */
const MAX_ANSWERS = 200;

/** More of one record is not quoted. */
const MAX_TEXT_LENGTH = 4000;

const MAX_NAME_LENGTH = 64;

/** What can be used of the hits of a memory, in their order. */
export function readHits(answer: unknown): Recollection[] {
  return listOf(fieldOf(answer, 'hits')).flatMap((hit) => {
    const { kind, text, date, sources, fact, speaker, trust, restsOn } = hit as Partial<MemoryHit>;
    if (kind !== 'episode' && kind !== 'fact' && kind !== 'note') return [];
    if (!isText(text)) return [];
    const factId = fieldOf(fact, 'id');
    const by = nameOf(speaker);
    return [
      {
        kind,
        text: shortenText(text),
        ...dayOf(date),
        sources: sourcesOf(sources),
        ...(Number.isInteger(factId) ? { factId: Number(factId) } : {}),
        ...marksOf(restsOn),
        ...(by === undefined ? {} : { by }),
        trust: trust === 'user' || trust === 'assistant' ? trust : 'tool',
      },
    ];
  });
}

/** What can be used of facts, in their order. */
export function readFacts(answer: unknown): Recollection[] {
  const hits = listOf(answer).map((fact) => {
    const { text, validFrom, sources, trust } = fact as Partial<MemoryFact>;
    return { kind: 'fact', text, date: validFrom, sources, trust, fact };
  });
  return readHits({ hits });
}

/** What can be used of the learnings of a memory, in their order. */
export function readLearnings(answer: unknown): Recollection[] {
  return listOf(answer).flatMap((learning) => {
    const { text, date, sources, factId, uses, successes } = learning as Partial<Learning>;
    if (!isText(text)) return [];
    const known = { kind: 'learning' as const, text: shortenText(text), ...dayOf(date) };
    const counts =
      isCount(uses) && isCount(successes) && successes <= uses ? { uses, successes } : {};
    const id = Number.isInteger(factId) ? { factId: Number(factId) } : {};
    return [{ ...known, sources: sourcesOf(sources), ...id, ...counts }];
  });
}

/** The text and the facts of a profile; `undefined` where there is nothing of use. */
export function readProfile(
  answer: unknown,
): { text: string; factIds: number[]; sources: MemorySource[] } | undefined {
  const text = fieldOf(answer, 'text');
  if (!isText(text) || text.length > 10 * MAX_TEXT_LENGTH) return undefined;
  const ids = fieldOf(answer, 'factIds');
  const factIds = (Array.isArray(ids) ? ids : [])
    .filter((id) => Number.isInteger(id))
    .slice(0, MAX_ANSWERS);
  return { text, factIds, sources: sourcesOf(fieldOf(answer, 'sources')) };
}

/** A name in a line: without line ends, quotes and brackets. */
export function nameOf(name: unknown): string | undefined {
  if (typeof name !== 'string') return undefined;
  const plain = name.replaceAll(/[^\p{L}\p{M}\p{N} ._:@/-]+/gu, ' ').trim();
  return plain === '' ? undefined : plain.slice(0, MAX_NAME_LENGTH).toWellFormed();
}

function listOf(value: unknown): object[] {
  if (!Array.isArray(value)) return [];
  return value
    .slice(0, MAX_ANSWERS)
    .filter((item): item is object => typeof item === 'object' && item !== null);
}

function fieldOf(value: unknown, name: string): unknown {
  if (typeof value !== 'object' || value === null) return undefined;
  return (value as Readonly<Record<string, unknown>>)[name];
}

function isText(value: unknown): value is string {
  return typeof value === 'string' && value.trim() !== '';
}

function isCount(value: unknown): value is number {
  return Number.isInteger(value) && Number(value) >= 0;
}

function shortenText(text: string): string {
  return text.length <= MAX_TEXT_LENGTH ? text : `${text.slice(0, MAX_TEXT_LENGTH)}…`;
}

function dayOf(date: unknown): { date?: string } {
  const day = typeof date === 'string' ? /^\d{4}-\d{2}-\d{2}(?![\d-])/.exec(date)?.[0] : undefined;
  return day === undefined ? {} : { date: day };
}

/** The most marks of one record, and of each the most characters. */
const MAX_MARKS = 20;
const MAX_MARK_LENGTH = 400;

function marksOf(restsOn: unknown): { restsOn?: string[] } {
  if (!Array.isArray(restsOn)) return {};
  const marks = restsOn.filter(
    (mark): mark is string => typeof mark === 'string' && mark.length <= MAX_MARK_LENGTH,
  );
  return marks.length === 0 ? {} : { restsOn: marks.slice(0, MAX_MARKS) };
}

function sourcesOf(sources: unknown): MemorySource[] {
  return listOf(sources).flatMap((source) => {
    const { sessionId, entryId } = source as Partial<MemorySource>;
    return typeof sessionId === 'string' && typeof entryId === 'string'
      ? [{ sessionId, entryId }]
      : [];
  });
}
