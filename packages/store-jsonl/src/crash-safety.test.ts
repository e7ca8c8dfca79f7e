import { describeCrashSafety } from '@everlong/store-contract';

import { createJsonlStore } from './jsonl-store.js';

const options = (directory: string) => ({ directory });

describeCrashSafety('createJsonlStore', {
  module: new URL('index.ts', import.meta.url).href,
  factory: 'createJsonlStore',
  options,
  open: (directory) => createJsonlStore(options(directory)),
});
