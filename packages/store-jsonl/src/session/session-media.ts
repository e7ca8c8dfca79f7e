import type { Store } from '@everlong/core';
import { checkMedia, checkMediaHash } from '@everlong/core/store-kit';

import { hashBytes, openMediaFolder } from './media-folder.js';
import type { SessionFolder } from './session-folder.js';
import type { SessionWriter } from './session-writer.js';

/** The bytes of sessions. */
export function createSessionMedia(
  folder: SessionFolder,
  writer: SessionWriter,
): Pick<Store, 'putMedia' | 'getMedia'> {
  return {
    async putMedia(sessionId, bytes, mediaType) {
      checkMedia(bytes, mediaType);
      const copy = new Uint8Array(bytes);
      const sha256 = hashBytes(copy);
      await writer.change(sessionId, ({ paths }) =>
        openMediaFolder(paths.media).put(sha256, { bytes: copy, mediaType }),
      );
      return sha256;
    },

    async getMedia(sessionId, sha256) {
      checkMediaHash(sha256);
      return openMediaFolder(folder.find(sessionId).media).get(sha256);
    },
  };
}
