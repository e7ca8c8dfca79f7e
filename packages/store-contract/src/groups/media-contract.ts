import { createHash } from 'node:crypto';

import { CorruptRecordError } from '@everlong/core';
import { expect } from 'vitest';

import type { ContractGroup } from './contract-rules.js';
import { expectError } from '../expectations/expect-error.js';
import { expectSame } from '../expectations/expect-same.js';
import { newSession } from '../samples/samples.js';

const sha256 = (bytes: Uint8Array): string => createHash('sha256').update(bytes).digest('hex');

/** Bytes are kept under their SHA-256. */
export const mediaContract: ContractGroup = {
  name: 'media',
  cases: {
    async 'come back under the hash of their content'({ store }) {
      const sessionId = await newSession(store);
      const contents = [
        new Uint8Array([0, 255, 10, 13]),
        new Uint8Array(0),
        new Uint8Array(1_000_000).map((_, index) => index % 253),
        new Uint8Array([1, 2, 3, 4]).subarray(1, 3),
      ];
      for (const bytes of contents) {
        expect(await store.putMedia(sessionId, bytes, 'image/png')).toBe(sha256(bytes));
      }
      for (const bytes of contents) {
        const read = await store.getMedia(sessionId, sha256(bytes));
        expectSame(read, new Uint8Array(bytes));
      }
    },
    async 'of one content are one, under any media type and from many at once'({ store }) {
      const sessionId = await newSession(store);
      const bytes = new Uint8Array(3000).fill(3);
      const types = ['image/png', 'image/jpeg', 'unheard/of', '../../x', '', 'image/png'];
      const hashes = await Promise.all(
        types.map((mediaType) => store.putMedia(sessionId, bytes, mediaType)),
      );
      expect(new Set(hashes)).toEqual(new Set([sha256(bytes)]));
      expectSame(await store.getMedia(sessionId, sha256(bytes)), bytes);
    },
    async 'that are not there give an error, whatever the name'({ store }) {
      const sessionId = await newSession(store);
      for (const hash of ['f'.repeat(64), '', '../../etc/passwd', '*', 'x\0y']) {
        await expectError(store.getMedia(sessionId, hash), CorruptRecordError.isInstance);
      }
    },
    async 'leave with their session'({ store }) {
      const { id } = await store.createSession({ id: 'again', agent: 'agent' });
      const hash = await store.putMedia(id, new Uint8Array([1]), 'image/png');
      await store.deleteSession(id);
      await store.createSession({ id, agent: 'agent' });
      await expectError(store.getMedia(id, hash), CorruptRecordError.isInstance);
    },
  },
};
