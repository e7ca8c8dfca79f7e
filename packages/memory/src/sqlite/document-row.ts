import type { DocumentPlace, StoredDocument } from '@everlong/core';

export interface DocumentRow {
  key: number;
  layer: StoredDocument['layer'];
  entry_id: string;
  seq: number;
  start: number;
  role: StoredDocument['role'];
  speaker: string;
  trust: StoredDocument['trust'];
  date: string;
  text: string;
  terms: string;
  is_pending: number;
}

export function decodeDocument(row: DocumentRow, place: DocumentPlace): StoredDocument {
  return {
    ...place,
    layer: row.layer,
    entryId: row.entry_id,
    seq: row.seq,
    offset: row.start,
    role: row.role,
    speaker: row.speaker,
    trust: row.trust,
    date: row.date,
    text: row.text,
    terms: termsOf(row),
    isPending: row.is_pending === 1,
  };
}

/** The parameters of the statement that inserts the row. */
export function encodeDocument(document: StoredDocument, key: number, scope: number): object {
  const { terms, isPending } = document;
  return { ...document, key, scope, terms: terms.join(' '), isPending: isPending ? 1 : 0 };
}

export function termsOf({ terms }: Pick<DocumentRow, 'terms'>): string[] {
  return terms === '' ? [] : terms.split(' ');
}
