import type { SessionRecord } from './record.js';
import {
  anyObject,
  entriesOf,
  flag,
  list,
  must,
  object,
  type ShapeCheck,
  type ShapeFault,
  showPath,
  text,
} from '../base/check-shape.js';

/** A value that no reader can rely on, with its place in the record. */
export interface FieldFault extends Omit<ShapeFault, 'path'> {
  path: string;
}

type Fields = Readonly<Record<string, unknown>>;

const seq = must('a whole number of at least 0', (value) => isWholeFrom(value, 0));
/** The end of a range, which is -1 where the range is empty. */
const end = must('a whole number of at least -1', (value) => isWholeFrom(value, -1));
const amount = must('a number of at least 0', isAmount);
const positive = must('a number above 0', (value) => isAmount(value) && value !== 0);
const texts = list(text);

const span = object({ fromSeq: seq, throughSeq: end }, { depth: amount });

const ledgerItem = object(
  { value: text },
  {
    kind: text,
    cue: text,
    normalized: text,
    name: text,
    of: text,
    ofSeq: seq,
    firstSeq: seq,
    lastSeq: seq,
    occurrences: amount,
    spokenUses: amount,
    saidBy: texts,
    places: list(object({ seq })),
    replaced: list(object({ value: text })),
  },
);

const snapshot = object(
  { text, throughSeq: end },
  {
    parts: texts,
    tokens: amount,
    messagesCovered: amount,
    personText: text,
    depth: amount,
    spans: list(span),
    sections: entriesOf(texts),
    ledger: list(ledgerItem),
    spentSinceModel: amount,
    files: list(object({ path: text })),
    secrets: object({ salt: text, prints: texts }),
    providerBlock: object(
      { provider: text, model: text, messages: list(anyObject), note: text },
      { text, standsFor: object({ head: text, prefix: text }) },
    ),
  },
);

const inputs = object(
  { instructions: text, tools: text },
  { headTokens: amount, tokens: amount, toolTokens: amount, model: text },
);
const profile = object({ text }, { factIds: list(amount) });
const lines = list(object({ from: seq, to: seq }));
const cut = object(
  { overCharacters: amount, headCharacters: amount, tailCharacters: amount, roles: texts },
  { withoutFiles: flag },
);
const range = object(
  { from: seq, to: seq, disposition: text },
  {
    reason: text,
    tokens: amount,
    maxTokens: amount,
    withoutFiles: flag,
    cut,
    keepLines: lines,
  },
);
const remembered = object(
  { kind: text, sources: list(object({ sessionId: text, entryId: text })) },
  { date: text, factId: amount, restsOn: texts, tokens: amount },
);

/** By type: what every version wrote that had such records, and what may be absent. */
const records: Partial<Record<SessionRecord['type'], ShapeCheck>> = {
  compaction: object(
    { epoch: seq, throughSeq: end, ranges: list(range) },
    {
      previousEpoch: seq,
      kind: text,
      snapshot,
      snapshotEpoch: seq,
      snapshotAtSeq: end,
      clearedThrough: end,
      withoutThinking: flag,
      trimmedTokens: amount,
      noteTokens: amount,
      restoredEpoch: seq,
      injectionEpochs: list(seq),
      profile,
      inputs,
      usage: anyObject,
      reason: text,
      createdAt: text,
    },
  ),
  rewind: object(
    { epoch: seq, fromSeq: seq },
    { previousEpoch: seq, throughSeq: end, snapshotEpoch: seq, inputs, reason: text },
  ),
  usage: object(
    { usage: anyObject, total: anyObject },
    { model: text, epoch: seq, predictedTokens: amount },
  ),
  limit: object({ maxInputTokens: positive }, { model: text, evidence: text }),
  'refused-files': object({ kinds: texts }, { model: text, evidence: text }),
  injection: object(
    { afterSeq: end, text },
    {
      epoch: seq,
      resources: list(object({ path: text, status: text }, { sha256: text })),
      memory: object({ forSeq: seq, items: list(remembered) }),
      blockEpoch: seq,
      change: object(
        {
          instructions: text,
          tools: text,
          toolList: list(anyObject),
          base: object({ instructions: text }, { tools: list(anyObject) }),
          text,
        },
        { toolChanges: list(anyObject) },
      ),
    },
  ),
  'synthetic-results': object({ seq, toolCallIds: texts }, { throughSeq: seq }),
  inputs: object({ inputs }, { epoch: seq, profile, throughSeq: end }),
  pin: object({ seq }, { pinned: flag }),
  'context-note': object({ name: text, seq: end }, { text }),
  'compaction-request': object(
    { epoch: seq, seq: end, reason: text },
    { note: text, declined: text },
  ),
  fork: object({}, { sourceSessionId: text, throughSeq: end }),
  attempt: object({}, { epoch: seq, reason: text, usage: anyObject }),
  note: object({}, { name: text, value: anyObject }),
};

/** The first value of a record that its readers cannot rely on; types not known here have none. */
export function recordFault(type: string, record: Fields): FieldFault | undefined {
  const check = Object.hasOwn(records, type) ? records[type as SessionRecord['type']] : undefined;
  const fault = check?.(record) ?? (type === 'compaction' ? placeFault(record) : undefined);
  return fault && { ...fault, path: showPath(fault.path) };
}

/** The first value of a snapshot that the readers of its record cannot rely on. */
export function snapshotFault(value: unknown): ShapeFault | undefined {
  return snapshot(value);
}

/** Ranges are looked up by `seq`: they have to be in order, apart, and end by `throughSeq`. */
function placeFault({ ranges, throughSeq, clearedThrough = -1 }: Fields): ShapeFault | undefined {
  const last = Number(throughSeq);
  if (Number(clearedThrough) > last) {
    const expected = `at most ${last}, throughSeq`;
    return { path: ['clearedThrough'], expected, value: clearedThrough };
  }
  let next = 0;
  for (const [index, { from, to }] of (ranges as { from: number; to: number }[]).entries()) {
    if (from < next || to < from || to > last) {
      const expected = `ranges in order from 0 to ${last}, throughSeq, that share no entry`;
      return { path: ['ranges', index], expected, value: { from, to } };
    }
    next = to + 1;
  }
  return undefined;
}

function isWholeFrom(value: unknown, least: number): boolean {
  return Number.isSafeInteger(value) && Number(value) >= least;
}

function isAmount(value: unknown): boolean {
  return Number.isFinite(value) && Number(value) >= 0;
}
