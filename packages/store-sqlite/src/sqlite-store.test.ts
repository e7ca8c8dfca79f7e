import { join } from 'node:path';

import { describeStoreContract } from '@everlong/store-contract';

import { createSqliteStore } from './sqlite-store.js';

describeStoreContract('createSqliteStore', {
  create: (directory) => createSqliteStore({ path: join(directory, 'sessions.db') }),
  reopen: (directory) => createSqliteStore({ path: join(directory, 'sessions.db') }),
});

describeStoreContract('createSqliteStore in memory', {
  create: () => createSqliteStore({ path: ':memory:' }),
});
