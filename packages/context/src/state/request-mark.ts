import type { Entry, EntryInput } from '@everlong/core';

/**
 * Which request an assistant message answers: it was made when the logs held that many entries and
 * records. `since`, if present: the first record that was made for this request. `window` and
 * `policy`: the context window and the policy's name; absent in marks of earlier versions.
 */
export type RequestMark = Partial<PrefixMark> & {
  entries: number;
  records: number;
  since?: number;
  window?: number;
  policy?: string;
};

/**
 * What stood before an answer of a model that binds its thinking to that: a hash of it, and the
 * last entry whose thinking was sent.
 */
export type PrefixMark = {
  prefix: string;
  thinking?: number;
};

/** The name of the mark in the metadata of an entry. */
export const REQUEST_MARK = 'everlongRequest';

/**
 * The inputs with the first assistant message, which is the answer, marked; no other mark holds
 * here.
 */
export function markAnswer(
  inputs: readonly EntryInput[],
  mark: RequestMark | undefined,
): EntryInput[] {
  const answer = inputs.findIndex(({ message }) => message.role === 'assistant');
  return inputs.map((input, index) => {
    const { [REQUEST_MARK]: foreign, ...metadata } = input.metadata ?? {};
    if (index === answer && mark !== undefined) {
      return { ...input, metadata: { ...metadata, [REQUEST_MARK]: mark } };
    }
    return foreign === undefined ? input : { ...input, metadata };
  });
}

/** The mark of an entry, if it has one that makes sense. */
export function markOf({
  metadata,
  seq,
}: Pick<Entry, 'metadata' | 'seq'>): RequestMark | undefined {
  const mark = metadata?.[REQUEST_MARK];
  if (typeof mark !== 'object' || mark === null || Array.isArray(mark)) return undefined;
  const { entries, records, since, window, policy, prefix, thinking } =
    mark as Partial<RequestMark>;
  if (!isCount(entries) || !isCount(records) || entries > seq) return undefined;
  return {
    entries,
    records,
    ...(isCount(since) && since <= records ? { since } : {}),
    ...(isCount(window) && window > 0 ? { window } : {}),
    ...(typeof policy === 'string' ? { policy } : {}),
    ...(typeof prefix === 'string' ? { prefix } : {}),
    ...(isCount(thinking) ? { thinking } : {}),
  };
}

/** Whether the entry has this very mark. */
export function hasMark(entry: Entry, mark: RequestMark | undefined): boolean {
  const own = markOf(entry);
  return own !== undefined && own.entries === mark?.entries && own.records === mark.records;
}

function isCount(value: unknown): value is number {
  return Number.isInteger(value) && Number(value) >= 0;
}
