import type { RememberedItem, SessionRecord, Snapshot } from '@everlong/core';

const snapshot: Snapshot = {
  text: '## Current State\n- all is well',
  parts: ['## Current State', '- all is well'],
  tokens: 8,
  throughSeq: 1,
  messagesCovered: 2,
  source: 'extractive',
  depth: 1,
  spans: [{ fromSeq: 0, throughSeq: 1, depth: 1 }],
  sections: { 'Current State': ['all is well'] },
  ledger: [
    {
      value: 'src/a.ts',
      kind: 'path',
      cue: 'edited',
      firstSeq: 0,
      lastSeq: 1,
      occurrences: 2,
      spokenUses: 1,
      saidBy: ['user'],
      places: [{ seq: 0, start: 0, end: 8 }],
      replaced: [{ value: 'b', seq: 0 }],
    },
  ],
  files: [{ path: 'src/a.ts', firstSeq: 0, edited: 1, written: 0, deleted: 0, stale: false }],
  secrets: { salt: 'salt', prints: ['9.aaaaaaaa.key'] },
};
const inputs = { instructions: 'a-0', tools: 'b', headTokens: 0, tokens: 5, toolTokens: 1 };
const usage = { inputTokens: 100, outputTokens: 5 };
const sources = [{ sessionId: 's', entryId: 'e' }];
const remembered: RememberedItem = { kind: 'fact', sources, tokens: 3, factId: 1 };

/** One record of each type, with every field that readers look at. */
export const wholeRecords: readonly SessionRecord[] = [
  {
    type: 'compaction',
    epoch: 1,
    previousEpoch: 0,
    kind: 'snapshot',
    throughSeq: 3,
    ranges: [
      { from: 0, to: 1, disposition: 'summarized', reason: 'old', tokens: 0 },
      {
        from: 2,
        to: 2,
        disposition: 'truncated',
        reason: 'long',
        tokens: 9,
        maxTokens: 50,
        cut: { overCharacters: 9, headCharacters: 4, tailCharacters: 4, roles: ['user'] },
        keepLines: [{ from: 1, to: 2 }],
      },
      { from: 3, to: 3, disposition: 'verbatim', reason: 'new', tokens: 9 },
    ],
    snapshot,
    snapshotAtSeq: 3,
    clearedThrough: -1,
    trimmedTokens: 3,
    noteTokens: 100,
    profile: { text: 'likes tea', factIds: [1] },
    inputs,
    usage,
    reason: 'no room',
    createdAt: '2026-01-01T00:00:00.000Z',
  },
  {
    type: 'rewind',
    epoch: 1,
    previousEpoch: 0,
    fromSeq: 3,
    throughSeq: 3,
    inputs,
    reason: 'rewound',
  },
  { type: 'usage', usage, total: usage, epoch: 0, predictedTokens: 90 },
  { type: 'limit', maxInputTokens: 5000, evidence: 'too long' },
  { type: 'refused-files', kinds: ['audio/wav'], evidence: 'media type audio/wav' },
  {
    type: 'injection',
    epoch: 0,
    afterSeq: 3,
    text: 'a note',
    resources: [{ path: 'src/a.ts', status: 'same', sha256: 'f' }],
    memory: { forSeq: 2, items: [remembered] },
  },
  { type: 'synthetic-results', seq: 3, throughSeq: 3, toolCallIds: ['call-3'] },
  { type: 'inputs', epoch: 0, inputs, profile: { text: 'likes tea', factIds: [1] } },
  { type: 'pin', seq: 1, pinned: true },
  { type: 'fork', sourceSessionId: 'other', throughSeq: 3 },
  { type: 'attempt', epoch: 0, reason: 'given up', usage },
  { type: 'context-note', name: 'plan', text: 'first this', seq: 3 },
  { type: 'compaction-request', epoch: 0, seq: 3, reason: 'done' },
  { type: 'note', name: 'active-tools', value: { names: ['run'], turnSeq: 0 } },
];

const wrongValues: readonly unknown[] = [
  undefined,
  null,
  Number.NaN,
  -1,
  1.5,
  Infinity,
  9999,
  'x',
  true,
  [],
  [null],
  [5],
  {},
];

/** Records of which one value, at any depth, is another one. */
export function recordMutants(): [name: string, record: SessionRecord][] {
  return wholeRecords.flatMap((record) =>
    pathsOf(record)
      .filter((path) => path.join('.') !== 'type')
      .flatMap((path) =>
        wrongValues.map((value): [string, SessionRecord] => [
          `${record.type} with ${path.join('.')} ${nameOf(value)}`,
          changed(record, path, value) as SessionRecord,
        ]),
      ),
  );
}

function nameOf(value: unknown): string {
  return typeof value === 'number' ? String(value) : (JSON.stringify(value) ?? 'left out');
}

function pathsOf(value: unknown): string[][] {
  if (typeof value !== 'object' || value === null) return [];
  return Object.entries(value).flatMap(([name, inner]) => [
    [name],
    ...pathsOf(inner).map((path) => [name, ...path]),
  ]);
}

function changed(value: unknown, [name, ...rest]: readonly string[], next: unknown): unknown {
  if (name === undefined) return next;
  const inner = (value as Record<string, unknown>)[name];
  const copy = Array.isArray(value) ? [...(value as unknown[])] : { ...(value as object) };
  Object.assign(copy, { [name]: changed(inner, rest, next) });
  return copy;
}
