import { join } from 'node:path';

import { describeCrashSafety } from '@everlong/store-contract';

import { createSqliteStore } from '../../src/sqlite-store.js';

const options = (directory: string) => ({ path: join(directory, 'sessions.db') });

describeCrashSafety('createSqliteStore', {
  module: new URL('../../src/index.ts', import.meta.url).href,
  factory: 'createSqliteStore',
  options,
  open: (directory) => createSqliteStore(options(directory)),
});
