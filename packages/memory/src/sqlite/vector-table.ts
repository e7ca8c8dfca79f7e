import type { DocumentVector } from '@everlong/core';
import type { Database } from 'better-sqlite3';

/** Vectors of documents of all scopes, by the documents' keys; `scope` is a scope's key. */
export interface VectorTable {
  /** Inserts or replaces. */
  put(scope: number, key: number, vector: Pick<DocumentVector, 'model' | 'vector'>): void;
  remove(key: number): void;
  select(scope: number, model: string): { key: number; vector: Float32Array }[];
}

export function createVectorTable(database: Database): VectorTable {
  const put = database.prepare<[number, number, string, Buffer]>(
    'INSERT OR REPLACE INTO vectors (key, scope, model, vector) VALUES (?, ?, ?, ?)',
  );
  const remove = database.prepare<[number]>('DELETE FROM vectors WHERE key = ?');
  const ofModel = database.prepare<[number, string], { key: number; vector: Buffer }>(
    'SELECT key, vector FROM vectors WHERE scope = ? AND model = ?',
  );
  return {
    put(scope, key, { model, vector: { buffer, byteOffset, byteLength } }) {
      put.run(key, scope, model, Buffer.from(buffer, byteOffset, byteLength));
    },
    remove: (key) => void remove.run(key),
    select: (scope, model) =>
      ofModel.all(scope, model).map(({ key, vector }) => ({
        key,
        vector: new Float32Array(new Uint8Array(vector).buffer),
      })),
  };
}
