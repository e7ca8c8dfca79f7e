import { describeCrashSafety } from '@everlong/store-contract';

import { createJsonlStore } from '../../src/jsonl-store.js';

const options = (directory: string) => ({ directory });

describeCrashSafety('createJsonlStore', {
  module: new URL('../../src/index.ts', import.meta.url).href,
  factory: 'createJsonlStore',
  options,
  open: (directory) => createJsonlStore(options(directory)),
});
